import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { ProviderHttp } from '@daybook/connector-kit';
import { type ConformanceTarget, plainHttp } from '@daybook/connector-kit/conformance';
import { dayMs, hourMs } from '../../../src/base/durations.ts';
import { openProof } from '../../../test/providers/proof.ts';
import { runConformance } from '../../../test/providers/run-conformance.ts';
import type { Collection, Row } from '../contract-server/stripe-books.ts';
import { startStripeServer } from '../contract-server/stripe-server.ts';
import { createStripeConnector } from '../src/stripe-connector.ts';

const server = await startStripeServer({ perSecond: 1_000_000 });
after(() => server.stop());
const connector = createStripeConnector({ baseUrl: server.url, pageSize: 40 });
const { books, clock } = server;
const plain = plainHttp({ timeoutMs: 5000 });
const http: ProviderHttp = { request: (request) => plain.request(request), nowMs: () => clock.nowMs() };
let count = 0;
// Make the existing objects older than the overlap, in which a pass reads objects again.
clock.advance(hourMs);

const places: Record<
  string,
  { collection: Collection; member: string; idName?: string; fits?: (row: Row) => boolean }
> = {
  invoices: { collection: 'invoices', member: 'description' },
  customers: { collection: 'customers', member: 'name' },
  items: { collection: 'products', member: 'name' },
  taxRates: { collection: 'tax_rates', member: 'display_name' },
  creditNotes: { collection: 'credit_notes', member: 'memo' },
  payments: {
    ...{ collection: 'charges', member: 'description', idName: 'payment_intent' },
    fits: ({ status }) => status === 'succeeded',
  },
  transfers: { collection: 'payouts', member: 'description', fits: ({ status }) => status !== 'failed' },
};

/** What makes a record disappear: objects that are deleted, or that stop to be one of the data type. */
function removeOne(dataType: string): string[] {
  const first = (collection: Collection, fits: (row: Row) => boolean) => books.list(collection).findLast(fits);
  const gone = (collection: Collection, row: Row | undefined, change: object) => {
    if (row) books.keep(collection, { ...row, ...change });
    return row ? [row.id] : [];
  };
  if (dataType === 'customers')
    return removed(
      'customers',
      first('customers', ({ name }) => name !== 'Ada'),
    );
  if (dataType === 'invoices')
    return removed(
      'invoices',
      first('invoices', ({ status }) => status === 'draft'),
    );
  if (dataType === 'transfers')
    return gone(
      'payouts',
      first('payouts', ({ status }) => status === 'in_transit'),
      { status: 'failed' },
    );
  if (dataType !== 'payments') return [];
  const won = first('disputes', ({ status }) => status === 'needs_response');
  const moved = (won?.balance_transactions ?? []) as Row[];
  const back = moved.map((row) => ({ ...row, amount: -Number(row.amount), net: 700 }));
  return [
    ...gone(
      'refunds',
      first('refunds', ({ status }) => status === 'succeeded'),
      { status: 'failed' },
    ),
    ...gone('disputes', won, { status: 'won', balance_transactions: [...moved, ...back] }),
  ];
}

function removed(collection: Collection, row: Row | undefined): string[] {
  if (row) books.remove(collection, row.id);
  return row ? [row.id] : [];
}

async function change(dataType: string) {
  clock.advance(hourMs);
  count++;
  const place = places[dataType];
  const deleted = removeOne(dataType);
  const updated: string[] = [];
  const created: string[] = [];
  if (place) {
    const all = books.list(place.collection).filter((row) => !deleted.includes(row.id) && (place.fits?.(row) ?? true));
    // The oldest ones, which no list of new objects shows.
    for (const row of all.slice(-2)) {
      books.keep(place.collection, { ...row, [place.member]: `touched ${count}` });
      updated.push(String(row[place.idName ?? 'id']));
    }
    if (dataType === 'customers')
      created.push(books.keep('customers', { ...all.at(-1), id: undefined, created: undefined, name: `n${count}` }).id);
  }
  if (dataType === 'info') {
    Object.assign(books.account, { business_profile: { name: `Rocket ${count}` } });
    updated.push(books.account.id);
  }
  if (dataType === 'bankAccounts') {
    const [newest] = books.list('balance_transactions');
    for (const currency of ['jpy', 'usd'])
      books.keep('balance_transactions', { ...newest, id: undefined, created: undefined, currency, net: count });
    updated.push('balance_jpy', 'balance_usd');
  }
  if (dataType === 'bankTransactions') {
    const [newest] = books.list('balance_transactions');
    created.push(books.keep('balance_transactions', { ...newest, id: undefined, created: undefined }).id);
  }
  clock.advance(hourMs);
  return { updated, created, deleted };
}

const invoice = () => ({
  ...{ customerRef: { id: books.list('customers').at(-1)?.id }, dueDate: '2031-12-31', currency: 'USD' },
  lineItems: [
    {
      ...{ description: `Pump ${++count}`, unitAmount: 10.125, quantity: 2 },
      itemRef: { id: books.list('products').at(-1)?.id },
      taxRateRef: { id: books.list('tax_rates').at(-1)?.id },
    },
  ],
  ...{ note: `n ${count}`, status: 'Draft' },
});

const customer = () => ({
  customerName: `Pushed ${++count} & Söhne`,
  emailAddress: 'a@example.com',
  phone: '123',
  addresses: [{ type: 'Billing', line1: '1 Mill Lane', city: 'Cork', country: 'IE', postalCode: 'T12' }],
});

const target: ConformanceTarget = {
  http,
  credentials: { apiKey: server.key },
  wrongCredentials: { apiKey: 'sk_test_wrong0123456789' },
  deniedCredentials: { apiKey: server.deniedKey },
  pagedType: 'invoices',
  change,
  forgetChanges: async () => clock.advance(31 * dayMs),
  async orderFault(kind, { dataType, ...options }) {
    // A key is not replaced by another one, so a single 401 cannot be followed by a success.
    if (kind === 'unauthorized' && options.times === 1) return;
    server.order({ kind, dataType, ...options });
  },
  clearFaults: async () => server.clearFaults(),
  push: {
    example: async (dataType) => (dataType === 'invoices' ? invoice() : customer()),
    wrong: async (dataType) =>
      dataType === 'invoices'
        ? { ...invoice(), customerRef: { id: 'cus_none' } }
        : { ...customer(), emailAddress: 'nobody' },
    loseAnswer: async (dataType) => server.order({ kind: 'lost', dataType, method: 'POST', times: 1 }),
  },
};
runConformance(connector, target, openProof('stripe', 'contract'));

test('the requests stay within what the server knows: none was rejected as unknown', () => {
  assert.deepEqual(
    server.requests.filter(({ status }) => status === 404 || status === 405),
    server.requests.filter(
      ({ path, status }) => status === 404 && /^\/v1\/(customers|invoices|products)\/\w+$/.test(path),
    ),
  );
});
