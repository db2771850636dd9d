import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { dataTypes } from '@daybook/connector-kit';
import { startSandbox } from '@daybook/sandbox';
import { sql } from 'kysely';
import { settableClock } from '../../src/base/clock.ts';
import { hourMs } from '../../src/base/durations.ts';
import { createLook } from '../../src/jobs/due-work.ts';
import { refreshAccountSchedules, requeueForgottenRefreshes } from '../../src/sync/schedule/refresh-schedules.ts';
import { dueSchedules, shortLooks, startDueSyncs } from '../../src/sync/schedule/start-due-syncs.ts';
import { startOn, type TestAccount, useApp } from '../harness.ts';

// No worker runs: started syncs stay queued, and only the clock decides what is due.
const clock = settableClock('2026-01-01T00:00:00Z');
const sandbox = await startSandbox();
const config = { role: 'api', sandboxUrl: sandbox.url } as const;
const app = useApp({ clock, config });
after(() => sandbox.stop());

const credentials = { company: 'acme-100', secret: 'sandbox-acme-100' };

async function linkedCompany(account: TestAccount) {
  const { companyId } = (await account.send('POST /companies', { body: { name: 'Acme' } })).body;
  const made = await account.send(`POST /companies/${companyId}/connections`, { body: { platformKey: 'sandbox' } });
  const path = `/companies/${companyId}/connections/${made.body.connectionId}`;
  assert.equal((await account.send(`PUT ${path}/authorization`, { body: { credentials } })).status, 200);
  // Ends the first syncs, which do not matter here.
  await endSyncs(account.accountId);
  return { companyId, path, connectionId: made.body.connectionId as string };
}

/** Sets the schedules of the given data types; all others become `none`. */
async function setSchedules(account: TestAccount, schedules: Record<string, string>, path = '/profile/syncSettings') {
  const others = (await account.send(`GET ${path}`)).body.settings as { dataType: string }[];
  const settings = others.map((setting) => ({ ...setting, schedule: schedules[setting.dataType] ?? 'none' }));
  assert.equal((await account.send(`PUT ${path}`, { body: { settings } })).status, 200);
  await refreshAccountSchedules(app.ctx, { accountId: account.accountId });
}

type Row = { company_id: string; data_type: string; schedule: string; next_at: Date };
async function schedulesOf({ accountId }: TestAccount, companyId?: string): Promise<Row[]> {
  const rows = await app.ctx.db.read<Row>(
    accountId,
    sql`select company_id, data_type, schedule, next_at
    from sync_schedule order by company_id, data_type`,
  );
  return rows.filter((row) => companyId === undefined || row.company_id === companyId);
}

async function endSyncs(accountId: string): Promise<void> {
  await app.ctx.db.write(accountId, sql`update sync set status = 'Complete'`);
}

async function scheduledSyncs({ accountId }: TestAccount) {
  return app.ctx.db.read<{ company_id: string; data_type: string; requested_at: Date }>(
    accountId,
    sql`select company_id, data_type, requested_at from sync where trigger = 'schedule' order by requested_at`,
  );
}

test('the schedules of a company follow its settings, and linking, unlinking and deleting its connection', async () => {
  const account = await app.account();
  await setSchedules(account, { invoices: 'hourly', bills: 'weekly' });
  const { companyId, path } = await linkedCompany(account);
  const rows = await schedulesOf(account);
  assert.deepEqual(
    rows.map((row) => [row.data_type, row.schedule]),
    [
      ['bills', 'weekly'],
      ['invoices', 'hourly'],
    ],
  );
  for (const row of rows) assert.ok(row.next_at > clock.now());
  await account.send(`PATCH ${path}`, { body: { status: 'Unlinked' } });
  assert.deepEqual(await schedulesOf(account), []);
  await account.send(`PUT ${path}/authorization`, { body: { credentials } });
  assert.deepEqual(await schedulesOf(account), rows, 'its times stay the same');
  await setSchedules(account, { invoices: 'daily', bills: 'weekly' }, `/companies/${companyId}/syncSettings`);
  const changed = await schedulesOf(account);
  assert.deepEqual(
    changed.map((row) => row.schedule),
    ['weekly', 'daily'],
  );
  assert.deepEqual(changed[0], rows[0], 'an unchanged schedule keeps its time');
  await account.send(`DELETE ${path}`);
  assert.deepEqual(await schedulesOf(account), []);
});

