import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { useApp } from '../../../../test/harness.ts';
import { isQuick, tell } from '../../../../test/providers/figures.ts';
import { linkCompany } from '../../../../test/providers/linked-company.ts';
import { startStripeServer } from '../../contract-server/stripe-server.ts';

/** Daybook with the server of this repository, which the test of stripe-node holds to what Stripe publishes. */
const invoices = isQuick ? 600 : 5000;
const pushes = isQuick ? 10 : 50;
const server = await startStripeServer({ invoices, perSecond: 25 });
after(() => server.stop());
const { books } = server;
const app = useApp({ config: { connectorSettings: { stripe: { url: server.url } } } });

async function linked() {
  const account = await app.account();
  const company = await linkCompany(account, { platformKey: 'stripe', credentials: { apiKey: server.key } });
  return { account, company };
}

test('every invoice is synced, and then exactly the edited and deleted ones are changes', async () => {
  const { company } = await linked();
  assert.equal((await company.sync('invoices')).status, 'Complete');
  const before = await company.records('invoices');
  assert.equal(before.size, invoices);
  const total = [...before.values()].reduce((sum, { lineItems }) => sum + lineItems.length, 0);
  const lines = books.list('invoices').reduce((sum, row) => sum + (row.lines as []).length, 0);
  assert.equal(total, lines);

  const latest = await company.latest();
  const all = books.list('invoices');
  const deleted = all.filter(({ status }, n) => status === 'draft' && n % 2 === 0).slice(0, 20);
  for (const { id } of deleted) books.remove('invoices', id);
  const edited = all.filter(({ status }) => status === 'open').slice(0, 100);
  for (const row of edited) books.keep('invoices', { ...row, description: `Edited ${row.id}` });
  assert.equal((await company.sync('invoices')).status, 'Complete');
  const changes = await company.changes('invoices', latest);
  const ids = (kind: string) => changes.filter(({ change }) => change === kind).map(({ id }) => id);
  const sorted = (rows: { id: string }[]) => rows.map(({ id }) => id).sort();
  assert.deepEqual([...new Set(ids('updated'))].sort(), sorted(edited));
  assert.deepEqual([...new Set(ids('deleted'))].sort(), sorted(deleted));
  assert.equal(ids('added').length, 0);
  const records = await company.records('invoices');
  const missed = edited.filter(({ id }) => records.get(id)?.note !== `Edited ${id}`).length;
  const kept = deleted.filter(({ id }) => records.has(id)).length;
  tell({ syncedInvoices: before.size, invoiceLines: total, editedMissed: missed, deletedMissed: kept });
  assert.deepEqual([missed, kept], [0, 0]);
});

test('pushes whose every second response is lost are performed once each', async () => {
  const { account, company } = await linked();
  let succeeded = 0;
  for (let n = 0; n < pushes; n++) {
    if (n % 2 === 0) server.order({ kind: 'lost', dataType: 'customers', method: 'POST', times: 1 });
    const body = { customerName: `Pushed ${n}` };
    const path = `${company.path}/connections/${company.connectionId}/push/customers`;
    const pushed = await account.send(`POST ${path}`, { body, headers: { prefer: 'wait=60' } });
    if (pushed.body.status === 'Success') succeeded++;
    server.clearFaults();
  }
  const names = books.list('customers').flatMap(({ name }) => (/^Pushed/.test(String(name)) ? [String(name)] : []));
  tell({ pushesTrue: succeeded, pushedTwice: names.length - new Set(names).size });
  assert.deepEqual([succeeded, names.length], [pushes, pushes]);
});
