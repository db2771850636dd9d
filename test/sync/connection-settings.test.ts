import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { startSandbox } from '@daybook/sandbox';
import { sql } from 'kysely';
import { settableClock } from '../../src/base/clock.ts';
import { dayMs, hourMs } from '../../src/base/durations.ts';
import { startDueSyncs } from '../../src/sync/schedule/start-due-syncs.ts';
import { startOwnDueSyncs } from '../../src/sync/schedule/start-own-due-syncs.ts';
import { type TestAccount, useApp } from '../harness.ts';

// No worker runs: started syncs stay queued, and only the clock decides what is due.
const clock = settableClock('2026-01-01T00:00:00Z');
const sandbox = await startSandbox();
const app = useApp({ clock, config: { role: 'api', sandboxUrl: sandbox.url } });
after(() => sandbox.stop());

type Setting = { dataType: string; schedule: string; fetchOnFirstLink: boolean };
const setting = (dataType: string, schedule: string, more: object = {}) => ({
  ...{ dataType, schedule, fetchOnFirstLink: true, order: 0 },
  ...more,
});
const of = (body: { settings: Setting[] }, dataType: string) =>
  body.settings.find((candidate) => candidate.dataType === dataType)?.schedule;
const put = async (account: TestAccount, path: string, ...settings: object[]) => {
  const answer = await account.send(`PUT ${path}/syncSettings`, { body: { settings } });
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
};

async function connected(plan: 'paid' | 'free' = 'paid') {
  const account = await app.account({ plan });
  const { companyId } = (await account.send('POST /companies', { body: { name: 'Acme' } })).body;
  const companyPath = `/companies/${companyId}`;
  const made = await account.send(`POST ${companyPath}/connections`, { body: { platformKey: 'sandbox' } });
  const { connectionId } = made.body;
  return { account, companyPath, companyId, connectionId, path: `${companyPath}/connections/${connectionId}` };
}

async function link(account: TestAccount, path: string) {
  const credentials = { company: 'acme-100', secret: 'sandbox-acme-100' };
  assert.equal((await account.send(`PUT ${path}/authorization`, { body: { credentials } })).status, 200);
}

const endSyncs = ({ accountId }: TestAccount) =>
  app.ctx.db.write(accountId, sql`update sync set status = 'Complete', trigger = 'first'`);
const scheduled = async ({ accountId }: TestAccount) =>
  (
    await app.ctx.db.read<{ data_type: string }>(
      accountId,
      sql`select data_type from sync where trigger = 'schedule' order by data_type`,
    )
  ).map((row) => row.data_type);

async function runUntil(atMs: number) {
  clock.set(new Date(atMs));
  await startDueSyncs(app.ctx);
  await startOwnDueSyncs(app.ctx);
}

test('P-SETTINGS: a connection overrides its company, which overrides its account', async () => {
  const { account, companyPath, path } = await connected();
  await put(account, '/profile', setting('invoices', 'weekly'), setting('bills', 'weekly'), setting('items', 'weekly'));
  await put(account, companyPath, setting('invoices', 'monthly'), setting('bills', 'monthly'));
  const body = await put(account, path, setting('invoices', 'hourly'));
  assert.deepEqual(
    ['invoices', 'bills', 'items', 'customers'].map((dataType) => of(body, dataType)),
    ['hourly', 'monthly', 'weekly', 'daily'],
  );
  assert.deepEqual((await account.send(`GET ${path}/syncSettings`)).body, body);
  assert.equal(of((await account.send(`GET ${companyPath}/syncSettings`)).body, 'invoices'), 'monthly');
  assert.equal((await account.send(`DELETE ${path}/syncSettings`)).status, 204);
  assert.equal(of((await account.send(`GET ${path}/syncSettings`)).body, 'invoices'), 'monthly');
  assert.equal((await account.send(`DELETE ${path}/syncSettings`)).status, 204, 'also if there are none');
});

test('P-SETTINGS: hourly answers 402 on a free trial, and a connection of another company 404', async () => {
  const { account, companyPath, path } = await connected('free');
  const hourly = { settings: [setting('invoices', 'hourly')] };
  const refused = await account.send(`PUT ${path}/syncSettings`, { body: hourly });
  assert.deepEqual([refused.status, refused.body.code], [402, 'syncScheduleNotAllowed']);
  assert.equal(of((await account.send(`GET ${path}/syncSettings`)).body, 'invoices'), 'daily');
  const nobodys = `${companyPath}/connections/${randomUUID()}/syncSettings`;
  assert.equal((await account.send(`GET ${nobodys}`)).status, 404);
  assert.equal((await account.send(`PUT ${nobodys}`, { body: { settings: [] } })).status, 404);
  assert.equal((await account.send(`DELETE ${nobodys}`)).status, 404);
  const { companyId: other } = (await account.send('POST /companies', { body: { name: 'Other' } })).body;
  const elsewhere = path.replace(companyPath, `/companies/${other}`);
  assert.equal((await account.send(`GET ${elsewhere}/syncSettings`)).status, 404);
});

test('P-SETTINGS: the schedule of a data type follows the setting of the connection, and nothing is synced twice', async () => {
  const { account, companyPath, companyId, path } = await connected();
  const none = (await account.send('GET /profile/syncSettings')).body.settings.map((one: Setting) => ({
    ...one,
    schedule: 'none',
  }));
  await put(account, companyPath, ...none.filter((one: Setting) => !['invoices', 'bills'].includes(one.dataType)));
  await put(account, path, setting('invoices', 'hourly'), setting('bills', 'none'));
  await link(account, path);
  await endSyncs(account);
  const startMs = clock.nowMs();
  await runUntil(startMs + hourMs);
  assert.deepEqual(await scheduled(account), ['invoices'], 'hourly, although the company says daily');
  const { body } = await account.send(`GET /companies/${companyId}/dataStatus`);
  const nextMs = Date.parse(body.invoices.nextSync) - clock.nowMs();
  assert.ok(nextMs > 0 && nextMs <= hourMs, body.invoices.nextSync);
  assert.equal(body.bills.nextSync, undefined);
  await endSyncs(account);
  await runUntil(startMs + 2 * dayMs);
  assert.deepEqual(await scheduled(account), ['invoices'], 'bills: none for this connection');
  await endSyncs(account);
  await account.send(`DELETE ${path}/syncSettings`);
  await runUntil(startMs + 4 * dayMs);
  assert.deepEqual(await scheduled(account), ['bills', 'invoices'], 'by the company again');
  await endSyncs(account);
  await put(account, path, setting('invoices', 'hourly'));
  await account.send(`PATCH ${path}`, { body: { status: 'Unlinked' } });
  await runUntil(startMs + 6 * dayMs);
  assert.deepEqual(await scheduled(account), []);
});

test('P-SETTINGS: only the data types that the settings of the connection name are fetched when it is linked', async () => {
  const { account, path, connectionId } = await connected();
  await put(account, path, setting('invoices', 'daily', { fetchOnFirstLink: false }));
  await link(account, path);
  const rows = await app.ctx.db.read<{ data_type: string }>(
    account.accountId,
    sql`select data_type from sync where connection_id = ${connectionId}::uuid`,
  );
  const types = rows.map((row) => row.data_type);
  assert.ok(types.includes('bills') && !types.includes('invoices'), types.join());
});
