import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, test } from 'node:test';
import { revokeTokens } from '../../../src/connections/oauth/revoke-tokens.ts';
import { latestSync, linkByPage } from '../../../test/contract-servers/link-by-page.ts';
import { useApp } from '../../../test/harness.ts';
import { waitFor } from '../../../test/wait-for.ts';
import { startQuickbooksServer } from '../contract-server/quickbooks-server.ts';

// With Intuit's documented limits: 500 requests a minute, 10 at once.
const server = await startQuickbooksServer();
after(() => server.stop());
const verifierToken = 'verifier-token';
const app = useApp({
  config: {
    connectorSettings: {
      quickbooks: {
        url: server.url,
        clientId: server.oauth.client.clientId,
        clientSecret: server.oauth.client.clientSecret,
        notificationKey: verifierToken,
      },
    },
  },
});
/** Reports are of this year and the last. */
const months = 12 + new Date().getUTCMonth() + 1;
const sizes = {
  ...{ invoices: 133, bills: 20, customers: 4, suppliers: 2, accounts: 11, items: 2 },
  ...{ payments: 15, creditNotes: 7, taxRates: 3, info: 1, billPayments: 4, billCreditNotes: 4, journalEntries: 3 },
  ...{ trackingCategories: 4, purchaseOrders: 4, bankAccounts: 3, bankTransactions: 10, transfers: 3 },
  ...{ balanceSheet: months, profitAndLoss: months, cashFlowStatement: months },
};
const dataTypes = Object.keys(sizes);

