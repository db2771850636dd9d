import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { dataTypes } from '@daybook/connector-kit';
import { sql } from 'kysely';
import pg from 'pg';
import { systemClock } from '../../src/base/clock.ts';
import { startNewEras } from '../../src/data/changes/number-publications.ts';
import type { MirrorOptions } from '../../src/mirror/mirror-options.ts';
import { mirrorTable, ownColumns } from '../../src/mirror/mirror-tables.ts';
import { runMirror } from '../../src/mirror/run-mirror.ts';
import { runDaybook } from '../cli/run-daybook.ts';
import { minimalRecord } from '../data/minimal-record.ts';
import { anInvoice, companyWith, publishRecords, someInvoices } from '../data/seed-data-set.ts';
import { seedDataSet } from '../data/seed-publication.ts';
import { type TestAccount, useApp } from '../harness.ts';
import { waitFor } from '../wait-for.ts';
import { compareMirror } from './compare-mirror.ts';

/** The mirror writes to a schema of its own in the database of the test. */
const app = useApp({ config: { role: 'api' } });
const rawJson = (text: string) => (JSON as unknown as { rawJSON(text: string): object }).rawJSON(text);
let client: pg.Client;
before(async () => {
  client = new pg.Client(app.databaseUrl);
  await client.connect();
});
after(() => client.end());

let schemas = 0;
function mirrorOf(account: TestAccount, more: Partial<MirrorOptions> = {}) {
  const schemaName = `mirror ${++schemas}`;
  const dataTypes = more.dataTypes ?? ['invoices', 'customers'];
  const printed: string[] = [];
  const options = (again: Partial<MirrorOptions>): MirrorOptions => ({
    ...{ targetUrl: app.databaseUrl, schemaName, url: app.url, key: account.key, isOnce: true },
    ...{ signal: new AbortController().signal, print: (text: string) => void printed.push(text) },
    ...more,
    dataTypes,
    ...again,
  });
  return {
    schema: `"${schemaName}"`,
    printed,
    run: (again: Partial<MirrorOptions> = {}) => runMirror({ clock: systemClock }, options(again)),
    async requireEqual() {
      const chosen = { dataTypes, ...(more.companies && { companies: more.companies }) };
      const differences = await compareMirror(
        { url: app.url, key: account.key },
        { client, schema: schemaName },
        chosen,
      );
      assert.deepEqual(differences.slice(0, 5), []);
    },
    rows: async (text: string) => (await client.query(text.replaceAll('@', `"${schemaName}"`))).rows,
  };
}

test('every data type has a table with distinct column names that PostgreSQL does not cut', () => {
  for (const { name } of dataTypes) {
    const table = mirrorTable(name);
    const columns = [...Object.keys(ownColumns), ...table.columns.map((column) => column.name)];
    assert.equal(new Set(columns).size, columns.length, name);
    for (const view of table.views) {
      const own = ['company_id', 'connection_id', 'record_id', 'position', ...view.columns.map((one) => one.name)];
      assert.equal(new Set(own).size, own.length, view.name);
      columns.push(view.name, ...own);
    }
    assert.ok(columns.every((column) => column.length <= 63 && /^[a-z][a-z0-9_]*$/.test(column)));
  }
});

test('docs/mirror.md lists every table and view, and every column of invoices', () => {
  const document = readFileSync(new URL('../../docs/mirror.md', import.meta.url), 'utf8');
  const tables = dataTypes.map(({ name }) => {
    const table = mirrorTable(name);
    const views = table.views.map((view) => `\`${view.name}\``).join(', ') || '–';
    return `| \`${name}\` | \`${table.name}\` | ${table.columns.length} | ${views} |`;
  });
  const columns = mirrorTable('invoices').columns.map(({ name, type }) => `| \`${name}\` | ${type} |`);
  for (const line of [...tables, ...columns])
    assert.ok(document.includes(`${line}\n`), `docs/mirror.md lacks: ${line}`);
});

