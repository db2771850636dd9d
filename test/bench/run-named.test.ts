import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readKinds, readRounds, readSizes } from '../../bench/growth/options.ts';
import { commandOf, fileOf } from '../../bench/publish/runs.ts';
import { readCommand } from '../../bench/run-named.ts';

const run = async () => ({ name: 'x', figures: {}, bars: [] });
const known = { reads: run, growth: { run, options: ['sizes', 'kinds'] } };
const read = (text: string) => readCommand('bench', known, text.split(' '));

test('a name, flags and declared options are read; anything else is refused', () => {
  assert.deepEqual(read('reads --json --quick'), { kind: 'bench', name: 'reads', quick: true, given: {} });
  assert.deepEqual(read('growth --sizes 4,5 --json --kinds records'), {
    ...{ kind: 'bench', name: 'growth', quick: false },
    given: { sizes: '4,5', kinds: 'records' },
  });
  for (const wrong of [
    '',
    'nothing',
    'reads writes',
    'reads --sizes 4',
    'growth --sizes',
    'growth --rows 4',
    'toString',
  ])
    assert.equal(read(wrong), undefined, wrong);
});

test('a stored run is named after its command, so that other options do not replace it', () => {
  const command = read('growth --sizes 4,5 --kinds records --quick --keep');
  assert.ok(command);
  assert.equal(fileOf(command), 'bench.growth.sizes-4-5.kinds-records.quick.json');
  assert.equal(commandOf(command), 'npm run bench -- growth --sizes 4,5 --kinds records --quick --json');
});

test('sizes, kinds and rounds of growth are checked', () => {
  assert.deepEqual(readSizes('4,5,7'), [10_000, 100_000, 10_000_000]);
  for (const wrong of ['', '3', '8', '5,4', '4,4', '4.5', 'x']) assert.throws(() => readSizes(wrong), /--sizes/);
  assert.deepEqual(readKinds(undefined, ['a', 'b']), ['a', 'b']);
  assert.deepEqual(readKinds('b', ['a', 'b']), ['b']);
  assert.throws(() => readKinds('b,c', ['a', 'b']), /--kinds c: known are a, b/);
  assert.equal(readRounds('3'), 3);
  for (const wrong of ['0', '1.5', '', 'x']) assert.throws(() => readRounds(wrong), /--rounds/);
});
