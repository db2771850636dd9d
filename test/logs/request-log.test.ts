import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { settableClock } from '../../src/base/clock.ts';
import { dayMs } from '../../src/base/durations.ts';
import { newId } from '../../src/base/ids.ts';
import { nobody } from '../../src/http/access/principal.ts';
import type { LoggedRequest } from '../../src/http/request-log.ts';
import { keepLogDays } from '../../src/logs/log-days.ts';
import { requestBatch } from '../../src/logs/requests/request-batch.ts';
import { insertRequests, insertRequestsAgain, requestEraser } from '../../src/logs/requests/store.ts';
import { serverUrl, useApp } from '../harness.ts';
import { makePerson } from '../people/people.ts';
import { waitFor } from '../wait-for.ts';

const clock = settableClock(new Date().toISOString());
const app = useApp({ clock });

type Row = {
  correlationId: string;
  at: string;
  actor: { kind: string; id?: string; name: string };
  method: string;
  operation?: string;
  path: string;
  query?: string;
  companyId?: string;
  status?: number;
  code?: string;
  durationMs: number;
  bytes: number;
  address?: string;
};
type Listed = { results: Row[]; totalResults: number };

async function makeAccount() {
  const account = await app.account();
  const person = await makePerson(app, { accountId: account.accountId, name: 'Ann' });
  let admin = await person.signIn();
  const signInAgain = async () => {
    admin = await person.signIn();
  };
  const list = async (query = '', more = ''): Promise<Listed> => {
    await app.ctx.requestLog?.flush();
    const { status, body, text } = await admin.send(`GET /requests?query=${encodeURIComponent(query)}${more}`);
    assert.equal(status, 200, text);
    return body;
  };
  return { account, admin, list, signInAgain };
}
const idOf = (answer: { headers: Headers }) => answer.headers.get('x-correlation-id') ?? '';

test('a request is listed with its caller, operation, path, status, duration, size and correlation id', async () => {
  const { account, list } = await makeAccount();
  const { companyId } = (await account.send('POST /companies', { body: { name: 'Birch' } })).body;
  const read = await account.send(`GET /companies/${companyId}`);
  const { results } = await list(`correlationId=${idOf(read)}`);
  assert.equal(results.length, 1);
  const { durationMs, bytes, at, ...rest } = results[0] as Row;
  assert.deepEqual(rest, {
    correlationId: idOf(read),
    actor: { kind: 'key', id: account.apiKeyId, name: 'test' },
    method: 'GET',
    operation: 'getCompany',
    path: `/companies/${companyId}`,
    companyId,
    status: 200,
    address: '127.0.0.1',
  });
  assert.ok(durationMs > 0 && bytes > read.text.length, `${durationMs} ms, ${bytes} bytes`);
  assert.equal(at, clock.now().toISOString());
});

test('rejected requests are listed with the code of their error, and people by their names', async () => {
  const { account, admin, list } = await makeAccount();
  const { secret } = await app.key(account.accountId, { name: 'reader', scopes: ['read'] });
  const denied = await app.send('POST /companies', { key: secret, body: { name: 'x' } });
  const wrong = await account.send('POST /companies', { body: {} });
  const headers = { 'idempotency-key': 'again' };
  const replayed = [1, 2].map(() => account.send('POST /companies', { body: { name: '' }, headers }));
  const last = idOf((await Promise.all(replayed))[1] as never);
  const nowhere = await account.send('GET /nothing/here?token=abc');
  await admin.send('GET /companies');
  const { results } = await list();
  const found = (id: string) => results.find(({ correlationId }) => correlationId === id);
  assert.deepEqual([found(idOf(denied))?.code, found(idOf(denied))?.actor.name], [denied.body.code, 'reader']);
  assert.equal(found(idOf(wrong))?.status, 400);
  assert.equal(found(idOf(wrong))?.code, wrong.body.code);
  assert.ok(found(last)?.code, 'an error that an Idempotency-Key repeats also has its code');
  const lost = found(idOf(nowhere));
  assert.deepEqual(
    [lost?.status, lost?.operation, lost?.path, lost?.query],
    [404, undefined, '/nothing/here', undefined],
  );
  const byPerson = results.find(({ actor }) => actor.kind === 'person' && actor.name === 'Ann');
  assert.equal(byPerson?.operation, 'listCompanies');
});