test('a mirror of every data type has all records, typed columns and rows for the elements of lists', async () => {
  const account = await app.account();
  const books = await companyWith(app.ctx.db, account, [
    {
      id: 'a',
      record: anInvoice({
        totalAmount: rawJson('12345678901234567890.10'),
        customerRef: { id: 'c1', companyName: 'O\'Neil \\ "Söhne"\n' },
        lineItems: [
          { unitAmount: 1, quantity: rawJson('2.50'), tracking: [{ id: 't' }] },
          { unitAmount: 2, quantity: 3, accountRef: { id: '4000' } },
        ],
      }),
    },
    ...someInvoices(700),
  ]);
  const { accountId, companyId, connectionId } = books;
  for (const { name, record } of dataTypes) {
    if (name === 'invoices') continue;
    const dataSet = await seedDataSet(app.ctx.db, { accountId, companyId, connectionId, dataType: name });
    await publishRecords(app.ctx.db, dataSet, [{ id: 'one', record: minimalRecord(record) }]);
  }
  const mirror = mirrorOf(account, { dataTypes: dataTypes.map(({ name }) => name) });
  const done = await mirror.run();
  assert.deepEqual(done, { loaded: dataTypes.length, changes: 0, removed: 0, verified: dataTypes.length, repaired: 0 });
  await mirror.requireEqual();
  const [invoice] = await mirror.rows(
    `select total_amount::text, customer_ref_company_name, issue_date, metadata_is_deleted from @.invoices where id = 'a'`,
  );
  assert.deepEqual(invoice, {
    total_amount: '12345678901234567890.10',
    customer_ref_company_name: 'O\'Neil \\ "Söhne"\n',
    issue_date: new Date('2026-01-15T00:00:00Z'),
    metadata_is_deleted: false,
  });
  assert.deepEqual(
    await mirror.rows(
      `select position::int, quantity::text, account_ref_id, tracking from @.invoices_line_items where record_id = 'a' order by 1`,
    ),
    [
      { position: 1, quantity: '2.50', account_ref_id: null, tracking: [{ id: 't' }] },
      { position: 2, quantity: '3', account_ref_id: '4000', tracking: null },
    ],
  );
});

test('a running mirror applies changes as they are published, and removes deleted companies', async () => {
  const account = await app.account();
  const books = await companyWith(app.ctx.db, account, someInvoices(20));
  const mirror = mirrorOf(account);
  const stop = new AbortController();
  const running = mirror.run({ isOnce: false, signal: stop.signal });
  const statuses = async () =>
    (await mirror.rows('select id, status, generation from @.invoices order by id')) as {
      id: string;
      status: string;
    }[];
  await waitFor(async () => (await statuses().catch(() => [])).length === 20);
  const changed = someInvoices(21, (n) => (n === 5 ? { status: 'Void' } : {}));
  await publishRecords(app.ctx.db, books, changed);
  await waitFor(async () => (await statuses()).length === 21);
  assert.equal((await statuses()).find(({ id }) => id === 'inv-0005')?.status, 'Void');
  // A data set that is new comes by the feed alone.
  const more = await companyWith(app.ctx.db, account, someInvoices(7));
  await waitFor(async () => (await statuses()).length === 28);
  await publishRecords(app.ctx.db, more, [{ id: 'inv-0001', isDeleted: true }]);
  await waitFor(async () => {
    const [row] = await mirror.rows(`select from @.invoices where metadata_is_deleted and id = 'inv-0001'`);
    return row !== undefined;
  });
  stop.abort();
  const done = await running;
  assert.equal(done.loaded, 1);
  await mirror.requireEqual();
  await account.send(`DELETE /companies/${more.companyId}`);
  assert.equal((await mirror.run()).removed, 1);
  assert.equal((await statuses()).length, 21);
  await mirror.requireEqual();
});

test('records that were changed, added or deleted in the mirror are repaired', async () => {
  const account = await app.account();
  await companyWith(app.ctx.db, account, someInvoices(50));
  const mirror = mirrorOf(account);
  await mirror.run();
  for (const damage of [
    `update @.invoices set record = record || '{"totalAmount": 7.10}' where id = 'inv-0007'`,
    `delete from @.invoices where id = 'inv-0008'`,
    `insert into @.invoices (company_id, connection_id, id, generation, record)
      select company_id, connection_id, 'more', 1, record from @.invoices limit 1`,
    'truncate @.invoices',
  ]) {
    await mirror.rows(damage);
    const { repaired, loaded } = await mirror.run();
    assert.deepEqual([repaired, loaded], [1, 1], damage);
    await mirror.requireEqual();
  }
  assert.equal((await mirror.run()).repaired, 0);
});

test('columns, views and tables that are missing or of another kind are made again, and filled from the records', async () => {
  const account = await app.account();
  await companyWith(app.ctx.db, account, someInvoices(5));
  const mirror = mirrorOf(account);
  await mirror.run();
  for (const [damage, loaded] of [
    ['alter table @.invoices drop column total_amount, drop column issue_date', 0],
    ['alter table @.invoices rename column status to state', 0],
    ['alter table @.invoices drop column status, add column status integer', 0],
    ['drop view @.invoices_line_items', 0],
    ['drop view @.invoices_line_items; create view @.invoices_line_items as select 1 as one', 0],
    ['alter table @.invoices add column own text', 0],
    ['drop table @.invoices cascade', 1],
    ['alter table @.invoices drop column record cascade', 1],
    ['drop function @.mirror_time cascade', 0],
    ['drop table @.mirror_data_set', 1],
    ['drop table @.mirror_state, @.mirror_data_set', 1],
    ['drop schema @ cascade', 1],
  ] as const) {
    for (const one of damage.split(';')) await mirror.rows(one);
    const done = await mirror.run();
    assert.deepEqual([done.loaded, done.repaired], [loaded, 0], damage);
    await mirror.requireEqual();
    assert.deepEqual(await mirror.rows('select from @.invoices_line_items'), []);
  }
});