test("the account's settings are applied to all companies in batches; after a crash it resumes, after a change it restarts", async () => {
  const account = await app.account();
  await setSchedules(account, { invoices: 'daily' });
  const { accountId } = account;
  // 450 linked companies, written directly: three batches.
  await sql`with made as (insert into company (account_id, company_id, name, created_at)
      select ${accountId}::uuid, gen_random_uuid(), 'c', now() from generate_series(1, 450)
      returning company_id)
    insert into connection (account_id, company_id, connection_id, platform_key, source_type, status, created_at)
      select ${accountId}::uuid, company_id, gen_random_uuid(), 'sandbox', 'Accounting', 'Linked', now()
      from made`.execute(app.ctx.db.system);
  const put = (schedule: string) =>
    account.send('PUT /profile/syncSettings', {
      body: { settings: [{ dataType: 'invoices', fetchOnFirstLink: true, schedule, order: 0 }] },
    });
  const weekly = async () => (await schedulesOf(account)).filter((row) => row.schedule === 'weekly').length;
  await put('weekly');
  // The third transaction of the job fails, as when its process dies.
  let transactions = 0;
  const dying = {
    ...app.ctx,
    db: {
      ...app.ctx.db,
      transaction: ((id, work) => {
        if (++transactions === 3) throw new Error('died');
        return app.ctx.db.transaction(id, work);
      }) as typeof app.ctx.db.transaction,
    },
  };
  await assert.rejects(refreshAccountSchedules(dying, { accountId }), /died/);
  assert.equal(await weekly(), 400);
  await sql`delete from pgboss.job where name = 'refresh-sync-schedules'`.execute(app.ctx.db.system);
  await requeueForgottenRefreshes(app.ctx);
  const { rows } = await sql<{ data: { accountId: string } }>`select data from pgboss.job
    where name = 'refresh-sync-schedules'`.execute(app.ctx.db.system);
  assert.deepEqual(
    rows.map((row) => row.data),
    [{ accountId }],
    'a lost job is sent again',
  );
  transactions = 3;
  await refreshAccountSchedules(dying, { accountId });
  assert.equal(transactions, 4, 'it resumed where it had stopped');
  assert.equal(await weekly(), 450);
  await requeueForgottenRefreshes(app.ctx);
  await put('monthly');
  transactions = 0;
  await assert.rejects(refreshAccountSchedules(dying, { accountId }), /died/);
  await put('none');
  await refreshAccountSchedules(app.ctx, { accountId });
  const left = (await schedulesOf(account)).map((row) => row.data_type);
  assert.equal(left.length, 450 * (dataTypes.length - 1), 'all but invoices');
  assert.ok(!left.includes('invoices'));
});

test('a connection that is linked while the settings change gets the new schedules', async () => {
  const account = await app.account();
  const { companyId, path } = await linkedCompany(account);
  await account.send(`PATCH ${path}`, { body: { status: 'Unlinked' } });
  const linking = Promise.withResolvers<void>();
  const linked = app.ctx.db.transaction(account.accountId, async (tx) => {
    const { followConnection } = await import('../../src/sync/schedule/follow-connection.ts');
    const { enterState, refreshSummary } = await import('../../src/connections/store.ts');
    const place = { companyId, connectionId: path.split('/').at(-1) ?? '' };
    await enterState(tx, place, { state: 'Linked', at: clock.now() });
    await refreshSummary(tx, companyId, app.ctx.registry.names);
    await followConnection(app.ctx)(tx, { ...place, platformKey: 'sandbox', to: 'Linked' });
    await linking.promise;
  });
  await new Promise((resolve) => setTimeout(resolve, 200));
  const changed = setSchedules(account, { invoices: 'weekly' });
  await new Promise((resolve) => setTimeout(resolve, 200));
  linking.resolve();
  await Promise.all([linked, changed]);
  assert.deepEqual(
    (await schedulesOf(account)).map((row) => [row.data_type, row.schedule]),
    [['invoices', 'weekly']],
  );
});

