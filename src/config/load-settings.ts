import type { Setting } from './settings.ts';

/** Settings that keep one client from slowing down the others. */
export const loadSettings = {
  listTimeoutMs: {
    variable: 'DAYBOOK_LIST_TIMEOUT_MS',
    kind: 'integer',
    fallback: 10_000,
    min: 100,
    max: 600_000,
    example: '10000',
    help: 'Longest time a list that is filtered, sorted or read from a page far in may take in PostgreSQL; then 400 queryTooExpensive.',
  },
  costlyReadsAtOnce: {
    variable: 'DAYBOOK_COSTLY_READS_AT_ONCE',
    kind: 'integer',
    fallback: 1,
    min: 1,
    max: 1000,
    example: '4',
    help: 'Such lists that run at once, per account and process. Further ones wait up to 5 s, then 429. Each can keep one core of the database busy.',
  },
} satisfies Record<string, Setting>;
