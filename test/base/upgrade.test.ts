import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { createLog } from '../../src/base/log.ts';
import { findPending, readSchemaChanges, SchemaMismatch, upgradeSchema } from '../../src/db/upgrade.ts';
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
  const changes = await readSchemaChanges();
  assert.equal(results.flatMap((result) => result.applied).length, changes.length);
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
  const changes = await readSchemaChanges();
  const half = change(9001, 'create table half_done (id int); select nonsense');
  await assert.rejects(
    upgradeSchema({ url: database.url, log, changes: [...changes, half] }),
    /9001-test\.sql failed and was rolled back/,
  );
  assert.deepEqual(await query("select to_regclass('half_done') as name"), [{ name: null }]);
  const mended = { ...half, sql: 'create table half_done (account_id uuid)' };
  const { applied } = await upgradeSchema({ url: database.url, log, changes: [...changes, mended] });
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
  const changes = await readSchemaChanges();
  const known = [...changes, change(9001, '')];
  const additive = { ...change(9002, 'create table added (id int)'), additive: true };
  const { applied } = await upgradeSchema({ url: database.url, log, changes: [...known, additive] });
  assert.deepEqual(applied, ['9002-test.sql']);
  // The previous release does not know 9002; the one before it does not know 9001 either, which was not additive.
  assert.deepEqual((await upgradeSchema({ url: database.url, log, changes: known })).applied, []);
  await assert.rejects(upgradeSchema({ url: database.url, log, changes }), /9001-test\.sql.*cannot run on/);
  const breaking = { ...change(9003, 'drop table added'), additive: false };
  await upgradeSchema({ url: database.url, log, changes: [...known, additive, breaking] });
  await assert.rejects(upgradeSchema({ url: database.url, log, changes: known }), /9003-test\.sql.*cannot run on/);
});

test('A-22: an upgrade during a dump blocks no readers, and completes after the dump', async () => {
  const changes = [...(await readSchemaChanges()), change(9001, ''), change(9002, ''), change(9003, '')];
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
      changes: [
        ...changes,
        change(9004, 'alter table company add column extra int; alter table half_done add column more int'),
      ],
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
  const changes = [...(await readSchemaChanges()), ...[9001, 9002, 9003, 9004].map((number) => change(number, ''))];
  const sql = `-- concurrently: yes
    create index concurrently if not exists half_done_once on half_done (more);
    create unique index concurrently if not exists half_done_twice on half_done (more);`;
  await query('insert into half_done (more) values (1), (1)');
  await assert.rejects(
    upgradeSchema({ url: database.url, log, changes: [...changes, change(9005, sql)] }),
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
  const { applied } = await upgradeSchema({ url: database.url, log, changes: [...changes, change(9005, sql)] });
  assert.deepEqual(applied, ['9005-test.sql']);
  assert.deepEqual(
    (await indexes()).map(({ valid }) => valid),
    [true, true],
  );
});

test('a schema change that was edited after it was applied is rejected', async () => {
  const changes = await readSchemaChanges();
  const edited = changes.map((one) => (one.number === 1 ? { ...one, checksum: 'other' } : one));
  const client = new pg.Client(database.url);
  await client.connect();
  await assert.rejects(
    findPending(client, [...edited, ...[9001, 9002, 9003, 9004, 9005].map((number) => change(number, ''))]),
    /0001-base\.sql differs from what was applied/,
  );
  await client.end();
});