test('each schedule starts once when it is due, and again one period later at the same time', async () => {
  const account = await app.account();
  await setSchedules(account, { invoices: 'hourly', bills: 'daily' });
  await linkedCompany(account);
  const first = await schedulesOf(account);
  const startedAt = clock.nowMs();
  for (let minute = 0; minute < 2 * 24 * 60; minute += 10) {
    clock.advanceMs(10 * 60_000);
    await startDueSyncs(app.ctx);
    await endSyncs(account.accountId);
  }
  const started = await scheduledSyncs(account);
  const count = (dataType: string) => started.filter((sync) => sync.data_type === dataType).length;
  assert.deepEqual([count('invoices'), count('bills')], [48, 2]);
  for (const sync of started) {
    const moment = first.find((row) => row.data_type === sync.data_type)?.next_at.getTime() ?? 0;
    const late = (sync.requested_at.getTime() - moment) % hourMs;
    assert.ok(late >= 0 && late <= 10 * 60_000, `${late} ms late`);
  }
  assert.ok(startedAt < (started[0]?.requested_at.getTime() ?? 0));
});

test('syncs missed during a pause run once, and then at their usual time', async () => {
  const account = await app.account();
  await setSchedules(account, { invoices: 'hourly' });
  await linkedCompany(account);
  const [before] = await schedulesOf(account);
  clock.advanceMs(100 * hourMs);
  assert.ok((await startDueSyncs(app.ctx)).started >= 1);
  assert.equal((await scheduledSyncs(account)).length, 1);
  await endSyncs(account.accountId);
  await startDueSyncs(app.ctx);
  assert.equal((await scheduledSyncs(account)).length, 1);
  const [moved] = await schedulesOf(account);
  const ahead = (moved?.next_at.getTime() ?? 0) - clock.nowMs();
  assert.ok(ahead > 0 && ahead <= hourMs);
  assert.equal(((moved?.next_at.getTime() ?? 0) - (before?.next_at.getTime() ?? 0)) % hourMs, 0);
});

test('a schedule that is due during a running sync starts no second one, and moves to its next time', async () => {
  const account = await app.account();
  await setSchedules(account, { invoices: 'hourly' });
  await linkedCompany(account);
  for (let hour = 0; hour < 3; hour++) {
    clock.advanceMs(hourMs);
    await startDueSyncs(app.ctx);
  }
  assert.equal((await scheduledSyncs(account)).length, 1);
});

test('schedules of unlinked, deleted or expired companies are skipped and move to their next time', async () => {
  const [account, free] = [await app.account(), await app.account()];
  for (const each of [account, free]) await setSchedules(each, { invoices: 'hourly' });
  const deauthorized = await linkedCompany(account);
  const deleted = await linkedCompany(account);
  await linkedCompany(free);
  const { system } = app.ctx.db;
  await sql`update connection set status = 'Deauthorized' where connection_id = ${deauthorized.connectionId}`.execute(
    system,
  );
  await sql`update company set deleted_at = ${clock.now()} where company_id = ${deleted.companyId}`.execute(system);
  await sql`update account set plan = 'free', created_at = ${new Date(clock.nowMs() - 366 * 24 * hourMs)}
    where account_id = ${free.accountId}`.execute(system);
  clock.advanceMs(hourMs);
  await startDueSyncs(app.ctx);
  for (const each of [account, free]) {
    assert.deepEqual(await scheduledSyncs(each), []);
    for (const row of await schedulesOf(each)) assert.ok(row.next_at > clock.now());
  }
  await sql`update connection set status = 'Linked' where connection_id = ${deauthorized.connectionId}`.execute(system);
  clock.advanceMs(hourMs);
  await startDueSyncs(app.ctx);
  assert.deepEqual(
    (await scheduledSyncs(account)).map((sync) => sync.company_id),
    [deauthorized.companyId],
  );
});

