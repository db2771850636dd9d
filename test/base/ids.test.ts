import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settableClock } from '../../src/base/clock.ts';
import { isUuid, newId } from '../../src/base/ids.ts';

test('ids sort by creation time, even many within one millisecond', () => {
  const clock = settableClock('2026-03-01T10:00:00Z');
  const made: string[] = [];
  for (let ms = 0; ms < 20; ms++, clock.advanceMs(1)) for (let n = 0; n < 500; n++) made.push(newId(clock));
  assert.ok(made.every(isUuid));
  assert.equal(new Set(made).size, made.length);
  assert.deepEqual([...made].sort(), made);
});
