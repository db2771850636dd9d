import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Clock } from '../../src/base/clock.ts';
import type { Log } from '../../src/base/log.ts';
import type { Db } from '../../src/db/db.ts';
import {
  type Candidate,
  type ClaimLoad,
  claimLimit,
  isRunningOut,
  planRound,
  type QuotaLane,
} from '../../src/webhooks/lanes/claim-quotas.ts';
import { type Lane, newLane } from '../../src/webhooks/lanes/lane.ts';
import { LaneBoard, nextStep, type Step } from '../../src/webhooks/lanes/lane-board.ts';
import { createLaneWakeups } from '../../src/webhooks/lanes/lane-wakeups.ts';
import { Pace } from '../../src/webhooks/lanes/pace.ts';
import { createSlots } from '../../src/webhooks/sending/slots.ts';
import { SlowLanes } from '../../src/webhooks/sending/slow-lanes.ts';
import {
  letsOthersGoFirst,
  maySend,
  nextConcurrency,
  slotKindOf,
  type TurnLane,
} from '../../src/webhooks/sending/turns.ts';

const lane: QuotaLane = { isSlow: false, isBacklog: false, inFlight: 0, unsent: 0, ratePerSecond: undefined };
const load: ClaimLoad = { freshLanes: 1, backlogLanes: 0, isFreshAround: false };

const limits: [title: string, Partial<QuotaLane>, Partial<ClaimLoad>, rows: number][] = [
  ['a woken lane', {}, {}, 16],
  ['one of 50 woken lanes', {}, { freshLanes: 50 }, 8],
  ['one of 10,000 woken lanes', {}, { freshLanes: 10_000 }, 4],
  ['a single backlog', { isBacklog: true }, { backlogLanes: 1 }, 1000],
  ['one of 16 backlogs', { isBacklog: true }, { backlogLanes: 16 }, 512],
  ['one of 10,000 backlogs', { isBacklog: true }, { backlogLanes: 10_000 }, 4],
  ['a backlog while other lanes are sending', { isBacklog: true }, { backlogLanes: 1, isFreshAround: true }, 16],
  ['a backlog with a rate limit', { isBacklog: true, ratePerSecond: 20 }, { backlogLanes: 1 }, 20],
  ['a lane with a very low rate limit', { ratePerSecond: 1 }, {}, 4],
  ['a slow lane', { isSlow: true }, {}, 2],
  ['a slow lane with a send in flight', { isSlow: true, inFlight: 1 }, {}, 1],
  ['a slow lane that is full', { isSlow: true, inFlight: 9 }, {}, 1],
];
for (const [title, of, under, rows] of limits)
  test(`${title} claims at most ${rows} deliveries`, () => {
    assert.equal(claimLimit({ ...lane, ...of }, { ...load, ...under }), rows);
  });

const needs: [title: string, Partial<QuotaLane>, boolean][] = [
  ['a lane with nothing to send', {}, true],
  ['a lane with half of its limit', { unsent: 8 }, true],
  ['a lane with more than half of its limit', { unsent: 9 }, false],
  ['a slow lane with one in flight', { isSlow: true, inFlight: 1 }, true],
  ['a slow lane with one unsent', { isSlow: true, unsent: 1 }, false],
  ['a slow lane with two in flight', { isSlow: true, inFlight: 2 }, false],
];
for (const [title, of, expected] of needs)
  test(`${title} ${expected ? 'claims more' : 'claims nothing'}`, () => {
    assert.equal(isRunningOut({ ...lane, ...of }, load), expected);
  });

const of = (count: number, one: Partial<Candidate> = {}): Candidate[] =>
  Array.from({ length: count }, () => ({ isOwned: false, isSlow: false, limit: 4, ...one }));
