import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, test } from 'node:test';
import { revokeTokens } from '../../../src/connections/oauth/revoke-tokens.ts';
import { latestSync, linkByPage } from '../../../test/contract-servers/link-by-page.ts';
import { useApp } from '../../../test/harness.ts';
import { waitFor } from '../../../test/wait-for.ts';
import { startXeroServer } from '../contract-server/xero-server.ts';

// With Xero's documented limits: 60 requests a minute, 5,000 a day, 5 at once.
const server = await startXeroServer();
after(() => server.stop());
const notificationKey = 'webhooks-key';
const app = useApp({
  config: {
    connectorSettings: {
      xero: {
        url: server.url,
        clientId: server.oauth.client.clientId,
        clientSecret: server.oauth.client.clientSecret,
        notificationKey,
      },
    },
  },
});
/** Reports are of this year and the last. */
const months = 12 + new Date().getUTCMonth() + 1;
const sizes: Record<string, number> = {
  ...{ invoices: 130, bills: 20, customers: 4, suppliers: 3, accounts: 12, items: 3, payments: 15, creditNotes: 10 },
  ...{ taxRates: 4, info: 1, billPayments: 7, billCreditNotes: 5, journalEntries: 3, trackingCategories: 5 },
  ...{ purchaseOrders: 5, bankAccounts: 2, bankTransactions: 14, transfers: 3 },
  ...{ balanceSheet: months, profitAndLoss: months, cashFlowStatement: 1 },
};
const dataTypes = Object.keys(sizes);

