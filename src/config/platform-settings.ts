import type { Setting } from './settings.ts';

const masked = (value: unknown) => (value ? '****' : '');

/** Settings for platforms that use OAuth 2 (docs/oauth.md). */
export const platformSettings = {
  xeroUrl: {
    variable: 'DAYBOOK_XERO_URL',
    kind: 'optionalUrl',
    fallback: '',
    example: 'https://api.xero.com',
    help: 'Enables the platform "xero". Any URL other than https://api.xero.com is treated as a simulated Xero, for tests.',
  },
  xeroClientId: {
    variable: 'DAYBOOK_XERO_CLIENT_ID',
    kind: 'text',
    fallback: '',
    example: 'A1B2C3D4E5F60718293A4B5C6D7E8F90',
    help: 'Client id of the Xero app that companies authorize. Without it, each account needs its own app.',
  },
  xeroClientSecret: {
    variable: 'DAYBOOK_XERO_CLIENT_SECRET',
    kind: 'text',
    fallback: '',
    example: 'a-secret-of-xero',
    help: 'Client secret of the same Xero app.',
    mask: masked,
  },
  xeroNotificationKey: {
    variable: 'DAYBOOK_XERO_NOTIFICATION_KEY',
    kind: 'text',
    fallback: '',
    example: 'the-webhooks-key-of-xero',
    help: "Webhooks key of the same Xero app. Without it, Xero's notifications are rejected, and only scheduled syncs fetch changes.",
    mask: masked,
  },
  quickbooksUrl: {
    variable: 'DAYBOOK_QUICKBOOKS_URL',
    kind: 'optionalUrl',
    fallback: '',
    example: 'https://quickbooks.api.intuit.com',
    help: 'Enables the platform "quickbooks". For sandbox companies, use https://sandbox-quickbooks.api.intuit.com. Any other URL is treated as a simulated QuickBooks, for tests.',
  },
  quickbooksClientId: {
    variable: 'DAYBOOK_QUICKBOOKS_CLIENT_ID',
    kind: 'text',
    fallback: '',
    example: 'ABcdEFghIJklMNop',
    help: 'Client id of the Intuit app that companies authorize. Without it, each account needs its own app.',
  },
  quickbooksClientSecret: {
    variable: 'DAYBOOK_QUICKBOOKS_CLIENT_SECRET',
    kind: 'text',
    fallback: '',
    example: 'a-secret-of-intuit',
    help: 'Client secret of the same Intuit app.',
    mask: masked,
  },
  quickbooksNotificationKey: {
    variable: 'DAYBOOK_QUICKBOOKS_NOTIFICATION_KEY',
    kind: 'text',
    fallback: '',
    example: 'the-verifier-token-of-intuit',
    help: 'Webhook verifier token of the same Intuit app. Without it, notifications are rejected, and only scheduled syncs fetch changes.',
    mask: masked,
  },
} satisfies Record<string, Setting>;