test('QuickBooks: a company is linked, synced within the limits, notified, written to and revoked', async (t) => {
  const { account, companyId, connectionId, path, status } = await linkByPage(app, 'quickbooks');
  const complete = async (dataType: string) =>
    waitFor(async () => (await latestSync(account, companyId, dataType))?.status === 'Complete', 60_000);

  await t.test('every data type is synced without reaching a limit of QuickBooks', async () => {
    for (const dataType of dataTypes) await account.send(`POST /companies/${companyId}/data/queue/${dataType}`);
    for (const dataType of dataTypes) await complete(dataType);
    for (const [dataType, size] of Object.entries(sizes)) {
      const { body } = await account.send(`GET /companies/${companyId}/data/${dataType}`);
      assert.equal(body.totalResults, size, dataType);
    }
    assert.ok(server.mostAtOnce() <= 10);
    assert.deepEqual(
      server.requests.filter((one) => one.status === 429),
      [],
    );
  });

  const cloudEvents = 'application/cloudevents-batch+json';
  const knock = (text: string, given: string | undefined, contentType = 'application/json') =>
    fetch(`${app.url}/providers/quickbooks/notifications`, {
      method: 'POST',
      headers: { 'content-type': contentType, ...(given !== undefined && { 'intuit-signature': given }) },
      body: text,
    });
  const signatureOf = (text: string) => createHmac('sha256', verifierToken).update(text).digest('base64');

  await t.test('a notification in the older form has the same effect; without its signature it has none', async () => {
    const [[id = '', row] = []] = server.books.rows.Invoice;
    server.books.keep('Invoice', { ...row, CustomerMemo: { value: 'notified' } });
    const entities = [{ name: 'Invoice', id, operation: 'Update', lastUpdated: '2026-11-15T00:00:00Z' }];
    const text = JSON.stringify({ eventNotifications: [{ realmId: server.realm, dataChangeEvent: { entities } }] });
    assert.equal((await knock(text, undefined)).status, 401);
    assert.equal((await knock(`${text} `, signatureOf(text))).status, 401, 'the signature is of another body');
    assert.equal((await knock(text, signatureOf(text))).status, 200);
    const path = `GET /companies/${companyId}/data/invoices/${id}`;
    await waitFor(async () => (await account.send(path)).body.note === 'notified', 60_000);
  });

  await t.test('a deletion that QuickBooks notifies of is read by change data capture', async () => {
    const [id = ''] = [...server.books.rows.Invoice.keys()].slice(-1);
    server.books.remove('Invoice', id);
    const text = JSON.stringify([
      {
        specversion: '1.0',
        id: 'x',
        type: 'qbo.invoice.deleted.v1',
        intuitentityid: id,
        intuitaccountid: server.realm,
      },
    ]);
    assert.equal((await knock(text, 'wrong', cloudEvents)).status, 401);
    assert.equal((await knock(text, signatureOf(text), cloudEvents)).status, 200);
    const kept = async () => (await account.send(`GET /companies/${companyId}/data/invoices/${id}`)).body;
    await waitFor(async () => (await kept()).metadata?.isDeleted === true, 60_000);
    assert.ok(server.requests.some((one) => one.path.endsWith('/cdc')));
  });

  await t.test(
    'A-9: a push whose response was lost is written once, ignored fields give warnings, a delete works on both sides',
    async () => {
      const [customer] = server.books.rows.Customer.keys();
      const [item] = server.books.rows.Item.keys();
      const lineItems = [{ unitAmount: 12.5, quantity: 2, itemRef: { id: item } }];
      const body = { invoiceNumber: 'LOST-1', customerRef: { id: customer }, issueDate: '2026-11-01', lineItems };
      server.order({ kind: 'lost', dataType: 'invoice', method: 'POST', times: 1 });
      const to = `/companies/${companyId}/connections/${connectionId}/push/invoices`;
      const headers = { prefer: 'wait=30' };
      const pushed = await account.send(`POST ${to}`, { body, headers });
      server.clearFaults();
      assert.equal(pushed.body.status, 'Success', pushed.text);
      const found = [...server.books.rows.Invoice.values()].filter((row) => row.DocNumber === 'LOST-1');
      assert.deepEqual([found.length, found[0]?.Id], [1, pushed.body.record.id]);
      assert.equal(pushed.body.validation, undefined, 'QuickBooks stores it unchanged');

      const more = { ...body, invoiceNumber: 'MORE-1', totalAmount: 30 };
      const warned = await account.send(`POST ${to}`, { body: more, headers });
      assert.deepEqual(
        [warned.body.status, warned.body.validation?.warnings.map((one: { itemId: string }) => one.itemId)],
        ['Success', ['totalAmount']],
        warned.text,
      );
      const removed = await account.send(`DELETE ${to}/${found[0]?.Id}`, { headers });
      assert.equal(removed.body.status, 'Success', removed.text);
      assert.equal(server.books.rows.Invoice.has(String(found[0]?.Id)), false);
    },
  );

  await t.test('a pushed company name changes at QuickBooks and at once in Daybook', async () => {
    const [{ id }] = (await account.send(`GET /companies/${companyId}/data/info`)).body.results;
    const to = `/companies/${companyId}/connections/${connectionId}/push/info/${id}`;
    const body = { companyName: 'Renamed Ltd' };
    const pushed = await account.send(`PUT ${to}`, { body, headers: { prefer: 'wait=30' } });
    assert.equal(pushed.body.status, 'Success', pushed.text);
    assert.deepEqual(
      [server.books.company.CompanyName, server.books.company.LegalName],
      ['Renamed Ltd', 'Sandbox Company Ltd'],
    );
    const [kept] = (await account.send(`GET /companies/${companyId}/data/info`)).body.results;
    assert.deepEqual([kept.id, kept.companyName], [id, 'Renamed Ltd']);
  });

  await t.test('a pushed bank transaction is booked with its lines, and is in Daybook at once', async () => {
    const [expense, bank] = ['Advertising', 'Current'].map(
      (name) => [...server.books.rows.Account.values()].find(({ Name }) => Name === name)?.Id,
    );
    const to = `/companies/${companyId}/connections/${connectionId}/push/bankTransactions`;
    const lines = [{ accountRef: { id: expense }, amount: -7.25 }];
    const body = { bankAccountRef: { id: bank }, date: '2026-11-03', description: 'Paper', amount: -7.25, lines };
    const headers = { prefer: 'wait=30' };
    const pushed = await account.send(`POST ${to}`, { body, headers });
    assert.equal(pushed.body.status, 'Success', pushed.text);
    assert.equal(pushed.body.validation, undefined, pushed.text);
    const { id } = pushed.body.record;
    assert.equal(server.books.rows.Purchase.get(id.replace('purchase-', ''))?.TotalAmt, 7.25);
    const kept = await account.send(`GET /companies/${companyId}/data/bankTransactions/${id}`);
    assert.deepEqual([kept.body.amount, kept.body.description], [-7.25, 'Paper']);
    const wrong = await account.send(`POST ${to}`, { body: { ...body, amount: -8 }, headers });
    assert.equal(wrong.body.status, 'Failed', wrong.text);
    assert.deepEqual(
      wrong.body.validation.errors.map(({ itemId }: { itemId: string }) => itemId),
      ['amount'],
    );
  });

  await t.test('a connection whose owner revokes access at Intuit becomes Deauthorized', async () => {
    server.oauth.revokeAll();
    await account.send(`POST /companies/${companyId}/data/queue/bills`);
    await waitFor(async () => (await status()).status === 'Deauthorized', 60_000);
  });

  await t.test('deleting a connection revokes its token', async () => {
    await account.send(`DELETE ${path}`);
    await revokeTokens(app.ctx);
    await waitFor(() => server.oauth.revocations() === 1);
  });
});
