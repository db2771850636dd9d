import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cellProblems } from '../../src/operator/cell-status.ts';
import { runDaybook } from '../cli/run-daybook.ts';
import { cellsKey, useTwoCells } from './two-cells.ts';

/** `daybook cells status` asks all cells. */
const two = useTwoCells();

const envOf = (key = cellsKey) => ({
  DAYBOOK_CELL: 'eu1',
  DAYBOOK_CELLS: (two.settings.cells ?? []).map(({ name, url }) => `${name}=${url}`).join(','),
  DAYBOOK_CELLS_KEY: key.toString('base64'),
});
// A database that does not exist: the command must work while the cell of the operator's machine is down.
const noDatabase = 'postgres://nobody@127.0.0.1:1/none';
async function status(env: Record<string, string> = envOf(), ...more: string[]) {
  const { code, out, err } = await runDaybook(noDatabase, ['cells', 'status', '--json', ...more], env);
  return { code, err, ...(out && JSON.parse(out)) };
}

test('all cells are asked for version, schema, processes, accounts, maintenance and late deliveries', async () => {
  await two.eu2.account();
  await two.eu2.account();
  const { code, isWell, cells } = await status();
  assert.deepEqual([code, isWell], [0, true]);
  const [eu1, eu2] = cells;
  assert.deepEqual(
    [eu1.cell, eu1.reachable, eu1.accounts, eu2.cell, eu2.accounts, eu2.problems],
    ['eu1', true, 0, 'eu2', 2, []],
  );
  assert.deepEqual([eu1.processes, eu1.maintenance, eu1.oldestDueSeconds], [{ api: 0, worker: 0, all: 1 }, false, 0]);
  assert.ok(eu1.schema >= 46 && eu1.version && eu1.roundTripMs > 0);
  const { out } = await runDaybook(noDatabase, ['cells', 'status'], envOf());
  assert.match(
    out,
    /^CELL +REACHABLE +VERSION +SCHEMA +PROCESSES +ACCOUNTS +MAINTENANCE +OLDEST DUE +ROUND TRIP +STATE\n/,
  );
  assert.match(out, /^eu2 +yes .* 1 all +2 +off +0 s +[\d.]+ ms +well$/m);
});

test('a cell in maintenance is not well', async () => {
  const { ctx } = two.eu2;
  await ctx.db.system.updateTable('cell_state').set({ maintenance: true }).execute();
  const { code, isWell, cells } = await status();
  assert.deepEqual([code, isWell, cells[1].problems], [1, false, ['maintenance is on']]);
  await ctx.db.system.updateTable('cell_state').set({ maintenance: false }).execute();
});

test('cells with another key are reachable only with it, and the report says so', async () => {
  const { code, cells } = await status(envOf(Buffer.alloc(32, 9)));
  assert.equal(code, 1);
  assert.match(cells[0].problems[0], /did not accept the signature: compare DAYBOOK_CELLS_KEY/);
});

test('an installation with one cell is told that there is nothing to ask', async () => {
  const { code, err } = await status({});
  assert.equal(code, 2);
  assert.match(err, /DAYBOOK_CELLS is empty/);
});

test('a cell that does not answer is named, and the others are shown', async () => {
  await two.stop('eu2');
  const { code, cells } = await status();
  assert.deepEqual([code, cells[0].reachable, cells[0].problems, cells[1].reachable], [1, true, [], false]);
  assert.match(cells[1].problems[0], /^not reachable: /);
});

const status1 = {
  ...{ cell: 'eu1', version: '1', schema: 46, accounts: 1, maintenance: false, oldestDueSeconds: 0 },
  processes: { api: 1, worker: 1, all: 0 },
};
const cases: [string, object, number, string[]][] = [
  ['well', {}, 46, []],
  ['without a worker', { processes: { api: 2, worker: 0, all: 0 } }, 46, ['no worker is running']],
  ['with late deliveries', { oldestDueSeconds: 61 }, 46, ['deliveries are late by 61 s']],
  ['with an older schema', {}, 47, ['its schema is older than 47']],
  ['of another name', { cell: 'eu2' }, 46, ['its URL leads to the cell "eu2"']],
];
for (const [title, change, newest, problems] of cases)
  test(`the problems of a cell ${title}: ${problems.length}`, () => {
    assert.deepEqual(cellProblems({ ...status1, ...change }, { name: 'eu1', newest }), problems);
  });
