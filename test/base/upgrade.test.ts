import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { findPending, readSchemaChanges, SchemaMismatch, upgradeSchema } from '../../src/db/upgrade.ts';
import { createLog } from '../../src/log.ts';
import { upgradeDatabase } from '../../src/upgrade-database.ts';
import { serverUrl } from '../harness.ts';
import { emptyDatabase } from '../template.ts';

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
  checksum: sql,
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

test('the settings that correctness and plans rest on belong to the database', async () => {
  const [row] = await query(
    "select current_setting('plan_cache_mode') as plans, current_setting('timezone') as zone, current_setting('jit') as jit",
  );
  assert.deepEqual(row, { plans: 'force_custom_plan', zone: 'UTC', jit: 'off' });
});

test('a change that fails leaves nothing of itself, and the next run goes on from there', async () => {
  const changes = await readSchemaChanges();
  const half = change(9001, 'create table half_done (id int); select nonsense');
  await assert.rejects(
    upgradeSchema({ url: database.url, log, changes: [...changes, half] }),
    /9001-test\.sql failed; nothing of it was kept/,
  );
  assert.deepEqual(await query("select to_regclass('half_done') as name"), [{ name: null }]);
  const mended = { ...half, sql: 'create table half_done (account_id uuid)' };
  const { applied } = await upgradeSchema({ url: database.url, log, changes: [...changes, mended] });
  assert.deepEqual(applied, ['9001-test.sql']);
});

test('an older program refuses a newer schema, and says what to do', async () => {
  await assert.rejects(upgradeDatabase({ url: database.url, log }), (error) => {
    assert.ok(error instanceof SchemaMismatch);
    assert.match(error.message, /9001-test\.sql.*newer Daybook.*Start that version/);
    return true;
  });
});

test('a schema change that was edited after it had been applied is refused', async () => {
  const changes = await readSchemaChanges();
  const edited = changes.map((one) => (one.number === 1 ? { ...one, checksum: 'other' } : one));
  const client = new pg.Client(database.url);
  await client.connect();
  await assert.rejects(
    findPending(client, [...edited, change(9001, '')]),
    /0001-base\.sql differs from what was applied/,
  );
  await client.end();
});
