import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { noteCompanySynced, setDataConnections } from '../../src/companies/store.ts';
import { checkListServer, forgetPast } from '../../src/lists/forget-past.ts';
import { type TestAccount, useApp } from '../harness.ts';
import { waitFor } from '../wait-for.ts';
import { createCompanies, getPage, numbered } from './walk-pages.ts';

/** Past row versions that cursors need, and when they are removed. */
const app = useApp();

async function startWalk(): Promise<{ account: TestAccount; next: string; companyId: string }> {
  const account = await app.account();
  const [company] = await createCompanies(account, numbered(5));
  const { _links } = await getPage(account, '/companies?pageSize=2&orderBy=-name');
  return { account, next: _links.next?.href ?? '', companyId: company?.companyId ?? '' };
}

const rename = (account: TestAccount, companyId: string, name: string) =>
  account.send(`PATCH /companies/${companyId}`, { body: { name } });

async function versionsOf(companyId: string): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*) as n from company_past where company_id = ${companyId}`.execute(app.ctx.db.system);
  return rows[0]?.n ?? 0;
}

const checkServer = () => checkListServer({ url: app.ctx.config.directDatabaseUrl });

/** Whether all transactions older than the change have ended; other tests on this server may still have some open. */
async function isOverFor(companyId: string): Promise<boolean> {
  const { rows } = await sql<{ over: boolean }>`select max(ended_by) < pg_snapshot_xmin(pg_current_snapshot()) as over
    from company_past where company_id = ${companyId}`.execute(app.ctx.db.system);
  return rows[0]?.over ?? false;
}

/** Makes the recorded xmin values look older by `minutes`. */
const age = (minutes: number) =>
  sql`update list_moment set taken_at = taken_at - make_interval(mins => ${minutes}::int)`.execute(app.ctx.db.system);

test('A-1: past versions are kept for the lifetime of a cursor; afterwards they are removed and the cursor returns 410', async () => {
  const { account, next, companyId } = await startWalk();
  await rename(account, companyId, 'renamed');
  await waitFor(() => isOverFor(companyId));
  await forgetPast(app.ctx);
  await age(1499);
  await forgetPast(app.ctx);
  assert.equal(await versionsOf(companyId), 1, 'within 25 hours');
  assert.equal((await account.send(`GET ${next}`)).status, 200);

  await age(2);
  await forgetPast(app.ctx);
  assert.equal(await versionsOf(companyId), 0, 'after 25 hours');
  const gone = await account.send(`GET ${next}`);
  assert.deepEqual([gone.status, gone.body.code], [410, 'snapshotGone']);
  assert.match(gone.headers.get('link') ?? '', /companies\?pageSize=2&orderBy=-name>; rel="first"/);
});

test('A-1: a long open transaction does not prevent new cursors from working', async () => {
  const { account, companyId } = await startWalk();
  const client = await app.ctx.db.pool.connect();
  try {
    await client.query('begin');
    await client.query('select pg_current_xact_id()');
    await forgetPast(app.ctx);
    await age(1501);
    const page = await getPage(account, '/companies?pageSize=2&orderBy=-name');
    await rename(account, companyId, 'renamed later');
    await forgetPast(app.ctx);
    const second = await getPage(account, page._links.next?.href ?? '');
    assert.equal(second.results.length, 2);
    const third = await getPage(account, second._links.next?.href ?? '');
    assert.deepEqual(
      third.results.map((company) => company.name),
      ['company 001'],
    );
  } finally {
    await client.query('rollback');
    client.release();
  }
});

test('A-1: on another server, rows with future transaction ids are visible, and old cursors and ETags are invalid', async () => {
  const { account, next, companyId } = await startWalk();
  await rename(account, companyId, 'renamed');
  const before = await account.send('GET /companies');
  assert.equal(await checkServer(), false, 'the same server');
  // As after restoring a dump: transaction ids that this server has not reached yet.
  await sql`update company set made_by = '99999999999' where account_id = ${account.accountId}`.execute(
    app.ctx.db.system,
  );
  await sql`update list_horizon set server = 'another'`.execute(app.ctx.db.system);
  assert.equal(await checkServer(), true);

  assert.equal((await account.send(`GET ${next}`)).status, 410);
  const etag = before.headers.get('etag') ?? '';
  const after = await account.send('GET /companies', { headers: { 'if-none-match': etag } });
  assert.deepEqual([after.status, after.text], [200, before.text]);
  const page = await getPage(account, '/companies?pageSize=3');
  assert.equal((await getPage(account, page._links.next?.href ?? '')).results.length, 2);
  assert.equal(await versionsOf(companyId), 0);
});

test('A-1: on a promoted standby every version is kept, and only old cursors are invalid', async () => {
  const { account, next, companyId } = await startWalk();
  await rename(account, companyId, 'renamed');
  const madeBy = async () => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from company
      where account_id = ${account.accountId} and made_by is not null`.execute(app.ctx.db.system);
    return rows[0]?.n;
  };
  await sql`update list_horizon set server = regexp_replace(server, '/\\d+/', '/0/')`.execute(app.ctx.db.system);
  assert.equal(await checkServer(), true);
  assert.deepEqual([await versionsOf(companyId), await madeBy()], [1, 5]);
  assert.equal((await account.send(`GET ${next}`)).status, 410);
});

