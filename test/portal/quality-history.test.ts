import assert from 'node:assert/strict';
import { test } from 'node:test';
import { daysShown, problemsByDay } from '../../portal/src/pages/company/quality/problems-by-day.ts';

const now = Date.parse('2026-11-20T15:00:00Z');
const run = (checkedAt: string, found: number, more: object = {}) => ({
  ...{ connectionId: 'c', dataType: 'invoices', isHeld: false, checkedAt, found },
  ...more,
});

test('the problems of a day are those of the latest published states at its end', () => {
  const points = problemsByDay(
    [
      run('2026-11-20T10:00:00Z', 0),
      run('2026-11-19T23:59:59Z', 4),
      run('2026-11-19T09:00:00Z', 2),
      run('2026-11-19T12:00:00Z', 7, { dataType: 'bills' }),
      run('2026-11-20T11:00:00Z', 50, { isHeld: true }),
      run('2026-09-01T00:00:00Z', 3),
    ],
    now,
  );
  assert.equal(points.length, daysShown);
  assert.deepEqual(points.slice(-4), [
    { at: '2026-11-17T00:00:00.000Z', problems: 3 },
    { at: '2026-11-18T00:00:00.000Z', problems: 3 },
    { at: '2026-11-19T00:00:00.000Z', problems: 11 },
    { at: '2026-11-20T00:00:00.000Z', problems: 7 },
  ]);
  assert.deepEqual(problemsByDay([run('2026-11-20T11:00:00Z', 5, { isHeld: true })], now), []);
});
