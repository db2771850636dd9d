import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { type LocalPostgres, startEmbeddedPostgres } from '../../dev/embedded-postgres.ts';
import { noTracing } from '../../src/base/tracing.ts';
import { createConnections, openClient } from '../../src/db/connections.ts';
import { type Db, openDb } from '../../src/db/db.ts';
import { UnreplicatedCommit } from '../../src/db/unreplicated-commit.ts';
import { toApiError } from '../../src/http/error-reply.ts';
import { openLaneConnection } from '../../src/webhooks/lanes/store/lane-connection.ts';
import { waitFor } from '../wait-for.ts';

/** A server of its own, which waits on each commit for a standby that does not exist. */
let folder: string;
let server: LocalPostgres;
let admin: pg.Client;
let direct: Db;
let pooled: Db;
/** PostgreSQL would send no warnings to this user, unless the program asks for them. */
const url = () => server.url('postgres').replace('//postgres:', '//quiet:');
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'daybook-standby-'));
  server = await startEmbeddedPostgres({ folder, durable: true, settings: { synchronous_standby_names: 'nobody' } });
  admin = new pg.Client(server.url('postgres'));
  await admin.connect();
  // Only this session does not wait.
  await admin.query('set synchronous_commit = local');
  await admin.query(`create role daybook_program; create table kept (value text);
    create function require_open(account text) returns void language sql as 'select'; grant all on kept to daybook_program;
    create role quiet superuser login password 'daybook'; alter role quiet set client_min_messages = error`);
  [direct, pooled] = [open({ pooler: false }), open({ pooler: true })];
});
after(async () => {
  await Promise.all([direct?.end(), pooled?.end(), admin?.end()]);
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

function open({ pooler }: { pooler: boolean }): Db {
  return openDb({
    // Behind a pooler, sessions have no settings.
    ...{
      url: pooler ? server.url('postgres') : url(),
      poolSize: 2,
      statementTimeoutMs: 60_000,
      costlyReadMs: 60_000,
      costlyReadsAtOnce: 1,
    },
    ...{ pooler, onIdleError: () => {}, tracing: noTracing },
  });
}

const accountId = '00000000-0000-4000-8000-000000000001';
const insert = (value: string) => sql`insert into kept values (${value})`;

/** All ways to commit something. */
const transactions: Record<string, (db: Db, value: string) => Promise<unknown>> = {
  'a transaction': (db, value) => db.transaction(accountId, (tx) => insert(value).execute(tx)),
  'a transaction with statements that are sent with its COMMIT': (db, value) =>
    db.transaction(accountId, async (tx) => {
      await sql`select ${1}::int`.execute(tx);
      tx.atCommit(insert(value).compile(tx));
    }),
  'a transaction that is sent whole': (db, value) =>
    db.transaction(accountId, async (tx) => tx.atCommit(insert(value).compile(tx))),
  'a single statement of an account': (db, value) => db.write(accountId, insert(value)),
  'a single statement': (db, value) => insert(value).execute(db.system),
  'a transaction of the owner': (db, value) => db.system.transaction().execute((tx) => insert(value).execute(tx)),
};
const sessions: Record<string, (value: string) => Promise<unknown>> = {
  async 'a pool of the job engine'(value) {
    const options = { url: url(), pooler: false, name: 'jobs', statementMs: 60_000 };
    const pool = new pg.Pool({ ...createConnections().options(options), max: 1 });
    pool.on('error', () => {});
    await pool.query('insert into kept values ($1)', [value]).finally(() => pool.end());
  },
  async 'the connection of a command'(value) {
    const client = await openClient({ url: url(), name: 'command' });
    await client.query('insert into kept values ($1)', [value]).finally(() => client.end());
  },
  async 'the session of the lanes'(value) {
    const lost: Error[] = [];
    const session = await openLaneConnection({ url: url(), name: 'lanes', onLost: (error) => lost.push(error) });
    try {
      await session.query({ name: 'insert', text: 'insert into kept values ($1)' }, [value]);
    } finally {
      await session.end();
      assert.equal(lost.length, 1, 'the session is lost');
    }
  },
};
const ways: [string, (value: string) => Promise<unknown>][] = [
  ...Object.entries(transactions).flatMap(([name, commit]): [string, (value: string) => Promise<unknown>][] => [
    [name, (value) => commit(direct, value)],
    [`${name}, behind a pooler`, (value) => commit(pooled, value)],
  ]),
  ...Object.entries(sessions),
];

/** The session that waits for the standby, as soon as there is one. */
async function waitingSession(): Promise<number> {
  const waiting = `select pid from pg_stat_activity where wait_event = 'SyncRep'`;
  let pid: number | undefined;
  await waitFor(async () => {
    pid = (await admin.query(waiting)).rows[0]?.pid;
    return pid !== undefined;
  });
  return pid as number;
}

for (const [name, commit] of ways)
  test(`if the wait for the standby is cancelled, ${name} is not acknowledged, and its connection is closed`, async () => {
    const outcome = assert.rejects(commit(name), (error: Error) => {
      assert.ok(error instanceof UnreplicatedCommit, error.stack);
      assert.equal(toApiError(error).parts.statusCode, 503);
      return true;
    });
    const pid = await waitingSession();
    await admin.query('select pg_cancel_backend($1)', [pid]);
    await outcome;
    await waitFor(async () => (await admin.query('select from pg_stat_activity where pid = $1', [pid])).rowCount === 0);
    // The trap: on the primary the transaction is committed.
    assert.equal((await admin.query('select from kept where value = $1', [name])).rowCount, 1);
  });

test('a commit whose session is terminated while it waits for the standby is not acknowledged either', async () => {
  for (const db of [direct, pooled])
    for (const commit of Object.values(transactions)) {
      const outcome = assert.rejects(commit(db, 'terminated'), (error) => toApiError(error).parts.statusCode === 503);
      await admin.query('select pg_terminate_backend($1)', [await waitingSession()]);
      await outcome;
    }
});

test('other warnings do not close a connection', async () => {
  const pid = async (db: Db) =>
    (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db.system)).rows[0]?.pid;
  for (const db of [direct, pooled]) {
    const before = await pid(db);
    await sql`do $$ begin raise warning 'another'; end $$`.execute(db.system);
    assert.equal(await pid(db), before);
  }
});
