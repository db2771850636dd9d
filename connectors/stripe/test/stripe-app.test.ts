import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { useApp } from '../../../test/harness.ts';
import { linkCompany } from '../../../test/providers/linked-company.ts';
import { waitFor } from '../../../test/wait-for.ts';
import { startStripeServer } from '../contract-server/stripe-server.ts';

// With Stripe's documented limit for sandboxes: 25 requests a second.
const server = await startStripeServer({ invoices: 60, perSecond: 25 });
after(() => server.stop());
const { books } = server;
const app = useApp({ config: { connectorSettings: { stripe: { url: server.url } } } });

test('a company links Stripe with an API key, and every data type is synced within its limits', async () => {
  const account = await app.account();
  const credentials = { apiKey: server.key };
  const company = await linkCompany(account, { platformKey: 'stripe', credentials });
  const succeeded = books.list('charges').filter(({ status }) => status === 'succeeded').length;
  const counts: Record<string, number> = {
    ...{ invoices: 60, customers: 6, items: 3, taxRates: 2, bankAccounts: 3, info: 1 },
    creditNotes: books.list('credit_notes').length,
    payments: succeeded + books.list('refunds').length + books.list('disputes').length,
    bankTransactions: books.list('balance_transactions').length,
    transfers: books.list('payouts').length,
  };
  for (const [dataType, count] of Object.entries(counts)) {
    const sync = await company.sync(dataType);
    assert.equal(sync.status, 'Complete', JSON.stringify(sync));
    assert.equal((await company.records(dataType)).size, count, dataType);
  }
  assert.deepEqual(
    server.requests.filter(({ status }) => status === 429),
    [],
  );
  const refused = await account.send(`GET ${company.path}/data/accounts`);
  assert.match(refused.text, /Datatype accounts not supported by platform\(s\) Stripe/);
});

test('a change, a deletion and a push whose response was lost reach Daybook once', async () => {
  const account = await app.account();
  const company = await linkCompany(account, { platformKey: 'stripe', credentials: { apiKey: server.key } });
  await company.sync('customers');
  const [newest, other] = books.list('customers');
  books.keep('customers', { ...newest, name: 'Renamed' });
  books.remove('customers', other?.id ?? '');
  const sync = await company.sync('customers');
  assert.deepEqual([sync.counts.updated, sync.counts.deleted, sync.counts.added], [1, 1, 0], JSON.stringify(sync));
  const records = await company.records('customers');
  assert.equal(records.get(newest?.id ?? '')?.customerName, 'Renamed');

  server.order({ kind: 'lost', dataType: 'customers', method: 'POST', times: 1 });
  const path = `${company.path}/connections/${company.connectionId}/push/customers`;
  const body = { customerName: 'Lost & Found', emailAddress: 'lost@example.com' };
  const pushed = await account.send(`POST ${path}`, { body, headers: { prefer: 'wait=30' } });
  server.clearFaults();
  assert.equal(pushed.body.status, 'Success', pushed.text);
  assert.equal(books.list('customers').filter(({ name }) => name === 'Lost & Found').length, 1);
});

test('P-GROUP: a customer and its draft invoice are undone by deletions, also after a lost response', async () => {
  const account = await app.account();
  const company = await linkCompany(account, { platformKey: 'stripe', credentials: { apiKey: server.key } });
  for (const dataType of ['customers', 'invoices', 'items', 'taxRates']) await company.sync(dataType);
  const counted = () => [books.list('customers').length, books.list('invoices').length];
  const before = counted();
  const made = (key: string, dataType: string, record: object) => ({ key, dataType, operation: 'create', record });
  const steps = [
    made('customer', 'customers', { customerName: 'Undone & Co' }),
    made('invoice', 'invoices', {
      ...{ customerRef: { id: { fromStep: 'customer' } }, dueDate: '2031-12-31', currency: 'USD' },
      lineItems: [{ description: 'Pump', unitAmount: 10, quantity: 1 }],
    }),
    made('wrong', 'customers', { customerName: 'x', emailAddress: 'nobody' }),
  ];
  for (const dataType of ['invoices', 'customers'])
    server.order({ kind: 'lost', dataType, method: 'DELETE', times: 1 });
  const body = { connectionId: company.connectionId, onFailure: 'undo', steps };
  const { pushGroupId } = (await account.send(`POST ${company.path}/pushGroups`, { body })).body;
  const read = async () => (await account.send(`GET ${company.path}/pushGroups/${pushGroupId}`)).body;
  await waitFor(async () => (await read()).completed !== undefined, 60_000);
  server.clearFaults();
  const group = await read();
  assert.equal(group.status, 'Undone', JSON.stringify(group));
  assert.deepEqual(
    group.steps.map(({ undo, outcome }: { undo: string; outcome: string }) => [undo, outcome]),
    [
      ['delete', 'undone'],
      ['delete', 'undone'],
      ['delete', 'failed'],
    ],
  );
  assert.deepEqual(counted(), before);
  const lost = server.requests.filter(({ method }) => method === 'DELETE');
  assert.deepEqual(lost.map(({ status }) => status).slice(-1), [404], 'the deletion was sent again');
});

test('a wrong key is rejected, and the key is in no answer', async () => {
  const account = await app.account();
  const { companyId } = (await account.send('POST /companies', { body: { name: 'Acme' } })).body;
  const made = await account.send(`POST /companies/${companyId}/connections`, { body: { platformKey: 'stripe' } });
  const path = `/companies/${companyId}/connections/${made.body.connectionId}/authorization`;
  const answer = await account.send(`PUT ${path}`, { body: { credentials: { apiKey: 'sk_test_wrong' } } });
  assert.equal(answer.status, 403, answer.text);
  assert.match(answer.text, /Stripe does not accept the API key/);
  assert.ok(!answer.text.includes('sk_test_wrong'));
});