test('rows can be filtered by method, operation, status, key, company and period, with exact totals and pages', async () => {
  const { account, list, admin } = await makeAccount();
  const { companyId } = (await account.send('POST /companies', { body: { name: 'Oak' } })).body;
  const from = clock.now().toISOString();
  clock.advanceMs(60_000);
  const to = clock.now().toISOString();
  for (let n = 0; n < 5; n++) await account.send(`GET /companies/${companyId}`);
  await account.send('GET /companies/00000000-0000-4000-8000-000000000000');
  const total = async (query: string) => (await list(query)).totalResults;
  assert.equal(await total('operation=getCompany'), 6);
  assert.equal(await total('operation=getCompany && status=200'), 5);
  assert.equal(await total('status>=400 && status<500'), 1);
  assert.equal(await total('method=POST && actor.kind=key'), 1);
  assert.equal(await total(`actor.id=${account.apiKeyId}`), 7);
  assert.equal(await total(`companyId=${companyId}`), 5);
  assert.equal(await total(`actor.kind=key && at>=${from} && at<${to}`), 1);
  assert.equal(await total(`actor.kind=key && at>=${to}`), 6);
  // The list itself is a request, so the total grows by one with each reading.
  const first = await list('', '&pageSize=4');
  const [counted] = (
    await sql<{ n: number }>`select count(*) as n from request_log where account_id = ${account.accountId}`.execute(
      app.ctx.db.system,
    )
  ).rows;
  assert.equal(first.totalResults, counted?.n);
  const seen = first.results.map(({ correlationId }) => correlationId);
  let next = (first as unknown as { _links: { next?: { href: string } } })._links.next?.href;
  while (next) {
    const { body } = await admin.send(`GET ${next.replace('http://api.test', '')}`);
    seen.push(...body.results.map((row: Row) => row.correlationId));
    next = body._links.next?.href;
  }
  assert.equal(seen.length, first.totalResults, 'all pages together');
  assert.deepEqual(seen, seen.toSorted().reverse(), 'newest first');
});

