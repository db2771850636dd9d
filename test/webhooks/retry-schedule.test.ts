import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { hourMs } from '../../src/base/durations.ts';
import {
  attemptsMax,
  nextAttemptMs,
  readRetryAfterMs,
  retryWaitsMs,
  retryWindowMs,
  windowStartMs,
} from '../../src/webhooks/sending/retry-schedule.ts';

/** Start times of all attempts, each delayed by its `lateMs`. */
function run(steps: { jitter: number; retryAfterMs: number; lateMs: number }[]): number[] {
  const begunMs = 1_000_000;
  const starts = [begunMs];
  let firstMs = windowStartMs({ firstMs: undefined, dueMs: undefined, startedMs: begunMs });
  for (const { jitter, retryAfterMs, lateMs } of steps) {
    const startedMs = starts.at(-1) ?? 0;
    const dueMs = nextAttemptMs({ number: starts.length, startedMs, firstMs, retryAfterMs, jitter });
    if (dueMs === undefined) break;
    assert.ok(dueMs > startedMs);
    firstMs = windowStartMs({ firstMs, dueMs, startedMs: dueMs + lateMs });
    starts.push(dueMs + lateMs);
  }
  return starts.map((ms) => ms - begunMs);
}

test('R-HOOK-25: attempts are made at once, then +5 s, +5 min, +30 min, +2 h, +5 h, +10 h, +10 h', () => {
  const starts = run(Array.from({ length: 10 }, () => ({ jitter: 0, retryAfterMs: 0, lateMs: 0 })));
  const seconds = [0, 5, 5 + 300, 5 + 2100, 5 + 9300, 5 + 27_300, 5 + 63_300, 5 + 99_300];
  assert.deepEqual(
    starts,
    seconds.map((second) => second * 1000),
  );
  assert.equal(starts.at(-1), 27 * hourMs + 35 * 60_000 + 5000);
  assert.equal(attemptsMax, 8);
});

const step = fc.record({
  jitter: fc.double({ min: 0, max: 1, noNaN: true }),
  retryAfterMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 40 * hourMs })),
  lateMs: fc.oneof(fc.integer({ min: 0, max: 2000 }), fc.integer({ min: 0, max: 6 * hourMs })),
});

test('R-LIMIT-08 R-HOOK-11: apart from delays of workers, no attempt is made later than 28 hours after the first, even with jitter and Retry-After', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 10, maxLength: 10 }), (steps) => {
      const starts = run(steps);
      assert.ok(starts.length <= attemptsMax);
      const lateMs = steps.slice(0, starts.length - 1).reduce((sum, one) => sum + one.lateMs, 0);
      assert.ok((starts.at(-1) ?? 0) - lateMs <= retryWindowMs);
    }),
    { numRuns: 5000 },
  );
});

test('A-8: all eight attempts are made, whatever the jitter and however late the workers are', () => {
  const prompt = fc.record({
    jitter: fc.double({ min: 0, max: 1, noNaN: true }),
    retryAfterMs: fc.constant(0),
    lateMs: fc.oneof(fc.integer({ min: 0, max: 1000 }), fc.integer({ min: 0, max: 72 * hourMs })),
  });
  fc.assert(
    fc.property(fc.array(prompt, { minLength: 10, maxLength: 10 }), (steps) => {
      const starts = run(steps);
      assert.equal(starts.length, attemptsMax);
      starts.slice(1).forEach((start, at) => {
        const waitMs = start - (starts[at] ?? 0) - (steps[at]?.lateMs ?? 0);
        const stepMs = retryWaitsMs[at] ?? 0;
        assert.ok(waitMs >= stepMs && waitMs <= stepMs + Math.min(stepMs / 10, 180_000));
      });
    }),
    { numRuns: 2000 },
  );
});

test('R-HOOK-13: Retry-After is optional and can only lengthen the wait; beyond the window, the last attempt is made at its end', () => {
  const base = { number: 1, startedMs: 0, firstMs: 0, jitter: 0 };
  assert.equal(nextAttemptMs({ ...base, retryAfterMs: 1000 }), 5000);
  assert.equal(nextAttemptMs({ ...base, retryAfterMs: 60_000 }), 60_000);
  assert.equal(nextAttemptMs({ ...base, retryAfterMs: 40 * hourMs }), retryWindowMs - 60_000);
  assert.equal(nextAttemptMs({ ...base, number: 2, startedMs: retryWindowMs - 90_000, retryAfterMs: 0 }), undefined);
});

const headers: [text: string | undefined, ms: number | undefined][] = [
  [undefined, undefined],
  ['120', 120_000],
  [' 120 ', 120_000],
  ['0', undefined],
  ['-5', undefined],
  ['1.5', undefined],
  ['soon', undefined],
  ['999999999', retryWindowMs],
  ['Thu, 01 Jan 2026 00:01:00 GMT', 60_000],
  ['Thu, 01 Jan 2026 00:00:00 GMT', undefined],
  ['Wed, 31 Dec 2025 00:00:00 GMT', undefined],
];

for (const [text, ms] of headers) {
  test(`Retry-After ${JSON.stringify(text)} is read as ${ms} ms`, () => {
    assert.equal(readRetryAfterMs(text, Date.parse('2026-01-01T00:00:00Z')), ms);
  });
}