const none = { owned: 0, slowOwned: 0, unsent: 0, isFreshAround: false };
const rounds: [title: string, fresh: Candidate[], backlog: Candidate[], Partial<typeof none>, number, number][] = [
  ['all lanes fit', of(3), of(2), {}, 3, 2],
  ['a claim has at most 200 lanes', of(300, { limit: 1 }), of(5), {}, 200, 0],
  ['a claim has about 1,000 rows', of(100, { limit: 16 }), of(5), {}, 63, 0],
  ['backlogs get what is left', of(50, { limit: 16 }), of(5, { limit: 100 }), {}, 50, 2],
  ['backlogs get 64 rows while others are sending', of(1), of(9, { limit: 16 }), { isFreshAround: true }, 1, 4],
  ['a process holds at most 8,192 unsent deliveries', of(5), of(5), { unsent: 8192 }, 0, 0],
  ['a process owns at most 2,000 lanes', of(5), [], { owned: 1998 }, 2, 0],
  ['an owned lane is always claimed', of(5, { isOwned: true }), [], { owned: 2000 }, 5, 0],
  ['at most 1,000 slow lanes are owned', [...of(3, { isSlow: true }), ...of(2)], [], { slowOwned: 999 }, 3, 0],
];
for (const [title, fresh, backlog, totals, freshPicked, backlogPicked] of rounds)
  test(`in one round, ${title}`, () => {
    const picked = planRound({ fresh, backlog }, { ...none, ...totals });
    const count = (all: Candidate[]) => picked.filter((one) => all.includes(one)).length;
    assert.deepEqual([count(fresh), count(backlog)], [freshPicked, backlogPicked]);
  });

const turn: TurnLane = {
  isOwned: true,
  unsent: 1,
  inFlight: 0,
  isSlow: false,
  isOnHold: false,
  concurrencyMax: 3,
};
const turns: [title: string, Partial<TurnLane>, boolean][] = [
  ['a lane with an unsent delivery', {}, true],
  ['a lane that is not owned', { isOwned: false }, false],
  ['a lane with nothing to send', { unsent: 0 }, false],
  ['a lane without an enabled consumer', { concurrencyMax: undefined }, false],
  ['a lane on hold', { isOnHold: true }, false],
  ['a lane below its concurrency', { inFlight: 2 }, true],
  ['a lane at its concurrency', { inFlight: 3 }, false],
  ['a slow lane with one in flight', { isSlow: true, inFlight: 1 }, true],
  ['a slow lane with two in flight', { isSlow: true, inFlight: 2 }, false],
  ['a slow lane with a concurrency of one', { isSlow: true, inFlight: 1, concurrencyMax: 1 }, false],
];
for (const [title, one, expected] of turns)
  test(`${title} ${expected ? 'may' : 'may not'} send`, () => assert.equal(maySend({ ...turn, ...one }), expected));

test('a slow lane uses slow slots, even with a backlog', () => {
  const kinds = [
    slotKindOf({ isSlow: false, isBacklog: false }),
    slotKindOf({ isSlow: false, isBacklog: true }),
    slotKindOf({ isSlow: true, isBacklog: true }),
  ];
  assert.deepEqual(kinds, ['fresh', 'backlog', 'slow']);
});

const concurrencies: [title: string, current: number, isDelivered: boolean, next: number][] = [
  ['an accepted delivery adds a quarter', 64, true, 64.25],
  ['256 is the most', 256, true, 256],
  ['a failed delivery starts anew', 200, false, 64],
];
for (const [title, current, isDelivered, next] of concurrencies)
  test(`concurrency: ${title}`, () => assert.equal(nextConcurrency(current, { isDelivered }), next));

const paces: [title: string, takenAt: number[], at: number, waitMs: number][] = [
  ['the first run starts at once', [], 0, 0],
  ['a burst starts at once', [0, 0], 0, 0],
  ['after a burst, the next run waits', [0, 0, 0], 0, 10],
  ['runs that are far apart never wait', [0, 10, 20, 30, 40], 50, 0],
  ['after a pause, a burst is possible again', [0, 0, 0, 100, 100], 100, 0],
  ['runs that did not wait leave no debt', Array.from({ length: 1000 }, (_, index) => index), 999, 10],
];
for (const [title, takenAt, at, waitMs] of paces)
  test(`pace: ${title}`, () => {
    const pace = new Pace({ everyMs: 10, burst: 3 });
    for (const time of takenAt) pace.take(time);
    assert.equal(pace.waitMs(at), waitMs);
  });

