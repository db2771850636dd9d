import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareKept } from '../src/compare-kept.ts';

const line = { properties: { type: {}, amount: {} } };
const whole = { properties: { lines: { items: line }, total: {} } };

test('A-18: comparing 1,000 lines with 100,000 does not block the process', () => {
  const linesOf = (count: number, more = {}) => Array.from({ length: count }, (_, amount) => ({ amount, ...more }));
  const began = performance.now();
  for (const more of [{}, { type: 'same' }])
    assert.deepEqual(
      compareKept({ sent: { lines: linesOf(1000, more) }, kept: { lines: linesOf(100_000, more) }, whole }),
      [],
    );
  // It took 14 s when every line was searched for. A loaded machine is slower, but not by a factor of a hundred.
  assert.ok(performance.now() - began < 3000, 'the time grows with the number of lines, not with their product');
});

test('A-18: lines are matched by type in any order; lines of the same type are matched by position', () => {
  const sent = {
    lines: [
      { type: 'a', amount: 1 },
      { type: 'b', amount: 2 },
      { type: 'b', amount: 3 },
    ],
  };
  const moved = {
    lines: [
      { type: 'c', amount: 9 },
      { type: 'b', amount: 2 },
      { type: 'b', amount: 3 },
      { type: 'a', amount: 1 },
    ],
  };
  assert.deepEqual(compareKept({ sent, kept: moved, whole }), []);
});

test('A-18: a number that is too long to write out counts as changed and does not stop the comparison', () => {
  const { rawJSON } = JSON as unknown as { rawJSON(text: string): object };
  const kept = { lines: [], total: rawJSON('1e30000000') };
  const [warning] = compareKept({ sent: { total: 5 }, kept, whole });
  assert.equal(warning?.validatorName, 'changedValueValidator');
});