test('only chosen companies and types are mirrored, and a later choice adds and removes data sets', async () => {
  const account = await app.account();
  const [one, two] = [
    await companyWith(app.ctx.db, account, someInvoices(3)),
    await companyWith(app.ctx.db, account, someInvoices(4)),
  ];
  const mirror = mirrorOf(account, { dataTypes: ['invoices'], companies: new Set([one.companyId]) });
  await mirror.run();
  await mirror.requireEqual();
  await publishRecords(app.ctx.db, two, someInvoices(6));
  const count = async () => (await mirror.rows('select count(*)::int as n from @.invoices'))[0]?.n;
  assert.deepEqual([(await mirror.run()).loaded, await count()], [0, 3]);
  assert.equal((await mirror.run({ companies: new Set([one.companyId, two.companyId]) })).loaded, 1);
  assert.equal(await count(), 9);
  assert.deepEqual([(await mirror.run({ companies: new Set([two.companyId]) })).removed, await count()], [1, 6]);
});

test('a cursor that the server no longer knows makes the mirror load everything again', async () => {
  const account = await app.account();
  const books = await companyWith(app.ctx.db, account, someInvoices(3));
  const mirror = mirrorOf(account);
  await mirror.run();
  await mirror.rows("update @.mirror_state set cursor = '999_zzzz'");
  await publishRecords(app.ctx.db, books, someInvoices(4));
  assert.equal((await mirror.run()).loaded, 1);
  await mirror.requireEqual();
  // As after a restore from a backup: a new era, and an older generation than the mirror has.
  await startNewEras(app.ctx.db);
  await sql`update data_set set published_generation = 1, total = 3 where data_set_id = ${books.dataSetId}`.execute(
    app.ctx.db.system,
  );
  await sql`delete from publication where data_set_id = ${books.dataSetId} and generation = 2`.execute(
    app.ctx.db.system,
  );
  assert.equal((await mirror.run()).loaded, 1);
  assert.equal((await mirror.rows('select count(*)::int as n from @.invoices'))[0]?.n, 3);
});

test('two mirrors do not write to one schema at once, and a wrong key or database ends the command', async () => {
  const account = await app.account();
  await companyWith(app.ctx.db, account, someInvoices(1));
  const mirror = mirrorOf(account);
  const stop = new AbortController();
  const running = mirror.run({ isOnce: false, signal: stop.signal });
  await waitFor(async () => (await mirror.rows('select from @.invoices').catch(() => [])).length === 1);
  await assert.rejects(mirror.run(), /Another mirror is writing/);
  stop.abort();
  await running;
  await assert.rejects(mirror.run({ key: 'dbk_main_wrong' }), { name: 'Unauthorized' });
  const run = (...args: string[]) => runDaybook(app.databaseUrl, ['mirror', ...args]);
  for (const args of [
    [app.databaseUrl],
    ['mysql://x', '--key', 'k'],
    [app.databaseUrl, '--key', 'k', '--types', 'nothing'],
    [app.databaseUrl, '--key', 'k', '--companies', 'x'],
    [app.databaseUrl, '--key', 'k', '--url', 'ftp://x'],
  ])
    assert.equal((await run(...args)).code, 2, args.join(' '));
  const ended = await run(app.databaseUrl, '--key', account.key, '--url', app.url, '--once', '--json');
  assert.deepEqual([ended.code, JSON.parse(ended.out).loaded], [0, 1], ended.err);
});

test('P-SNAPSHOTS: a mirror of a snapshot gets the states that it pins, and leaves tables that follow the feed alone', async () => {
  const account = await app.account();
  const invoices = await companyWith(app.ctx.db, account, someInvoices(120));
  const { companyId } = invoices;
  const { snapshotId } = (await account.send(`POST /companies/${companyId}/snapshots`, { body: {} })).body;
  await publishRecords(app.ctx.db, invoices, [{ id: 'later', record: anInvoice() }]);
  const mirror = mirrorOf(account, { dataTypes: ['invoices'] });
  const snapshot = { companyId, snapshotId };
  for (let i = 0; i < 2; i++) assert.deepEqual(pick(await mirror.run({ snapshot })), { loaded: 1, verified: 1 });
  const count = "select count(*)::int as n, bool_or(id = 'later') as later from @.invoices";
  assert.deepEqual(await mirror.rows(count), [{ n: 120, later: false }]);
  await mirror.run();
  assert.deepEqual(
    await mirror.rows(count),
    [{ n: 121, later: true }],
    'the same tables can follow the feed afterwards',
  );
  await assert.rejects(mirror.run({ snapshot }), /follows the change feed/);
  assert.deepEqual(await mirror.rows(count), [{ n: 121, later: true }]);
});

const pick = ({ loaded, verified }: { loaded: number; verified: number }) => ({ loaded, verified });
