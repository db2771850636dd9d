import { addresses, boolean, integer, optionalUrl, secret, text } from './setting.ts';

/** Settings for sign-in, sessions and the audit trail. */
export const peopleSettings = {
  trustedProxies: addresses({
    variable: 'DAYBOOK_TRUSTED_PROXIES',
    fallback: '',
    example: '10.0.0.0/8',
    help: 'Addresses of your reverse proxies, whose X-Forwarded-For header is trusted. Without this setting, all clients behind a proxy share one limit for sign-in attempts.',
  }),
  requestsPerMinutePerPerson: integer({
    variable: 'DAYBOOK_REQUESTS_PER_MINUTE_PER_PERSON',
    fallback: 1200,
    min: 1,
    max: 1_000_000_000,
    example: '1200',
    help: 'Maximum number of requests per minute for a signed-in person. These requests do not count against the limit of the account.',
  }),
  sessionIdleHours: integer({
    variable: 'DAYBOOK_SESSION_IDLE_HOURS',
    fallback: 12,
    min: 1,
    max: 10_000,
    example: '12',
    help: 'A session expires after this many hours without a request.',
  }),
  sessionDays: integer({
    variable: 'DAYBOOK_SESSION_DAYS',
    fallback: 7,
    min: 1,
    max: 3650,
    example: '7',
    help: 'A session expires this many days after sign-in, even if it is in use.',
  }),
  operatorsNeedCodes: boolean({
    variable: 'DAYBOOK_OPERATORS_NEED_CODES',
    fallback: true,
    example: 'true',
    help: "Whether the operator's staff must set up a second factor before they can do anything else. `false` works only with an http base URL, for trials.",
  }),
  linkDays: integer({
    variable: 'DAYBOOK_LINK_DAYS',
    fallback: 90,
    min: 1,
    max: 3650,
    example: '90',
    help: "How many days the link for a company's owner is valid. Anyone who may manage the company can get a new link at any time.",
  }),
  auditKeptDays: integer({
    variable: 'DAYBOOK_AUDIT_KEPT_DAYS',
    fallback: 400,
    min: 1,
    max: 100_000,
    example: '400',
    help: 'How many days the entries of the audit trail are kept.',
  }),
  ssoIssuer: optionalUrl({
    variable: 'DAYBOOK_SSO_ISSUER',
    fallback: '',
    example: 'https://id.example.com',
    help: 'URL of the issuer for single sign-on (OpenID Connect). Register the redirect URI <base URL>/session/sso/<name>/callback with the issuer. Without this setting, people sign in with a password.',
  }),
  ssoClientId: text({
    variable: 'DAYBOOK_SSO_CLIENT_ID',
    fallback: '',
    example: 'daybook',
    help: 'Client id of Daybook at the issuer. Required with DAYBOOK_SSO_ISSUER.',
  }),
  ssoClientSecret: secret({
    variable: 'DAYBOOK_SSO_CLIENT_SECRET',
    fallback: '',
    example: '<from the issuer>',
    help: 'Client secret of Daybook at the issuer. Required with DAYBOOK_SSO_ISSUER.',
  }),
  ssoName: text({
    variable: 'DAYBOOK_SSO_NAME',
    fallback: 'Single sign-on',
    example: 'Acme ID',
    help: 'Label of the single sign-on button. The label, in lower case and with dashes, is also part of the redirect URI.',
  }),
  ssoAllowedDomains: text({
    variable: 'DAYBOOK_SSO_ALLOWED_DOMAINS',
    fallback: '',
    example: 'example.com,example.org',
    help: 'Domains of the e-mail addresses that may use single sign-on, separated by commas. If empty, all domains are allowed.',
  }),
  ssoJoinAccount: text({
    variable: 'DAYBOOK_SSO_JOIN_ACCOUNT',
    fallback: '',
    example: '019a0000-0000-7000-8000-000000000000',
    help: 'Unknown people who use single sign-on become viewers of this account. If empty, only known or invited people can sign in.',
  }),
};
