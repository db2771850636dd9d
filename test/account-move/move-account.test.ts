import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startSandbox } from '@daybook/sandbox';
import { sql } from 'kysely';
import { linkCompany } from '../sync/synced-company.ts';
import { waitFor } from '../wait-for.ts';
import { type Receiver, startReceiver } from '../webhooks/receiver.ts';
import { startTwoCells, type TwoCells } from './two-cells.ts';

let cells: TwoCells;
let receiver: Receiver;
let sandbox: Awaited<ReturnType<typeof startSandbox>>;
before(async () => {
  sandbox = await startSandbox({ port: 0 });
  receiver = await startReceiver();
  cells = await startTwoCells({ config: { sandboxUrl: sandbox.url } });
});
after(async () => {
  await cells?.stop();
  await receiver?.stop();
  await sandbox?.stop();
});

test('an account moves with its records, keys, cursors, answers and deliveries, and back', async () => {
  const { a, b } = cells;
  const account = await a.account();
  const consumer = await account.send('POST /webhooks/consumers', {
    body: { name: 'moved', url: receiver.url, eventTypes: ['company.created'] },
  });
  assert.equal(consumer.status, 201, consumer.text);
  const company = await linkCompany(account, 'first-2500');
  await company.sync('invoices');
  for (let n = 0; n < 25; n++) await account.send('POST /companies', { body: { name: `Company ${n}` } });
  const answered = await account.send('POST /companies', {
    body: { name: 'Once' },
    headers: { 'idempotency-key': 'once' },
  });
  const companies = await account.send('GET /companies?pageSize=5');
  const invoices = await account.send(`GET ${company.path}/data/invoices?pageSize=5`);
  const feed = await account.send(`GET /changes`);
  await waitFor(() => receiver.requests.length >= 27);

  // These syncs are queued or running when the account leaves.
  const unfinished = await Promise.all(
    ['bills', 'customers', 'items'].map(async (dataType) => (await company.request(dataType)).syncId),
  );
  const report = await cells.move(account.accountId);
  assert.ok(report.tables?.every(({ isSame }) => isSame));
  assert.ok((report.pausedMs ?? 0) < 3000, `${report.pausedMs}`);

  // The old cell redirects, the new one serves.
  const redirected = await account.send('GET /companies', { redirect: 'manual', unchecked: true });
  assert.deepEqual([redirected.status, redirected.body.code], [307, 'accountMoved']);
  assert.equal(redirected.headers.get('location'), `${b.url}/companies`);
  const send: typeof account.send = (request, options) => b.send(request, { key: account.key, ...options });

  // Walks go on where they were, and do not see what came later.
  await send('POST /companies', { body: { name: 'A later one' } });
  const seen = companies.body.results.map((one: { name: string }) => one.name);
  let next = companies.body._links.next?.href;
  while (next) {
    const page = await send(`GET ${next}`);
    assert.equal(page.status, 200, page.text);
    seen.push(...page.body.results.map((one: { name: string }) => one.name));
    next = page.body._links.next?.href;
  }
  assert.equal(seen.length, companies.body.totalResults);
  assert.equal(new Set(seen).size, seen.length);
  assert.ok(!seen.includes('A later one'));
  const records = await send(`GET ${invoices.body._links.next.href}`);
  assert.equal(records.status, 200, records.text);
  assert.equal(records.body.totalResults, invoices.body.totalResults);
  const later = await send(`GET /changes?after=${feed.body.next}`);
  assert.equal(later.status, 200, later.text);

  const again = await send('POST /companies', { body: { name: 'Once' }, headers: { 'idempotency-key': 'once' } });
  assert.equal(again.headers.get('idempotency-replayed'), 'true');
  assert.equal(again.body.companyId, answered.body.companyId);

  // Sealed secrets work: a delivery is signed and arrives, a sync runs with the credentials.
  await waitFor(() => receiver.requests.length >= 28);
  const sync = await send(`POST ${company.path}/data/queue/invoices`);
  await waitFor(
    async () => (await send(`GET ${company.path}/data/history/${sync.body.syncId}`)).body.status === 'Complete',
  );
  for (const syncId of unfinished)
    await waitFor(async () => (await send(`GET ${company.path}/data/history/${syncId}`)).body.status === 'Complete');
  const log = await send('GET /webhooks/messages?pageSize=1');
  assert.equal(log.status, 200, log.text);

  // Nothing is left in the old cell.
  const { rows } = await sql<{
    n: number;
  }>`select (select count(*) from record where account_id = ${account.accountId}::uuid)
    + (select count(*) from company where account_id = ${account.accountId}::uuid)
    + (select count(*) from company_past where account_id = ${account.accountId}::uuid)
    + (select count(*) from oauth_revocation where account_id = ${account.accountId}::uuid) as n`.execute(
    a.ctx.db.system,
  );
  assert.equal(rows[0]?.n, 0);

  await cells.move(account.accountId, { isBack: true });
  const home = await account.send('GET /companies');
  assert.equal(home.status, 200, home.text);
  assert.equal(home.body.totalResults, companies.body.totalResults + 1);
  const stale = await account.send(`GET ${companies.body._links.next.href}`);
  assert.equal(stale.status, 410, stale.text);
});
