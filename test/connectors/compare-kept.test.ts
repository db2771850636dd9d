import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareKept } from '../../src/connectors/compare-kept.ts';

const line = { properties: { type: {}, amount: {} } };
const whole = { properties: { lines: { items: line }, total: {} } };

test('A-18: 1,000 lines are compared with 100,000 in a time that does not hold the process up', () => {
  const linesOf = (count: number, more = {}) => Array.from({ length: count }, (_, amount) => ({ amount, ...more }));
  const began = performance.now();
  for (const more of [{}, { type: 'same' }])
    assert.deepEqual(
      compareKept({ sent: { lines: linesOf(1000, more) }, kept: { lines: linesOf(100_000, more) }, whole }),
      [],
    );
  // 14 s before. A loaded machine is slower, and not a hundred times.
  assert.ok(performance.now() - began < 3000, 'in time that grows with the lines, not with their product');
});

test('A-18: partners by type are found in any order; where several have the type, the place decides', () => {
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

test('A-18: a number that is too long to write out is a changed value, and does not stop the comparison', () => {
  const { rawJSON } = JSON as unknown as { rawJSON(text: string): object };
  const kept = { lines: [], total: rawJSON('1e30000000') };
  const [warning] = compareKept({ sent: { total: 5 }, kept, whole });
  assert.equal(warning?.validatorName, 'changedValueValidator');
});
