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
  {
    id: 'P-VENDORS',
    what: 'after a pause of 30 days, changes of QuickBooks are asked for that it no longer remembers',
    file: 'connectors/quickbooks/src/pull-records.ts',
    from: 'if (http.nowMs() - Date.parse(cursor) > rememberedMs)',
    to: 'if (rememberedMs < 0)',
    tests: ['connectors/quickbooks/test/quickbooks-rules.test.ts'],
  },
  {
    id: 'P-VENDORS',
    what: 'an invoice whose lines Stripe rejects stays behind as a draft',
    file: 'connectors/stripe/src/push-invoices.ts',
    from: 'if (isRefusal(answer)) await remove(input, url);',
    to: '',
    tests: ['connectors/stripe/test/stripe-invoices.test.ts'],
  },
  {
    id: 'P-VENDORS',
    what: 'the lines of an invoice are sent again under another key, so that they are on it twice',
    file: 'connectors/stripe/src/push-invoices.ts',
    from: 'const key = `${wish.reference}${path}`;',
    to: 'const key = `${performance.now()}`;',
    tests: ['connectors/stripe/test/stripe-invoices.test.ts'],
  },
  {
    id: 'P-CONDITION',
    what: 'Tryton is not asked to compare the version, so that a change just before the write is overwritten',
    file: 'connectors/tryton/src/push-records.ts',
    from: 'await tryton.call(method, params, at === 0 ? guard : {});',
    to: 'await tryton.call(method, params, at < 0 ? guard : {});',
    tests: ['connectors/tryton/test/push-changes.test.ts'],
  },
  {
    id: 'P-CONDITION',
    what: 'the version of an invoice of Tryton does not change with its lines',
    file: 'connectors/tryton/src/change-records.ts',
    from: "export const versionOf = (source: string) => hash('sha256', source).slice(0, 32);",
    to: 'export const versionOf = (source: string) => `${(JSON.parse(source) as Stamped).id}`;',
    tests: ['connectors/tryton/test/push-changes.test.ts'],
  },
  {
    id: 'P-PLATFORMS',
    what: 'a run that was stored before a bar was added still counts as a proof',
    file: 'dev/platform-proofs.ts',
    from: 'return today !== undefined && text(today) === text(',
    to: 'return today !== undefined || text([]) === text(',
    tests: ['test/connectors/platforms.test.ts'],
  },
  {
    id: 'P-PLATFORMS',
    what: 'a data type that only the contract server has shown counts as shown by the vendor',
    file: 'dev/platform-proofs.ts',
    from: "const best = proofs.find(({ done }) => done.get('read')?.includes(dataType));",
    to: 'const [best] = proofs;',
    tests: ['test/connectors/platforms.test.ts'],
  },
];