test('A-1: if no server is recorded yet, it is recorded and nothing else changes', async () => {
  const { account, next, companyId } = await startWalk();
  await rename(account, companyId, 'renamed');
  await sql`update list_horizon set server = ''`.execute(app.ctx.db.system);
  assert.equal(await checkServer(), false);
  assert.equal(await versionsOf(companyId), 1);
  assert.equal((await account.send(`GET ${next}`)).status, 200);
});

test('A-1: the check for another server can take longer than the statement timeout', async () => {
  await sql`create function take_time() returns trigger language plpgsql as 'begin perform pg_sleep(1.5); return null; end'`.execute(
    app.ctx.db.system,
  );
  await sql`create trigger take_time after delete on list_moment execute function take_time()`.execute(
    app.ctx.db.system,
  );
  const database = await sql<{ name: string }>`select current_database() as name`.execute(app.ctx.db.system);
  await sql`alter database ${sql.id(database.rows[0]?.name ?? '')} set statement_timeout = '1s'`.execute(
    app.ctx.db.system,
  );
  await sql`update list_horizon set server = 'another'`.execute(app.ctx.db.system);
  assert.equal(await checkServer(), true);
  await sql`drop function take_time() cascade`.execute(app.ctx.db.system);
});

test('A-1: later writes to a deleted company do not change the following pages', async () => {
  const account = await app.account();
  const [company] = await createCompanies(account, numbered(3));
  const { _links } = await getPage(account, '/companies?pageSize=1&orderBy=-name');
  await app.ctx.jobs.pause();
  const companyId = company?.companyId ?? '';
  await account.send(`DELETE /companies/${companyId}`);
  await app.ctx.db.transaction(account.accountId, async (tx) => {
    noteCompanySynced(tx, companyId, new Date());
    await setDataConnections(tx, companyId, '[{"status":"Linked"}]');
  });
  const second = await getPage(account, _links.next?.href ?? '');
  const third = await getPage(account, second._links.next?.href ?? '');
  await app.ctx.jobs.resume();
  assert.deepEqual(
    third.results.map(({ name, lastSync }) => ({ name, lastSync })),
    [{ name: 'company 001', lastSync: undefined }],
  );
});

test('A-1: changing, creating or deleting a company writes two rows each', async () => {
  const account = await app.account();
  const [company] = await createCompanies(account, numbered(1));
  const versions = async () => {
    const { rows } = await sql<{
      n: number;
    }>`select (select count(*) from company_past where account_id = ${account.accountId})
      + (select sum(version) from company_count where account_id = ${account.accountId}) as n`.execute(
      app.ctx.db.system,
    );
    return Number(rows[0]?.n);
  };
  const writes: [string, () => Promise<unknown>][] = [
    ['rename', () => rename(account, company?.companyId ?? '', 'renamed')],
    ['creation', () => createCompanies(account, numbered(1))],
    ['deletion', () => account.send(`DELETE /companies/${company?.companyId}`)],
  ];
  await app.ctx.jobs.pause();
  for (const [what, write] of writes) {
    const before = await versions();
    await write();
    assert.equal((await versions()) - before, 1, `${what}: one row besides that of the company`);
  }
  await app.ctx.jobs.resume();
});

test('A-1: a filtered total is remembered and counted again after a rename', async () => {
  const account = await app.account();
  const [company] = await createCompanies(account, numbered(4, 'C'));
  const total = async () => (await getPage(account, '/companies?query=name~C')).totalResults;
  const remembered = async () => {
    const { rows } = await sql<{ total: number }>`select total from remembered_total
      where account_id = ${account.accountId}`.execute(app.ctx.db.system);
    return rows.map((row) => row.total);
  };
  assert.deepEqual([await total(), await total(), await remembered()], [4, 4, [4]]);
  await sql`update remembered_total set total = 77 where account_id = ${account.accountId}`.execute(app.ctx.db.system);
  assert.equal(await total(), 77, 'the remembered total is used');
  await rename(account, company?.companyId ?? '', 'other');
  assert.deepEqual([await total(), await remembered()], [3, [3]]);
});
