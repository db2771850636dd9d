import assert from 'node:assert/strict';
import { test } from 'node:test';
import { progressOf, progressText } from '../../portal/src/pages/company/data/sync-progress.ts';

const startedMs = Date.parse('2026-11-17T09:00:00Z');
const sync = (records: number, total?: number, status = 'Fetching') => ({
  status,
  started: new Date(startedMs).toISOString(),
  isFull: true,
  progress: { records, ...(total !== undefined && { total }) },
});

test('percent and time left are computed from the count of the platform and the rate so far', () => {
  const at = (seconds: number) => startedMs + seconds * 1000;
  assert.deepEqual(progressOf(sync(1000, 4000), at(20)), { percent: 25, leftMs: 60_000 });
  assert.deepEqual(progressOf(sync(1000, 4000), at(2)), { percent: 25 }, 'too early for an estimate');
  assert.deepEqual(progressOf(sync(4000, 4000), at(20)), { percent: 100 });
  assert.deepEqual(progressOf(sync(3999, 4000), at(20)).percent, 99, 'never 100 % before the end');
  assert.deepEqual(progressOf(sync(0, 4000), at(20)), { percent: 0 });
  assert.deepEqual(progressOf(sync(1000, 4000, 'Waiting'), at(20)), { percent: 25 }, 'a paused sync has no rate');
  assert.deepEqual(progressOf(sync(1000), at(20)), {}, 'no count');
  assert.deepEqual(progressOf(sync(4001, 4000), at(20)), {}, 'a count that is already wrong');
});

test('the progress of a sync is said in words, exactly as far as it is known', () => {
  const nowMs = startedMs + 20_000;
  assert.equal(progressText(sync(1240, 3000), { nowMs }), '1,240 of 3,000 records · 41% · about 30 s left');
  assert.equal(progressText(sync(1, 3000), { nowMs }), '1 of 3,000 records · 0% · about 16 h 40 min left');
  assert.equal(progressText(sync(1240), { nowMs }), '1,240 records read so far');
  assert.equal(progressText(sync(1240), { nowMs, known: 3000 }), '1,240 records read so far · 3,000 at the last sync');
});
