import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axisOf, percentOf, spansOf } from '../../portal/src/pages/company/history/sync-spans.ts';

const at = (seconds: number) => new Date(Date.parse('2026-11-17T10:00:00Z') + seconds * 1000).toISOString();
const nowMs = Date.parse(at(600));
const parts = (spans: ReturnType<typeof spansOf>) =>
  spans.map(({ tone, fromMs, toMs }) => [tone, (fromMs - Date.parse(at(0))) / 1000, (toMs - Date.parse(at(0))) / 1000]);

test('a sync is queued, runs, waits and runs again; what ran has the tone of the result', () => {
  const timeline = [
    { at: at(10), state: 'Fetching', message: 'started' },
    { at: at(30), state: 'Waiting', message: 'rate limit', until: at(90) },
    { at: at(90), state: 'Fetching', message: 'goes on' },
    { at: at(100), state: 'Publishing', message: '' },
    { at: at(105), state: 'Complete', message: 'done' },
  ];
  const sync = { status: 'Complete', requested: at(0), started: at(10), completed: at(105), timeline };
  const spans = spansOf(sync, nowMs);
  assert.deepEqual(parts(spans), [
    ['idle', 0, 10],
    ['good', 10, 30],
    ['wait', 30, 90],
    ['good', 90, 105],
  ]);
  assert.equal(spans[2]?.message, 'rate limit', 'what it waited for');
  const failed = spansOf({ ...sync, status: 'FetchError' }, nowMs);
  assert.deepEqual(
    failed.map(({ tone }) => tone),
    ['idle', 'bad', 'wait', 'bad'],
  );
});

test('an unfinished sync reaches up to now; one that was never started is only queued', () => {
  const running = {
    status: 'Fetching',
    requested: at(0),
    timeline: [{ at: at(20), state: 'Fetching', message: '' }],
  };
  assert.deepEqual(parts(spansOf(running, nowMs)), [
    ['idle', 0, 20],
    ['busy', 20, 600],
  ]);
  assert.deepEqual(parts(spansOf({ status: 'Queued', requested: at(0), timeline: [] }, nowMs)), [['idle', 0, 600]]);
});

test('the axis covers all syncs, and at least 10 seconds', () => {
  const done = (from: number, to: number) => ({
    status: 'Complete',
    requested: at(from),
    completed: at(to),
    timeline: [],
  });
  assert.deepEqual(axisOf([done(100, 200), done(50, 120)], nowMs), {
    fromMs: Date.parse(at(50)),
    toMs: Date.parse(at(200)),
  });
  const short = axisOf([done(0, 1)], nowMs);
  assert.equal(short.toMs - short.fromMs, 10_000);
  assert.equal(percentOf(Date.parse(at(5)), short), 50);
});