test('a correlation id is looked up in the primary key', async () => {
  const { account } = await makeAccount();
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select * from request_log
    where account_id = ${account.accountId} and request_id = ${account.accountId}`.execute(app.ctx.db.system);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  assert.match(plan, /Index Scan using request_log_\w*pkey/);
  assert.doesNotMatch(plan, /Seq Scan/);
});

test('P-LOGS: secrets in the query or in an unknown path are not stored, declared parameters are', async () => {
  const { account, list } = await makeAccount();
  const secret = 'sk-very-secret-0123456789012345678901234567890';
  const kept = await account.send('GET /companies?query=name~Oak&pageSize=5');
  await account.send(`GET /companies?apiKey=${secret}&pageSize=5`);
  await account.send(`GET /companies?cursor=${secret}`);
  await account.send(`GET /links/${secret}/nothing?token=${secret}`);
  await account.send('POST /companies', { body: { name: secret }, headers: { 'x-secret': secret } });
  const { results } = await list('actor.kind=key');
  assert.equal(results.find(({ correlationId }) => correlationId === idOf(kept))?.query, 'query=name~Oak&pageSize=5');
  assert.equal(results.length, 5);
  const { rows } = await sql<{ text: string }>`select r::text as text from request_log r`.execute(app.ctx.db.system);
  assert.equal(rows.filter(({ text }) => text.includes(secret.slice(0, 20))).length, 0);
});

test("another account's requests are never listed, and only administrators may list requests", async () => {
  const [mine, theirs] = [await makeAccount(), await makeAccount()];
  const read = await theirs.account.send('GET /companies');
  assert.equal((await theirs.list(`correlationId=${idOf(read)}`)).totalResults, 1);
  assert.equal((await mine.list(`correlationId=${idOf(read)}`)).totalResults, 0);
  const { results } = await mine.list();
  const names = new Set(results.map(({ actor }) => actor.id));
  assert.ok(!names.has(theirs.account.apiKeyId));
  const viewer = await makePerson(app, { accountId: mine.account.accountId, role: 'developer' });
  assert.equal((await (await viewer.signIn()).send('GET /requests')).status, 403);
  assert.equal((await mine.account.send('GET /requests')).status, 403);
});

test('requests that concern only the calling person or the operator are not listed', async () => {
  const account = await app.account();
  const operator = await (await makePerson(app, { accountId: account.accountId, isOperator: true })).signIn();
  await operator.send('GET /session');
  await operator.send('GET /operator/accounts');
  await operator.send('GET /companies');
  await app.ctx.requestLog?.flush();
  const { rows } = await sql<{ operation: string; actor_kind: string }>`select operation, actor_kind from request_log
    where account_id = ${account.accountId}`.execute(app.ctx.db.system);
  assert.deepEqual(rows, [{ operation: 'listCompanies', actor_kind: 'operator' }]);
});

test('expired days are dropped, with their counts', async () => {
  const { account, list, signInAgain } = await makeAccount();
  await account.send('GET /companies');
  assert.ok((await list('actor.kind=key')).totalResults > 0);
  const partsNow = async () =>
    (
      await sql<{ name: string }>`select inhrelid::regclass::text as name from pg_inherits
        where inhparent = 'request_log'::regclass and inhrelid::regclass::text ~ '[0-9]{8}$' order by 1`.execute(
        app.ctx.db.system,
      )
    ).rows.map(({ name }) => name);
  const today = `request_log_${clock.now().toISOString().slice(0, 10).replaceAll('-', '')}`;
  await keepLogDays(app.ctx);
  assert.ok((await partsNow()).includes(today), 'the day is still kept');
  clock.advanceMs(8 * dayMs);
  await signInAgain();
  // Hidden before housekeeping has run.
  assert.equal((await list('actor.kind=key')).totalResults, 0);
  await keepLogDays(app.ctx);
  const parts = await partsNow();
  assert.ok(!parts.includes(today) && parts.length >= 8, parts.join());
  const { rows } = await sql<{ n: number; c: number }>`select (select count(*) from request_log) as n,
    (select coalesce(sum(total), 0)::int from request_log_count) as c`.execute(app.ctx.db.system);
  assert.equal(rows[0]?.n, rows[0]?.c, 'only what was written since is counted');
});

test('the requests of an erased company are deleted, and an erased account leaves none', async () => {
  const { account, list } = await makeAccount();
  const { companyId } = (await account.send('POST /companies', { body: { name: 'Elm' } })).body;
  await account.send(`GET /companies/${companyId}`);
  const before = (await list()).totalResults;
  await app.ctx.requestLog?.flush();
  const erased = await app.ctx.db.transaction(account.accountId, (tx) =>
    requestEraser.erase(tx, { companyId, limit: 100 }),
  );
  assert.equal(erased.rows, 1);
  assert.equal((await list()).totalResults, before, 'one more was made by reading the list, one is gone');
  await sql`delete from account where account_id = ${account.accountId}`.execute(app.ctx.db.system);
  const { rows } = await sql<{
    n: number;
  }>`select count(*) as n from request_log where account_id = ${account.accountId}`.execute(app.ctx.db.system);
  assert.equal(rows[0]?.n, 0);
});

test('while the database is away, requests are kept and written afterwards, once each', async () => {
  const { account, list } = await makeAccount();
  const before = (await list('actor.kind=key')).totalResults;
  const name = new URL(app.databaseUrl).pathname.slice(1);
  const other = new pg.Client(serverUrl());
  await other.connect();
  const answers = await Promise.all([1, 2, 3].map(() => account.send('GET /companies')));
  await other.query(`alter database "${name}" with allow_connections false`);
  await other.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  try {
    await app.ctx.requestLog?.flush();
    await app.ctx.requestLog?.flush();
  } finally {
    await other.query(`alter database "${name}" with allow_connections true`);
    await other.end();
  }
  await waitFor(async () => {
    try {
      return (await account.send('GET /companies')).status === 200;
    } catch {
      return false;
    }
  });
  await waitFor(async () => {
    const { results } = await list('actor.kind=key');
    return answers.every((answer) => results.some(({ correlationId }) => correlationId === idOf(answer)));
  });
  const { totalResults } = await list('actor.kind=key && operation=listCompanies');
  const { rows } = await sql<{
    n: number;
    c: number;
  }>`select (select count(*) from request_log where account_id = a.id) as n,
      (select sum(total)::int from request_log_count where account_id = a.id) as c
    from (select ${account.accountId}::uuid as id) a`.execute(app.ctx.db.system);
  assert.ok(totalResults >= before + 3);
  assert.equal(rows[0]?.n, rows[0]?.c, 'the stored count is the number of rows');
  assert.equal(app.ctx.requestLog?.counts().dropped, 0);
  const metrics = await (await fetch(`${app.url}/metrics`)).text();
  assert.match(metrics, /^daybook_log_rows_total\{log="requests",outcome="written"\} [1-9]/m);
  assert.match(metrics, /^daybook_log_rows_total\{log="requests",outcome="dropped"\} 0/m);
});

test('a batch that may already be stored is not stored or counted twice', async () => {
  const { accountId, apiKeyId } = await app.account();
  const caller = { ...nobody, accountId, apiKeyId, keyName: 'a "quoted" \\ name' };
  const request = (correlationId: string): LoggedRequest => ({
    ...{ caller, correlationId, method: 'GET', url: '/x', route: undefined, companyId: undefined, address: '::1' },
    ...{ status: 404, code: 'pathNotFound', durationMs: 1.25, bytes: 10 },
  });
  const [first, second] = [request(newId(clock)), request(newId(clock))];
  const { system } = app.ctx.db;
  await system.executeQuery(insertRequests(system, requestBatch([first])));
  for (let n = 0; n < 2; n++) await system.executeQuery(insertRequestsAgain(system, requestBatch([first, second])));
  const { rows } = await sql<{ n: number; c: number; name: string }>`select count(*) as n, max(actor_name) as name,
      (select sum(total)::int from request_log_count where account_id = ${accountId}) as c
    from request_log where account_id = ${accountId}`.execute(system);
  assert.deepEqual(rows, [{ n: 2, c: 2, name: 'a "quoted" \\ name' }]);
});
