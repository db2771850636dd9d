import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { judgeCurve } from './flat.ts';
import { createGate } from './gate.ts';
import { judgeSamples } from './judge.ts';

const curveOf = (values: number[]) => ({
  name: 'x',
  points: values.map((value, index) => ({ at: index * 60_000, value })),
});
const tolerance = { ratio: 0.1, absolute: 5 };

for (const [title, values, isFlat] of [
  ['a level curve', Array.from({ length: 30 }, () => 100), true],
  ['a curve that only rises during the warm-up', Array.from({ length: 30 }, (_, n) => Math.min(n, 10) * 10), true],
  ['a falling curve', Array.from({ length: 30 }, (_, n) => 1000 - 20 * n), true],
  ['a saw-tooth', Array.from({ length: 30 }, (_, n) => 100 + (n % 3) * 40), true],
  ['a leak', Array.from({ length: 30 }, (_, n) => 100 + 4 * n), false],
  ['a step in the last half', Array.from({ length: 30 }, (_, n) => (n < 19 ? 100 : 130)), false],
] as const)
  test(`soak: ${title} is ${isFlat ? '' : 'not '}flat`, () => {
    const judged = judgeCurve(curveOf([...values]), { warmUpMs: 10 * 60_000, tolerance });
    assert.equal(judged?.isFlat, isFlat, JSON.stringify(judged));
  });

test('soak: a curve with too few points after the warm-up is not judged', () => {
  assert.equal(judgeCurve(curveOf([1, 2, 3, 4, 5, 6, 7]), { warmUpMs: 5 * 60_000, tolerance }), undefined);
});

test('soak: a table that grows is named, and one that keeps its rows by design is not judged', () => {
  const taken = Array.from({ length: 60 }, (_, n) => ({
    at: n * 60_000,
    sample: {
      'rows.message': 1000 + 50 * n,
      'rows.purge_receipt': 50 * n,
      'rows.audit': 500,
      'overdue.audit.hours': 2,
    },
  }));
  const { figures } = judgeSamples(taken, { speed: 240, jumpHours: 4 });
  assert.equal(figures['curves.risingNames'], 'rows.message');
  assert.match(String(figures['curves.notJudgedNames']), /rows\.purge_receipt/);
  assert.equal(figures['overdue.jumps'], 0.5);
});

test('soak: a closed gate waits for what is inside and holds back the rest', async () => {
  const gate = createGate();
  const order: string[] = [];
  const first = gate.pass(async () => {
    await sleep(20);
    order.push('first');
  });
  await gate.close();
  order.push('closed');
  const second = gate.pass(async () => order.push('second'));
  await sleep(20);
  order.push('opened');
  gate.open();
  await Promise.all([first, second]);
  assert.deepEqual(order, ['first', 'closed', 'opened', 'second']);
});
