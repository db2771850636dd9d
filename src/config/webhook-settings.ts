import { addresses, integer, optionalDate, optionalPostgresUrl, optionalUrl, text } from './setting.ts';

/** Settings for webhook delivery. */
export const webhookSettings = {
  directDatabaseUrl: optionalPostgresUrl({
    variable: 'DAYBOOK_DIRECT_DATABASE_URL',
    fallback: '',
    example: 'postgres://daybook:secret@localhost:5432/daybook',
    help: 'URL of the same database without a transaction pooler. It is used for upgrades and for the three connections per worker that deliver webhooks. Required with DAYBOOK_DATABASE_POOLER=true. Default: DAYBOOK_DATABASE_URL.',
  }),
  consumersPerAccount: integer({
    variable: 'DAYBOOK_CONSUMERS_PER_ACCOUNT',
    fallback: 50,
    min: 1,
    max: 100_000,
    example: '50',
    help: 'Maximum number of webhook consumers per account.',
  }),
  standingQueriesPerAccount: integer({
    variable: 'DAYBOOK_STANDING_QUERIES_PER_ACCOUNT',
    fallback: 10_000,
    min: 1,
    max: 100_000,
    example: '10000',
    help: 'Maximum number of standing queries per account.',
  }),
  messagesKeptDays: integer({
    variable: 'DAYBOOK_MESSAGES_KEPT_DAYS',
    fallback: 30,
    min: 3,
    max: 3650,
    example: '30',
    help: 'How many days messages and their delivery attempts stay in the message log.',
  }),
  deliveryCountsKeptDays: integer({
    variable: 'DAYBOOK_DELIVERY_COUNTS_KEPT_DAYS',
    fallback: 90,
    min: 8,
    max: 3650,
    example: '90',
    help: 'How many days the counts of delivery attempts are kept. The counts need one database row for each consumer and each quarter of an hour with attempts.',
  }),
  eventLogSunset: optionalDate({
    variable: 'DAYBOOK_EVENT_LOG_SUNSET',
    fallback: '',
    example: '2027-12-31',
    help: 'Date on which the deprecated event log endpoints will be removed, sent as the Sunset header. Default: no date is announced.',
  }),
  webhookAllowedAddresses: addresses({
    variable: 'DAYBOOK_WEBHOOK_ALLOWED_ADDRESSES',
    fallback: '',
    example: '127.0.0.0/8,::1/128',
    help: 'Private address ranges that webhooks may be sent to; for development and for receivers in the same network.',
  }),
  webhookProxyUrl: optionalUrl({
    variable: 'DAYBOOK_WEBHOOK_PROXY_URL',
    fallback: '',
    example: 'http://egress.internal:3128',
    help: 'HTTP proxy for webhooks. The proxy then resolves names and must itself reject private addresses.',
  }),
  webhookLocalAddress: text({
    variable: 'DAYBOOK_WEBHOOK_LOCAL_ADDRESS',
    fallback: '',
    example: '203.0.113.7',
    help: 'Local address that webhooks are sent from, if the machine has several addresses.',
  }),
  webhookSourceAddresses: addresses({
    variable: 'DAYBOOK_WEBHOOK_SOURCE_ADDRESSES',
    fallback: '',
    example: '203.0.113.7/32',
    help: 'Source addresses of webhooks as receivers see them. GET /webhooks/source-addresses publishes them, so that clients can allow them in firewalls. Default: DAYBOOK_WEBHOOK_LOCAL_ADDRESS, unless a proxy is set.',
  }),
};
