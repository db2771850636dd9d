import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exploreAll, exploreSome } from './lane-model/explore.ts';
import type { Budget } from './lane-model/model-world.ts';

/**
 * Checks the state machine of lanes: no delivery is sent twice without a death, a lost session or a failed or unknown
 * answer, none is forgotten, a lane has at most one owner, and an ordered consumer gets its messages in order. Without
 * faults, nothing may depend on a sweep.
 */
const nothing: Budget = {
  processes: 1,
  lanes: 1,
  ordered: 0,
  emits: 0,
  failures: 0,
  timeouts: 0,
  refusals: 0,
  ticks: 0,
  cuts: 0,
  kills: 0,
  stops: 0,
  disables: 0,
  deletes: 0,
};

const complete: Record<string, Partial<Budget>> = {
  'two events in one process': { emits: 2 },
  'an event with two processes': { emits: 1, processes: 2 },
  'an event and a consumer that is disabled': { emits: 1, disables: 1 },
  'an event and a consumer that is deleted': { emits: 1, deletes: 1 },
  'an event, a timeout and a killed process': { emits: 1, timeouts: 1, kills: 1 },
  'an event, a failed attempt and a stopped process': { emits: 1, failures: 1, stops: 1 },
  'two events in order and a failed attempt': { emits: 2, ordered: 1, failures: 1 },
  'an event and a statement that fails': { emits: 1, refusals: 1 },
};
for (const [title, budget] of Object.entries(complete))
  test(`the lanes hold in every order of ${title}`, async (t) => {
    const { isComplete, ...explored } = await exploreAll({ ...nothing, ...budget }, { runsMax: 20_000 });
    t.diagnostic(JSON.stringify(explored));
    assert.ok(isComplete);
  });

const partial: Record<string, Partial<Budget>> = {
  'a lost session with two processes': { emits: 1, processes: 2, cuts: 1 },
  'a lost session and a consumer that is disabled': { emits: 1, disables: 1, cuts: 1 },
};
for (const [title, budget] of Object.entries(partial))
  test(`the lanes hold in 1,200 systematic orders of ${title}`, async (t) => {
    t.diagnostic(JSON.stringify(await exploreAll({ ...nothing, ...budget }, { runsMax: 1200 })));
  });

const faults = { failures: 2, timeouts: 1, refusals: 2, cuts: 2, kills: 1, stops: 1, disables: 1, deletes: 1 };
const random: Record<string, Partial<Budget>> = {
  'two processes and two lanes without faults': { processes: 2, lanes: 2, emits: 6, ticks: 3 },
  'two processes and two lanes with all faults': { processes: 2, lanes: 2, emits: 6, ticks: 3, ...faults },
  'lost sessions': { processes: 2, emits: 4, ticks: 2, cuts: 2, refusals: 1 },
  'disabled and deleted consumers': { processes: 2, emits: 4, ticks: 3, failures: 2, disables: 1, deletes: 1 },
  'a consumer in order with failed attempts': { processes: 2, ordered: 1, emits: 6, ticks: 4, failures: 3 },
  'a consumer in order with all faults': { processes: 2, ordered: 1, emits: 6, ticks: 4, ...faults },
  'three processes that are stopped': { processes: 3, emits: 8, ticks: 8, stops: 2 },
};
/** Change it to try other orders. */
const seed = 1;
for (const [title, budget] of Object.entries(random))
  test(`the lanes hold in 400 random orders of ${title}`, async (t) => {
    const explored = await exploreSome({ ...nothing, ...budget }, { runs: 400, seed, stepsMax: 200 });
    t.diagnostic(JSON.stringify(explored));
  });