async function notify(body: unknown, options: { key?: string; path?: string } = {}) {
  const text = JSON.stringify(body);
  const signature = createHmac('sha256', options.key ?? notificationKey)
    .update(text)
    .digest('base64');
  const answer = await fetch(`${app.url}${options.path ?? '/providers/xero/notifications'}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-xero-signature': signature },
    body: text,
  });
  return { status: answer.status, text: await answer.text(), cookies: answer.headers.getSetCookie() };
}
const eventsOf = (tenantId: string, eventCategory = 'INVOICE') => ({
  events: [{ resourceId: 'x', eventType: 'UPDATE', eventCategory, tenantId, tenantType: 'ORGANISATION' }],
  ...{ firstEventSequence: 1, lastEventSequence: 1, entropy: 'S0m3r4nd0mt3xt' },
});

/** A month of the cash flow costs a request, of which Xero allows 60 a minute. */
async function companyWithShortHistory() {
  const account = await app.account();
  const { companyId } = (await account.send('POST /companies', { body: { name: 'Acme' } })).body;
  const { settings } = (await account.send(`GET /companies/${companyId}/syncSettings`)).body;
  const syncFrom = `${new Date().toISOString().slice(0, 7)}-01T00:00:00Z`;
  const changed = settings.map((setting: { dataType: string }) =>
    setting.dataType === 'cashFlowStatement' ? { ...setting, syncFrom } : setting,
  );
  await account.send(`PUT /companies/${companyId}/syncSettings`, { body: { settings: changed } });
  return { account, companyId: String(companyId) };
}

const linked = await (async () => {
  let found: Awaited<ReturnType<typeof linkByPage>> | undefined;
  return async () => {
    found ??= await linkByPage(app, 'xero', await companyWithShortHistory());
    return found;
  };
})();

test('an owner links Xero by the link page, and every data type is synced within the limits of Xero', async () => {
  const { account, companyId } = await linked();
  for (const dataType of dataTypes) await account.send(`POST /companies/${companyId}/data/queue/${dataType}`);
  const count = async (dataType: string) =>
    (await account.send(`GET /companies/${companyId}/data/${dataType}`)).body.totalResults;
  await waitFor(async () => {
    const all = await Promise.all(dataTypes.map((dataType) => latestSync(account, companyId, dataType)));
    return all.every((sync) => sync?.status === 'Complete');
  }, 120_000);
  assert.deepEqual(await Promise.all(dataTypes.map(count)), Object.values(sizes));
  assert.ok(server.mostAtOnce() <= 5, `${server.mostAtOnce()} at once`);
  assert.deepEqual(
    server.requests.filter(({ status }) => status === 429),
    [],
  );
});

test('a pushed invoice whose response was lost exists once at Xero, and the push succeeds', async () => {
  const { account, companyId, connectionId } = await linked();
  const [customer] = [...server.books.rows.Contacts.values()];
  const lineItems = [{ description: 'Pump', unitAmount: 12.5, quantity: 2, accountRef: { id: '200' } }];
  const body = {
    invoiceNumber: 'LOST-1',
    customerRef: { id: customer?.ContactID },
    issueDate: '2026-11-01',
    lineItems,
  };
  server.order({ kind: 'lost', dataType: 'invoices', method: 'PUT', times: 1 });
  const path = `/companies/${companyId}/connections/${connectionId}/push/invoices`;
  const pushed = await account.send(`POST ${path}`, { body, headers: { prefer: 'wait=30' } });
  server.clearFaults();
  assert.equal(pushed.body.status, 'Success', pushed.text);
  const found = [...server.books.rows.Invoices.values()].filter((row) => row.InvoiceNumber === 'LOST-1');
  assert.deepEqual([found.length, found[0]?.InvoiceID], [1, pushed.body.record.id]);
  assert.equal(server.requests.filter(({ method }) => method === 'PUT').length, 2, 'sent twice with one key');
});

test('A-9: a push and a dry run warn of the fields that Xero ignores or rounds', async () => {
  const { account, companyId, connectionId } = await linked();
  const [customer] = [...server.books.rows.Contacts.values()];
  const lineItems = [
    { description: 'Pump', unitAmount: 1.234567, quantity: 2, discountAmount: 1, accountRef: { id: '200' } },
  ];
  const body = { customerRef: { id: customer?.ContactID }, issueDate: '2026-11-01', lineItems, currencyRate: 1.2 };
  const path = `/companies/${companyId}/connections/${connectionId}/push/invoices`;
  const known = [
    ['currencyRate', 'ignoredFieldValidator'],
    ['lineItems.0.discountAmount', 'ignoredFieldValidator'],
    ['lineItems.0.unitAmount', 'roundedValueValidator'],
  ];
  type Warned = { validation: { warnings: { itemId: string; validatorName: string }[] } };
  const brief = ({ validation }: Warned) =>
    validation.warnings.map(({ itemId, validatorName }) => [itemId, validatorName]).sort();
  const dry = await account.send(`POST ${path}?dryRun=true`, { body });
  assert.deepEqual(brief(dry.body), known, dry.text);
  const pushed = await account.send(`POST ${path}`, { body, headers: { prefer: 'wait=30' } });
  assert.equal(pushed.body.status, 'Success', pushed.text);
  assert.deepEqual(brief(pushed.body), known);
});

test('a push whose responses are lost for longer than its key surely lasts becomes unknown, not resent', async () => {
  const { account, companyId, connectionId } = await linked();
  const [customer] = [...server.books.rows.Contacts.values()];
  const lineItems = [{ description: 'Hose', unitAmount: 1, quantity: 1, accountRef: { id: '200' } }];
  const body = {
    invoiceNumber: 'LOST-2',
    customerRef: { id: customer?.ContactID },
    issueDate: '2026-11-01',
    lineItems,
  };
  server.order({ kind: 'lost', dataType: 'invoices', method: 'PUT' });
  const path = `/companies/${companyId}/connections/${connectionId}/push`;
  const { pushId } = (await account.send(`POST ${path}/invoices`, { body })).body;
  const look = async () => (await account.send(`GET /companies/${companyId}/push/${pushId}`)).body;
  await waitFor(async () => (await look()).step === 'sent', 60_000);
  await app.ctx.db.pool.query(`update push set requested_at = requested_at - interval '6 minutes' where push_id = $1`, [
    pushId,
  ]);
  await waitFor(async () => (await look()).step === 'unknown', 60_000);
  const sent = server.requests.filter(({ method }) => method === 'PUT').length;
  server.clearFaults();
  await app.pushLanes.sweep();
  assert.equal(server.requests.filter(({ method }) => method === 'PUT').length, sent);
  assert.equal([...server.books.rows.Invoices.values()].filter((row) => row.InvoiceNumber === 'LOST-2').length, 1);
});

test('a signed notification triggers a sync of the data types it names and is answered without a body', async () => {
  const { account, companyId } = await linked();
  const bare = { text: '', cookies: [] };
  // Before Xero uses a notification URL, it sends requests with valid and invalid signatures to the URL.
  assert.deepEqual(await notify({ events: [], entropy: 'x' }), { status: 200, ...bare });
  assert.deepEqual(await notify(eventsOf(server.tenant), { key: 'other' }), { status: 401, ...bare });
  assert.equal((await notify({ nothing: 'known' })).status, 400);
  assert.deepEqual(await notify(eventsOf('00000000-0000-0000-0000-000000000000')), { status: 200, ...bare });
  const before = await Promise.all(
    ['invoices', 'customers'].map((dataType) => latestSync(account, companyId, dataType)),
  );
  const [row] = [...server.books.rows.Invoices.values()];
  server.books.keep('Invoices', { ...row, Reference: 'notified' });
  assert.deepEqual(await notify(eventsOf(server.tenant)), { status: 200, ...bare });
  const path = `/companies/${companyId}/data/invoices/${row?.InvoiceID}`;
  await waitFor(async () => (await account.send(`GET ${path}`)).body.note === 'notified', 60_000);
  const now = await Promise.all(['invoices', 'customers'].map((dataType) => latestSync(account, companyId, dataType)));
  assert.deepEqual(
    now.map((sync, i) => sync.syncId === before[i].syncId),
    [false, true],
  );
});

test("an account's own application has its own notification URL and key and reaches only its connections", async () => {
  const { account } = await linked();
  const stranger = await app.account();
  const application = { ...server.oauth.client, notificationKey: 'their-own-key' };
  const { body } = await stranger.send('PUT /platforms/xero/application', { body: application });
  const path = new URL(body.notificationUrl).pathname;
  assert.equal(path, `/providers/xero/notifications/${stranger.accountId}`);
  assert.equal((await notify(eventsOf(server.tenant), { path })).status, 401, "the operator's key");
  const before = app.logLines.length;
  assert.equal((await notify(eventsOf(server.tenant), { path, key: 'their-own-key' })).status, 200);
  const told = app.logLines.slice(before).find((line) => line.msg === 'platform notification received');
  assert.equal(told?.queued, 0, 'the company belongs to another account');
  assert.equal(
    (await notify(eventsOf(server.tenant), { path: `${path.slice(0, -36)}${account.accountId}` })).status,
    401,
  );
});

test('a sync that reaches the daily limit waits until Xero allows more, and does not fail', async () => {
  const { account, companyId } = await linked();
  // Delete Daybook's own request budget, which would keep the sync from ever reaching the limit.
  await app.ctx.db.pool.query('delete from provider_budget');
  server.limits.perDay = 0;
  await account.send(`POST /companies/${companyId}/data/queue/accounts`);
  await waitFor(async () => (await latestSync(account, companyId, 'accounts')).status === 'Waiting', 60_000);
  const sync = await latestSync(account, companyId, 'accounts');
  server.limits.perDay = 5000;
  assert.match(JSON.stringify(sync), /daily limit for this organisation is reached/);
  await account.send(`POST /companies/${companyId}/data/history/${sync.syncId}/cancel`);
});

test('unlinking disconnects only this organisation at Xero and revokes no token', async () => {
  const { account, path } = await linked();
  await account.send(`PATCH ${path}`, { body: { status: 'Unlinked' } });
  // The daily limit has paused the connection; this ends the pause.
  await app.ctx.db.pool.query('delete from provider_budget');
  await revokeTokens({ ...app.ctx, budgets: { take: async () => () => {}, pause: async () => {} } });
  await waitFor(() => server.disconnected.length > 0);
  assert.deepEqual([server.disconnected, server.oauth.revocations()], [['newest'], 0]);
});
