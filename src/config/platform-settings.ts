import { optionalUrl, secret, text } from './setting.ts';

/** Settings for platforms that use OAuth 2 (docs/oauth.md). */
export const platformSettings = {
  xeroUrl: optionalUrl({
    variable: 'DAYBOOK_XERO_URL',
    fallback: '',
    example: 'https://api.xero.com',
    help: 'Enables the platform "xero". Any URL other than https://api.xero.com is treated as a simulated Xero, for tests.',
  }),
  xeroClientId: text({
    variable: 'DAYBOOK_XERO_CLIENT_ID',
    fallback: '',
    example: 'A1B2C3D4E5F60718293A4B5C6D7E8F90',
    help: 'Client id of the Xero app that companies authorize. Without it, each account needs its own app.',
  }),
  xeroClientSecret: secret({
    variable: 'DAYBOOK_XERO_CLIENT_SECRET',
    fallback: '',
    example: 'a-secret-of-xero',
    help: 'Client secret of the same Xero app.',
  }),
  xeroNotificationKey: secret({
    variable: 'DAYBOOK_XERO_NOTIFICATION_KEY',
    fallback: '',
    example: 'the-webhooks-key-of-xero',
    help: "Webhooks key of the same Xero app. Without it, Xero's notifications are rejected, and only scheduled syncs fetch changes.",
  }),
  quickbooksUrl: optionalUrl({
    variable: 'DAYBOOK_QUICKBOOKS_URL',
    fallback: '',
    example: 'https://quickbooks.api.intuit.com',
    help: 'Enables the platform "quickbooks". For sandbox companies, use https://sandbox-quickbooks.api.intuit.com. Any other URL is treated as a simulated QuickBooks, for tests.',
  }),
  quickbooksClientId: text({
    variable: 'DAYBOOK_QUICKBOOKS_CLIENT_ID',
    fallback: '',
    example: 'ABcdEFghIJklMNop',
    help: 'Client id of the Intuit app that companies authorize. Without it, each account needs its own app.',
  }),
  quickbooksClientSecret: secret({
    variable: 'DAYBOOK_QUICKBOOKS_CLIENT_SECRET',
    fallback: '',
    example: 'a-secret-of-intuit',
    help: 'Client secret of the same Intuit app.',
  }),
  quickbooksNotificationKey: secret({
    variable: 'DAYBOOK_QUICKBOOKS_NOTIFICATION_KEY',
    fallback: '',
    example: 'the-verifier-token-of-intuit',
    help: 'Webhook verifier token of the same Intuit app. Without it, notifications are rejected, and only scheduled syncs fetch changes.',
  }),
};
