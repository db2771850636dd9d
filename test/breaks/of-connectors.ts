import type { Break } from './break.ts';

const tests = ['test/providers/contract-sync/overlap.test.ts'];

/** Connectors of vendors, against their contract servers. */
export const ofConnectors: Break[] = [
  {
    id: 'P-VENDORS',
    what: 'a sync of Xero begins where the last one did, so that a transaction that was open then is missed',
    file: 'connectors/xero/src/xero-connector.ts',
    from: 'overlapMs = 5 * minuteMs,',
    to: 'overlapMs = 0,',
    tests,
  },
  {
    id: 'P-VENDORS',
    what: 'a sync of QuickBooks begins where the last one did, so that a transaction that was open then is missed',
    file: 'connectors/quickbooks/src/quickbooks-connector.ts',
    from: 'overlapMs = 5 * minuteMs,',
    to: 'overlapMs = 0,',
    tests,
  },
  {
    id: 'P-VENDORS',
    what: 'a sync of Stripe begins where the last one did, so that a transaction that was open then is missed',
    file: 'connectors/stripe/src/stripe-connector.ts',
    from: 'overlapMs = 5 * 60_000,',
    to: 'overlapMs = 0,',
    tests,
  },
];