test('R-LIMIT-06: an hourly schedule runs daily while the account is a free trial, and hourly again afterwards', async () => {
  const account = await app.account();
  await setSchedules(account, { invoices: 'hourly' });
  await linkedCompany(account);
  const setPlan = (plan: string) =>
    sql`update account set plan = ${plan} where account_id = ${account.accountId}`.execute(app.ctx.db.system);
  const runHours = async (hours: number) => {
    const before = (await scheduledSyncs(account)).length;
    for (let hour = 0; hour < hours; hour++) {
      clock.advanceMs(hourMs);
      await startDueSyncs(app.ctx);
      await endSyncs(account.accountId);
    }
    return (await scheduledSyncs(account)).length - before;
  };
  assert.equal(await runHours(5), 5);
  await setPlan('free');
  assert.equal(await runHours(24 * 3), 3);
  await setPlan('paid');
  await runHours(24);
  assert.equal(await runHours(5), 5);
});

test('two processes that check at the same time start each of 3,000 syncs exactly once', async () => {
  const { accountId } = await app.account();
  await sql`with made as (insert into company (account_id, company_id, name, created_at)
      select ${accountId}::uuid, gen_random_uuid(), 'c', now() from generate_series(1, 3000)
      returning company_id), scheduled as (
    insert into sync_schedule (account_id, company_id, data_type, schedule, next_at)
      select ${accountId}::uuid, company_id, 'invoices', 'daily', ${clock.now()} from made)
    insert into connection (account_id, company_id, connection_id, platform_key, source_type, status, created_at)
      select ${accountId}::uuid, company_id, gen_random_uuid(), 'sandbox', 'Accounting', 'Linked', now()
      from made`.execute(app.ctx.db.system);
  const other = await startOn(app.databaseUrl, { clock, config });
  try {
    const contexts = [app.ctx, other.app.ctx, app.ctx, other.app.ctx];
    const started = await Promise.all(contexts.map(async (ctx) => (await startDueSyncs(ctx)).started));
    assert.ok(started.filter((count) => count > 0).length > 1, `more than one found something: ${started}`);
  } finally {
    await other.stop();
  }
  const [row] = await app.ctx.db.read<{ syncs: number; companies: number }>(
    accountId,
    sql`select count(*) as syncs, count(distinct company_id) as companies from sync`,
  );
  assert.deepEqual(row, { syncs: 3000, companies: 3000 });
  const { rows } = await sql<{ jobs: number }>`select count(*) as jobs from pgboss.job
    where name = 'run-sync-sandbox' and data ->> 'accountId' = ${accountId}`.execute(app.ctx.db.system);
  assert.equal(rows[0]?.jobs, 3000);
});

test('a schedule that a short check misses, because it was locked or committed late, is found by the next long one', async () => {
  const account = await app.account();
  await setSchedules(account, { invoices: 'hourly' });
  await linkedCompany(account);
  const look = createLook(app.ctx, [dueSchedules(app.ctx, () => {})]);
  const startDue = async () => {
    await look.start(() => false);
    await look.ended();
  };
  await startDue();
  const late = new Date(clock.nowMs() - hourMs);
  await app.ctx.db.write(account.accountId, sql`update sync_schedule set next_at = ${late}`);
  for (let nth = 0; nth < shortLooks; nth++) await startDue();
  assert.deepEqual(await scheduledSyncs(account), [], 'short checks start where the last one ended');
  await startDue();
  assert.equal((await scheduledSyncs(account)).length, 1);
  await endSyncs(account.accountId);
  for (let nth = 0; nth < shortLooks; nth++) {
    clock.advanceMs(hourMs);
    await startDue();
    await endSyncs(account.accountId);
  }
  assert.equal((await scheduledSyncs(account)).length, 1 + shortLooks, 'short checks find what becomes due');
});
