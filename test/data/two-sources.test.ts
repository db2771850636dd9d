import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startSandbox } from '@daybook/sandbox';
import { startStripeServer } from '../../connectors/stripe/contract-server/stripe-server.ts';
import { useApp } from '../harness.ts';
import { linkCompany } from '../sync/synced-company.ts';

/** One company with an accounting system (the sandbox) and a commerce platform (Stripe), as decision 0050 says. */
const [sandbox, stripe] = [await startSandbox(), await startStripeServer({ invoices: 12 })];
const app = useApp({ config: { sandboxUrl: sandbox.url, connectorSettings: { stripe: { url: stripe.url } } } });
after(() => Promise.all([sandbox.stop(), stripe.stop()]));

async function linkStripe(account: Awaited<ReturnType<typeof app.account>>, path: string) {
  const made = await account.send(`POST ${path}/connections`, { body: { platformKey: 'stripe' } });
  const at = `${path}/connections/${made.body.connectionId}/authorization`;
  const linked = await account.send(`PUT ${at}`, { body: { credentials: { apiKey: stripe.key } } });
  return { connectionId: String(made.body.connectionId), linked };
}

async function companyWithBoth() {
  const account = await app.account();
  const company = await linkCompany(account, 'books-100');
  const get = async (what: string) => (await account.send(`GET ${company.path}${what}`)).body;
  await company.sync('invoices');
  const { connectionId: shopId, linked } = await linkStripe(account, company.path);
  assert.equal(linked.status, 200, linked.text);
  await company.sync('invoices', `?connectionId=${shopId}`);
  return { account, company, shopId, get };
}

test('linking a commerce platform does not change what is read as the invoices of the company', async () => {
  const { account, company, shopId, get } = await companyWithBoth();
  const all = await get('/data/invoices?include=connection');
  assert.equal(all.totalResults, 100);
  const from = { connectionId: company.connectionId, platformKey: 'sandbox', sourceType: 'Accounting' };
  for (const { connection } of all.results) assert.deepEqual(connection, from);
  const shop = await get(`/connections/${shopId}/data/invoices?include=sourceData,connection`);
  assert.equal(shop.totalResults, 12);
  for (const { connection, sourceData } of shop.results) {
    assert.deepEqual(connection, { connectionId: shopId, platformKey: 'stripe', sourceType: 'Commerce' });
    assert.equal(sourceData.object, 'invoice');
  }
  const [{ id }] = shop.results;
  const one = await get(`/connections/${shopId}/data/invoices/${id}?include=connection`);
  const { results: versions } = await get(`/connections/${shopId}/data/invoices/${id}/versions?include=connection`);
  assert.deepEqual([one.connection.sourceType, versions[0].record.connection.sourceType], ['Commerce', 'Commerce']);
  assert.equal((await get(`/connections/${shopId}/data/invoices/${id}`)).connection, undefined, 'only on request');
  assert.equal((await account.send(`GET ${company.path}/data/invoices/${id}`)).status, 404, 'no list mixes the two');
});

test('a sync without a connection is one of the accounting system, and a data type of the shop alone is read from it', async () => {
  const { company, shopId, get } = await companyWithBoth();
  assert.equal((await company.sync('invoices')).connectionId, company.connectionId);
  const { invoices, bankTransactions: none } = await get('/dataStatus');
  const origin = ({ connectionId, platformKey, sourceType }: Record<string, string>) => [
    connectionId,
    platformKey,
    sourceType,
  ];
  assert.deepEqual(origin(invoices), [company.connectionId, 'sandbox', 'Accounting']);
  assert.deepEqual(origin(none), [undefined, undefined, undefined], 'never requested');
  await company.sync('bankTransactions', `?connectionId=${shopId}`);
  assert.deepEqual(origin((await get('/dataStatus')).bankTransactions), [shopId, 'stripe', 'Commerce']);
  const { results } = await get('/data/bankTransactions?include=connection&pageSize=1');
  assert.equal(results[0].connection.connectionId, shopId);
});

test('the data sets of both are listed with their platform, and changes name their connection', async () => {
  const { account, company, shopId, get } = await companyWithBoth();
  const list = async (query: string) =>
    (await account.send(`GET /dataSets?query=${encodeURIComponent(`companyId=${company.companyId}&&${query}`)}`)).body
      .results;
  const [shop, ...others] = await list('sourceType=Commerce');
  assert.deepEqual(
    [shop.connectionId, shop.platformKey, shop.dataType, others.length],
    [shopId, 'stripe', 'invoices', 0],
  );
  assert.equal((await list('platformKey=sandbox')).length, 1);
  const { results } = await get('/changes?limit=500');
  const counts = Object.groupBy(results, ({ connectionId }: { connectionId: string }) => connectionId);
  assert.deepEqual([counts[company.connectionId]?.length, counts[shopId]?.length], [100, 12]);
});

test('when the accounting system is unlinked, the paths of the company read the platform that is still linked', async () => {
  const { account, company, shopId, get } = await companyWithBoth();
  const path = `${company.path}/connections/${company.connectionId}`;
  assert.equal((await account.send(`PATCH ${path}`, { body: { status: 'Unlinked' } })).status, 200);
  const { results } = await get('/data/invoices?include=connection&pageSize=1');
  assert.equal(results[0].connection.connectionId, shopId);
  assert.equal((await get(`/connections/${company.connectionId}/data/invoices`)).totalResults, 100, 'still readable');
});

test('a company has one accounting system, and may have several platforms of other types', async () => {
  const { account, company } = await companyWithBoth();
  const made = await account.send(`POST ${company.path}/connections`, { body: { platformKey: 'sandbox' } });
  const at = `${company.path}/connections/${made.body.connectionId}/authorization`;
  const credentials = { company: 'books-100', secret: 'sandbox-books-100' };
  const second = await account.send(`PUT ${at}`, { body: { credentials } });
  assert.equal(second.status, 409, second.text);
  assert.equal((await linkStripe(account, company.path)).linked.status, 200);
});
