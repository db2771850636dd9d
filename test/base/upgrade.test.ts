import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { createLog } from '../../src/base/log.ts';
import { readSchema, type SchemaChange } from '../../src/db/schema-files.ts';
import { findPending, SchemaMismatch, upgradeSchema } from '../../src/db/upgrade.ts';
import { upgradeDatabase } from '../../src/upgrade-database.ts';
import { serverUrl } from '../harness.ts';
import { emptyDatabase } from '../template.ts';
import { waitFor } from '../wait-for.ts';

const log = createLog({ level: 'silent' });
let database: Awaited<ReturnType<typeof emptyDatabase>>;
before(async () => {
  database = await emptyDatabase(serverUrl());
});
after(() => database.drop());

const change = (number: number, sql: string) => ({
  number,
  name: `${String(number).padStart(4, '0')}-test.sql`,
  sql,
  checksum: `of ${number}`,
});

/** The schema of this version with further changes. */
async function withChanges(...more: SchemaChange[]) {
  const schema = await readSchema();
  return { ...schema, changes: [...schema.changes, ...more] };
}

async function query(text: string) {
  const client = new pg.Client(database.url);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

test('four processes that start at once upgrade an empty database exactly once', async () => {
  const results = await Promise.all(Array.from({ length: 4 }, () => upgradeDatabase({ url: database.url, log })));
  const { changes } = await readSchema();
  assert.equal(results.flatMap((result) => result.applied).length, changes.length + 1, 'the changes and the functions');
  const rows = await query('select name from schema_change order by number');
  assert.deepEqual(
    rows.map((row) => row.name),
    changes.map(({ name }) => name),
  );
  assert.deepEqual((await upgradeDatabase({ url: database.url, log })).applied, []);
});

test('the settings that correctness and query plans depend on are set on the database', async () => {
  const [row] = await query(
    "select current_setting('plan_cache_mode') as plans, current_setting('timezone') as zone, current_setting('jit') as jit",
  );
  assert.deepEqual(row, { plans: 'force_custom_plan', zone: 'UTC', jit: 'off' });
});

test('a failing schema change is rolled back, and the next run continues from there', async () => {
  const half = change(9001, 'create table half_done (id int); select nonsense');
  await assert.rejects(
    upgradeSchema({ url: database.url, log, schema: await withChanges(half) }),
    /9001-test\.sql failed and was rolled back/,
  );
  assert.deepEqual(await query("select to_regclass('half_done') as name"), [{ name: null }]);
  const mended = { ...half, sql: 'create table half_done (account_id uuid)' };
  const { applied } = await upgradeSchema({ url: database.url, log, schema: await withChanges(mended) });
  assert.deepEqual(applied, ['9001-test.sql']);
});

test('an older program rejects a newer schema and explains what to do', async () => {
  await assert.rejects(upgradeDatabase({ url: database.url, log }), (error) => {
    assert.ok(error instanceof SchemaMismatch);
    assert.match(error.message, /9001-test\.sql.*newer Daybook.*Start that version/);
    return true;
  });
});

test('A-22: an older program runs on a newer schema with only additive changes, and rejects any other', async () => {
  const known = change(9001, '');
  const additive = { ...change(9002, 'create table added (id int)'), additive: true };
  const upgradeWith = async (...changes: SchemaChange[]) =>
    upgradeSchema({ url: database.url, log, schema: await withChanges(...changes) });
  const { applied } = await upgradeWith(known, additive);
  assert.deepEqual(applied, ['9002-test.sql']);
  // The previous release does not know 9002; the one before it does not know 9001 either, which was not additive.
  assert.deepEqual((await upgradeWith(known)).applied, []);
  await assert.rejects(upgradeWith(), /9001-test\.sql.*cannot run on/);
  const breaking = { ...change(9003, 'drop table added'), additive: false };
  await upgradeWith(known, additive, breaking);
  await assert.rejects(upgradeWith(known), /9003-test\.sql.*cannot run on/);
});

test('A-22: a change that removes what the previous release no longer uses keeps that release running', async () => {
  const other = await emptyDatabase(serverUrl());
  try {
    const upgradeWith = async (...changes: SchemaChange[]) =>
      upgradeSchema({ url: other.url, log, schema: await withChanges(...changes) });
    const added = { ...change(9001, 'create table used (id int)'), additive: true };
    const moved = { ...change(9002, 'create table used_instead (id int)'), additive: true };
    const removed = { ...change(9003, 'drop table used'), additive: false, unusedSince: 9002 };
    const later = { ...change(9004, 'create table more (id int)'), additive: true };
    await upgradeWith(added, moved, removed, later);
    assert.deepEqual((await upgradeWith(added, moved)).applied, [], 'it knows the change since which it is unused');
    await assert.rejects(upgradeWith(added), /9003-test\.sql.*cannot run on/, 'it still uses what was removed');
  } finally {
    await other.drop();
  }
});

test('A-22: an upgrade during a dump blocks no readers, and completes after the dump', async () => {
  const dump = new pg.Client(database.url);
  const reader = new pg.Client({ connectionString: database.url, statement_timeout: 10_000 });
  await Promise.all([dump.connect(), reader.connect()]);
  try {
    // The first statements of pg_dump.
    await dump.query('begin isolation level repeatable read, read only');
    await dump.query('lock table company, half_done, schema_change in access share mode');
    let isDone = false;
    const warned: string[] = [];
    const upgrade = upgradeSchema({
      url: database.url,
      pauseMs: 200,
      log: createLog({ level: 'warn', destination: { write: (line: string) => void warned.push(line) } }),
      schema: await withChanges(
        ...[9001, 9002, 9003].map((number) => change(number, '')),
        change(9004, 'alter table company add column extra int; alter table half_done add column more int'),
      ),
    }).finally(() => {
      isDone = true;
    });
    const waits: number[] = [];
    // At least three attempts of the upgrade; without the lock timeout each would wait for the dump and block readers.
    await waitFor(async () => {
      const started = performance.now();
      await reader.query('select count(*) from company');
      waits.push(performance.now() - started);
      return warned.length >= 3;
    });
    assert.equal(isDone, false);
    assert.match(warned[0] ?? '', /waits for a transaction that holds its table/);
    await dump.query('commit');
    assert.deepEqual((await upgrade).applied, ['9004-test.sql']);
    assert.ok(waits.length > 0);
  } finally {
    await Promise.all([dump.end(), reader.end()]);
  }
});

test('an index is created concurrently, and an invalid index left by a failed attempt is created again', async () => {
  const known = [9001, 9002, 9003, 9004].map((number) => change(number, ''));
  const sql = `-- concurrently: yes
    create index concurrently if not exists half_done_once on half_done (more);
    create unique index concurrently if not exists half_done_twice on half_done (more);`;
  await query('insert into half_done (more) values (1), (1)');
  await assert.rejects(
    upgradeSchema({ url: database.url, log, schema: await withChanges(...known, change(9005, sql)) }),
    /9005-test\.sql failed; the next upgrade will continue it/,
  );
  const indexes = () =>
    query(`select c.relname as name, indisvalid as valid from pg_index join pg_class c on c.oid = indexrelid
      where indrelid = 'half_done'::regclass order by 1`);
  assert.deepEqual(await indexes(), [
    { name: 'half_done_once', valid: true },
    { name: 'half_done_twice', valid: false },
  ]);
  await query('delete from half_done');
  const { applied } = await upgradeSchema({
    url: database.url,
    log,
    schema: await withChanges(...known, change(9005, sql)),
  });
  assert.deepEqual(applied, ['9005-test.sql']);
  assert.deepEqual(
    (await indexes()).map(({ valid }) => valid),
    [true, true],
  );
});

/** Asks what is pending, with the changes of the tests above and with some of them replaced. */
async function pendingWith(replaced: Partial<Awaited<ReturnType<typeof readSchema>>>) {
  const known = await withChanges(...[9001, 9002, 9003, 9004, 9005].map((number) => change(number, '')));
  const client = new pg.Client(database.url);
  await client.connect();
  return findPending(client, { ...known, ...replaced }).finally(() => client.end());
}

test('a schema change that was edited after it was applied is rejected', async () => {
  const { changes } = await withChanges(change(9001, ''));
  for (const [n, message] of [
    [0, /schema\/tables differs from what was applied/],
    [changes.length - 1, /schema\/changes\/9001-test\.sql differs from what was applied/],
  ] as const)
    await assert.rejects(
      pendingWith({ changes: changes.map((one, i) => (i === n ? { ...one, checksum: 'other' } : one)) }),
      message,
    );
});

const marker = async () => (await query("select to_regprocedure('marker()') is not null as made"))[0]?.made;

test('A-22: changed functions are applied again, and an older program leaves them alone', async () => {
  const { functions } = await readSchema();
  const own = [9001, 9002, 9003, 9004, 9005].map((number) => change(number, ''));
  const upgradeWith = async (sql: string, program: string, ...more: SchemaChange[]) => {
    const schema = await withChanges(...own, ...more);
    const given = { sql: `${functions.sql}\n${sql};\n`, checksum: `of ${sql}`, program };
    return (await upgradeSchema({ url: database.url, log, schema: { ...schema, functions: given } })).applied;
  };
  const returning = (n: number) => `create or replace function marker() returns int language sql as 'select ${n}'`;
  assert.deepEqual(await upgradeWith(returning(1), functions.program), ['functions']);
  assert.deepEqual(await query('select marker()'), [{ marker: 1 }]);
  assert.deepEqual(await upgradeWith(returning(1), functions.program), [], 'unchanged');
  assert.deepEqual(await upgradeWith(returning(2), '99.10.0'), ['functions']);
  assert.deepEqual(await upgradeWith(returning(1), '99.9.0'), [], 'an older version');
  assert.deepEqual(await query('select marker()'), [{ marker: 2 }]);
  // A change drops the function to change its result type; a later one uses it in its own statements.
  const text = `create or replace function marker() returns text language sql as $$ select 'three' $$`;
  await assert.rejects(upgradeWith(text, '99.10.1'), /schema\/functions failed and was rolled back/);
  const dropped = change(9006, 'drop function marker()');
  assert.deepEqual(await upgradeWith(text, '99.10.1', dropped), ['9006-test.sql', 'functions']);
  const user = change(9007, '-- functions: first\ncreate table marked (by_whom text default marker2())');
  const quoted = `create or replace function in_quotes() returns text language sql as 'select ''a;b'' '`;
  const both = `${text};\n${quoted};\n${text.replace('marker()', 'marker2()')}`;
  assert.deepEqual(await upgradeWith(both, '99.10.1', dropped, user), ['9007-test.sql', 'functions']);
  assert.equal(await marker(), true);
  // Functions that a change does not use wait for the changes after it: they may name columns that those add.
  const broken = change(9009, '-- functions: first\ncreate table used (by_whom text default marker2())');
  const failing = change(9010, 'this is not SQL');
  const later = both.replaceAll("'three'", "'four'");
  await assert.rejects(upgradeWith(later, '99.10.1', dropped, user, broken, failing), /9010/);
  assert.deepEqual(await query('select marker(), marker2()'), [{ marker: 'three', marker2: 'four' }]);
  await upgradeWith(both, '99.10.1', dropped, user, broken);
  // A program that does not know the newest additive change is older, whatever its version says.
  const additive = { ...change(9011, 'select 1'), additive: true };
  await upgradeWith(both, '99.10.1', dropped, user, broken, additive);
  assert.deepEqual(await upgradeWith(returning(4), '99.10.2', dropped, user, broken), []);
});

test('a database of a development version from before the first release is rejected with advice', async () => {
  const old = await emptyDatabase(serverUrl());
  const client = new pg.Client(old.url);
  await client.connect();
  await client.query(`create table schema_change (number int primary key, name text, checksum text);
    insert into schema_change values (1, '0001-base.sql', 'x')`);
  await client.end();
  await assert.rejects(upgradeDatabase({ url: old.url, log }), (error) => {
    assert.ok(error instanceof SchemaMismatch);
    assert.match(error.message, /0001-base\.sql.*Create an empty database.*npm run dev -- --fresh/);
    return true;
  });
  await old.drop();
});
