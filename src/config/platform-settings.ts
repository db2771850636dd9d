import type { Setting } from './settings.ts';

const masked = (value: unknown) => (value ? '****' : '');

/** Settings of platforms that are authorized by OAuth 2 (docs/oauth.md). */
export const platformSettings = {
  xeroUrl: {
    variable: 'DAYBOOK_XERO_URL',
    kind: 'optionalUrl',
    fallback: '',
    example: 'https://api.xero.com',
    help: 'Enables the platform "xero". Any other address than the example is taken for a server that plays Xero, in tests.',
  },
  xeroClientId: {
    variable: 'DAYBOOK_XERO_CLIENT_ID',
    kind: 'text',
    fallback: '',
    example: 'A1B2C3D4E5F60718293A4B5C6D7E8F90',
    help: 'The application at Xero that companies are authorized for. Without one, an account needs its own.',
  },
  xeroClientSecret: {
    variable: 'DAYBOOK_XERO_CLIENT_SECRET',
    kind: 'text',
    fallback: '',
    example: 'a-secret-of-xero',
    help: 'Of the same application.',
    mask: masked,
  },
  xeroNotificationKey: {
    variable: 'DAYBOOK_XERO_NOTIFICATION_KEY',
    kind: 'text',
    fallback: '',
    example: 'the-webhooks-key-of-xero',
    help: "The webhooks key of the same application. Without it, Xero's notifications are refused and schedules alone bring changes.",
    mask: masked,
  },
  quickbooksUrl: {
    variable: 'DAYBOOK_QUICKBOOKS_URL',
    kind: 'optionalUrl',
    fallback: '',
    example: 'https://quickbooks.api.intuit.com',
    help: 'Enables the platform "quickbooks"; https://sandbox-quickbooks.api.intuit.com for sandbox companies. Any other address is taken for a server that plays QuickBooks, in tests.',
  },
  quickbooksClientId: {
    variable: 'DAYBOOK_QUICKBOOKS_CLIENT_ID',
    kind: 'text',
    fallback: '',
    example: 'ABcdEFghIJklMNop',
    help: 'The application at Intuit that companies are authorized for. Without one, an account needs its own.',
  },
  quickbooksClientSecret: {
    variable: 'DAYBOOK_QUICKBOOKS_CLIENT_SECRET',
    kind: 'text',
    fallback: '',
    example: 'a-secret-of-intuit',
    help: 'Of the same application.',
    mask: masked,
  },
  quickbooksNotificationKey: {
    variable: 'DAYBOOK_QUICKBOOKS_NOTIFICATION_KEY',
    kind: 'text',
    fallback: '',
    example: 'the-verifier-token-of-intuit',
    help: "The verifier token of the same application's webhooks. Without it, notifications are refused and schedules alone bring changes.",
    mask: masked,
  },
} satisfies Record<string, Setting>;
