import { integer } from './setting.ts';

/** Settings that keep one client from slowing down the others. */
export const loadSettings = {
  listTimeoutMs: integer({
    variable: 'DAYBOOK_LIST_TIMEOUT_MS',
    fallback: 10_000,
    min: 100,
    max: 600_000,
    example: '10000',
    help: 'Timeout in milliseconds for a costly list, that is, a list that is filtered, sorted or opened at a high page number. After it, the request gets 400 with the code queryTooExpensive.',
  }),
  costlyReadsAtOnce: integer({
    variable: 'DAYBOOK_COSTLY_READS_AT_ONCE',
    fallback: 1,
    min: 1,
    max: 1000,
    example: '4',
    help: 'Maximum number of costly lists (see DAYBOOK_LIST_TIMEOUT_MS) that run at the same time, per account and process. Further lists wait up to 5 s, then get 429. Each list can keep one core of the database busy.',
  }),
  readerTimeoutMs: integer({
    variable: 'DAYBOOK_READER_TIMEOUT_MS',
    fallback: 30_000,
    min: 100,
    max: 3_600_000,
    example: '30000',
    help: 'A client that reads nothing of its response for this many milliseconds is disconnected.',
  }),
  bytesInFlightPerAccount: integer({
    variable: 'DAYBOOK_BYTES_IN_FLIGHT_PER_ACCOUNT',
    fallback: 67_108_864,
    min: 65_536,
    max: 1_000_000_000_000,
    example: '67108864',
    help: 'Maximum number of response bytes that clients of one account have not read yet, per process. Beyond this limit, long responses wait and new requests get 429.',
  }),
  openRequestsPerMinute: integer({
    variable: 'DAYBOOK_OPEN_REQUESTS_PER_MINUTE',
    fallback: 600,
    min: 10,
    max: 1_000_000_000,
    example: '600',
    help: 'Maximum number of requests without a key (sign-in, link page, notifications from platforms) per minute, client address and process. Behind a proxy, set DAYBOOK_TRUSTED_PROXIES; otherwise all clients count as one address.',
  }),
  metricsPort: integer({
    variable: 'DAYBOOK_METRICS_PORT',
    fallback: 0,
    min: 0,
    max: 65535,
    example: '9464',
    help: 'Separate port for /metrics. If it is set, the main port does not serve /metrics. With 0, the main port serves it.',
  }),
};