const held = new Set(['m']);
const steps: [title: string, Partial<Lane>, needsMore: boolean, Step][] = [
  ['a woken lane without a lock', { isWoken: true }, true, 'lock'],
  ['a lane without a lock and with outcomes to record', { held }, true, 'none'],
  ['a lane without a lock and without outcomes', {}, true, 'forget'],
  ['a woken open lane', { phase: 'open', isWoken: true, held }, true, 'claim'],
  ['an open lane with more due deliveries', { phase: 'open', hasMore: true }, true, 'claim'],
  ['a woken open lane with enough to send', { phase: 'open', isWoken: true, held }, false, 'none'],
  ['an open lane with outcomes to record', { phase: 'open', held }, true, 'none'],
  ['an unused open lane', { phase: 'open' }, true, 'release'],
  ['a woken open lane on hold', { phase: 'open', isWoken: true, holdUntilMs: 2000 }, true, 'release'],
  ['an open lane on hold with outcomes to record', { phase: 'open', holdUntilMs: 2000, held }, true, 'none'],
  ['a woken lane whose hold is over', { phase: 'open', isWoken: true, holdUntilMs: 1000 }, true, 'claim'],
  ...(['locking', 'claiming', 'clearing', 'releasing'] as const).map(
    (phase): [string, Partial<Lane>, boolean, Step] => [
      `a woken lane that is ${phase}`,
      { phase, isWoken: true },
      true,
      'none',
    ],
  ),
];
for (const [title, state, needsMore, step] of steps)
  test(`next step of ${title}: ${step}`, () => {
    assert.equal(nextStep({ ...newLane(1), ...state }, { nowMs: 1000, needsMore: () => needsMore }), step);
  });

test('a lane that is woken and then released on hold is locked once, not also by its old object', () => {
  let nowMs = 1000;
  const clock: Clock = { nowMs: () => nowMs, now: () => new Date(nowMs) };
  const board = new LaneBoard({ clock }, { slots: createSlots(), slowLanes: new SlowLanes() });
  const round = () => board.pickRound().map(({ lane: { number } }) => number);
  board.wake(7);
  const one = board.lanes.get(7) ?? assert.fail();
  assert.deepEqual(round(), [7]);
  Object.assign(one, { phase: 'open', isWoken: false });
  // No claim runs, as during maintenance, when a failed delivery of an ordered consumer puts the lane on hold.
  board.wake(7);
  one.holdUntilMs = 2000;
  board.settle(one);
  assert.deepEqual(board.pickUnused(), [one]);
  one.phase = 'unowned';
  board.afterRelease(one);
  nowMs = 3000;
  assert.deepEqual(round(), [7]);
});

test('only a lane that the process owns is woken without a notification, and none after the process has begun to stop', () => {
  const clock: Clock = { nowMs: () => 1000, now: () => new Date(1000) };
  const board = new LaneBoard({ clock }, { slots: createSlots(), slowLanes: new SlowLanes() });
  const round = () => board.pickRound().map(({ lane: { number } }) => number);
  assert.equal(board.wakeOwned(7), false);
  board.wake(7);
  assert.deepEqual(round(), [7]);
  const one = board.lanes.get(7) ?? assert.fail();
  assert.equal(board.wakeOwned(7), false);
  Object.assign(one, { phase: 'open', isWoken: false });
  assert.equal(board.wakeOwned(7), true);
  assert.deepEqual(round(), [7]);
  board.stop();
  assert.equal(board.wakeOwned(7), false);
});

const silent = { warn: () => {} } as unknown as Log;

test('a lane of this process needs no notification, all other lanes share one', async () => {
  const payloads: unknown[] = [];
  const pool = { query: async (_text: string, [, payload]: unknown[]) => payloads.push(payload) };
  const wakeups = createLaneWakeups({ db: { pool } as unknown as Db, log: silent });
  const woken: number[] = [];
  wakeups.onWake((lane) => lane === 7 && woken.push(lane) > 0);
  wakeups.wake([7]);
  wakeups.wake([3, 7, 5]);
  await wakeups.stop();
  assert.deepEqual([woken, payloads], [[7, 7], ['3,5']]);
});

const yields: [title: string, inFlight: number, waiting: { others: number; passed: number }, boolean][] = [
  ['a lane with few sends', 63, { others: 5, passed: 0 }, false],
  ['a lane with many sends beside others', 64, { others: 1, passed: 0 }, true],
  ['a lane with many sends that waits alone', 255, { others: 0, passed: 0 }, false],
  ['a lane with many sends after all others have let it go first', 64, { others: 2, passed: 2 }, false],
];
for (const [title, inFlight, waiting, expected] of yields)
  test(`${title} ${expected ? 'lets others go first' : 'sends'}`, () =>
    assert.equal(letsOthersGoFirst({ inFlight }, waiting), expected));
