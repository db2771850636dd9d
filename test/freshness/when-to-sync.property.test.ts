import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayMs, hourMs, minuteMs } from '../../src/base/durations.ts';
import { paceOf } from '../../src/connections/provider/budget-store.ts';
import { afterRead, leadOf, type SyncNeed, whenToSync } from '../../src/sync/demand/when-to-sync.ts';

/** The decision when to sync by demand, for random readers and budgets. */
const startMs = Date.parse('2026-01-05T00:00:00Z');
const isNever = (atMs: number) => atMs === Number.POSITIVE_INFINITY;

function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return ((state >>> 8) % 100_000) / 100_000;
  };
}
const rich = { left: 1_000_000, burst: 1_000_000, everyMs: 1 };

/** Reads of some days, in a few hours of each day. */
function randomDemand(random: () => number) {
  const hours = Array.from({ length: 1 + Math.floor(random() * 5) }, () => Math.floor(random() * 24));
  const maxAgeMs = Math.floor((1 + random() * 300) * minuteMs);
  let demand: ReturnType<typeof afterRead> | undefined;
  for (let day = 0; day < 5; day++) {
    for (const hour of hours.toSorted((a, b) => a - b)) {
      if (random() < 0.2) continue;
      const atMs = startMs + day * dayMs + hour * hourMs + Math.floor(random() * hourMs);
      demand = afterRead(demand, { atMs, maxAgeMs: maxAgeMs * (random() < 0.5 ? 1 : 3) });
    }
  }
  return demand;
}

/** Simulates a data set for two days, synced exactly when the function says. */
function follow(need: Omit<SyncNeed, 'nowMs' | 'provenMs'>, { fromMs, toMs }: { fromMs: number; toMs: number }) {
  const syncs: number[] = [];
  for (let [nowMs, provenMs] = [fromMs, fromMs]; ; ) {
    const atMs = whenToSync({ ...need, nowMs, provenMs });
    assert.ok(atMs >= nowMs, 'never in the past');
    if (atMs >= toMs) return syncs;
    syncs.push(atMs);
    [nowMs, provenMs] = [atMs, atMs];
    assert.ok(syncs.length < 100_000, 'no endless loop');
  }
}

test('P-FRESH: if the budget allows, data is never older than accepted in an hour in which a reader is expected', () => {
  for (let seed = 1; seed <= 300; seed++) {
    const random = randomOf(seed);
    const demand = randomDemand(random);
    if (!demand) continue;
    const [fromMs, toMs] = [demand.readMs + minuteMs, demand.readMs + 2 * dayMs];
    const syncs = follow({ demand, budgets: [rich], cost: 1, share: random() }, { fromMs, toMs });
    for (let atMs = fromMs; atMs < toMs; atMs += 5 * minuteMs) {
      const isExpected = atMs <= demand.readMs + hourMs || isReadLately(demand.readDays, atMs);
      if (!isExpected) continue;
      const provenMs = Math.max(fromMs, ...syncs.filter((sync) => sync <= atMs));
      assert.ok(atMs - provenMs <= demand.maxAgeMs, `seed ${seed}: too old at ${new Date(atMs).toISOString()}`);
    }
    // Nor is it synced for nothing: between two syncs there is the accepted age, but for the lead and the spread.
    for (const [i, sync] of syncs.entries()) {
      const gapMs = sync - (syncs[i - 1] ?? fromMs);
      assert.ok(gapMs >= demand.maxAgeMs - leadOf(demand.maxAgeMs) - 1, `seed ${seed}: synced too early`);
    }
  }
});

function isReadLately(readDays: readonly number[], atMs: number): boolean {
  const day = readDays[Math.floor(atMs / hourMs) % 24] ?? 0;
  return day > 0 && Math.floor(atMs / dayMs) - day <= 3;
}

test('P-FRESH: the demand of readers who are gone decays, so that nothing is synced for them', () => {
  for (let seed = 1; seed <= 100; seed++) {
    const demand = randomDemand(randomOf(seed));
    if (!demand) continue;
    const nowMs = demand.readMs + 5 * dayMs;
    const need = { nowMs, provenMs: demand.readMs, demand, budgets: [rich], cost: 1, share: 0 };
    assert.ok(isNever(whenToSync(need)), `seed ${seed}`);
    assert.ok(isNever(whenToSync({ ...need, demand: undefined })));
    // A change that the platform reports is no demand either.
    assert.ok(isNever(whenToSync({ ...need, notifiedMs: nowMs })));
    const few = afterRead(demand, { atMs: nowMs, maxAgeMs: 10 * demand.maxAgeMs });
    assert.equal(few.maxAgeMs, 10 * demand.maxAgeMs, 'the smaller age counts no longer');
  }
});

test('P-FRESH: a reported change makes the data old at once for a reader who is expected now', () => {
  const demand = afterRead(undefined, { atMs: startMs, maxAgeMs: 4 * hourMs });
  const need = { nowMs: startMs + minuteMs, provenMs: startMs, demand, budgets: [rich], cost: 1, share: 0 };
  assert.ok(whenToSync(need) > startMs + hourMs);
  assert.equal(whenToSync({ ...need, notifiedMs: startMs + 1 }), need.nowMs);
  assert.ok(whenToSync({ ...need, notifiedMs: startMs - 1 }) > startMs + hourMs, 'it has been read since');
});

test('P-FRESH: many demanding data sets of a connection never spend more than its budget, and leave the reserve', () => {
  for (let seed = 1; seed <= 40; seed++) {
    const random = randomOf(seed);
    const limit = { requests: 20 + Math.floor(random() * 400), perMs: hourMs };
    const pace = paceOf(limit);
    const cost = 1 + Math.floor(random() * 4);
    let busyMs = 0;
    const leftAt = (nowMs: number) => Math.floor(pace.burst - Math.max(0, busyMs - nowMs) / pace.everyMs);
    const sets = Array.from({ length: 30 }, (_, i) => ({ provenMs: startMs - i * minuteMs, dueMs: startMs }));
    const spent: number[] = [];
    const toMs = startMs + 4 * hourMs;
    for (;;) {
      const set = sets.reduce((a, b) => (b.dueMs < a.dueMs ? b : a));
      const nowMs = set.dueMs;
      if (nowMs >= toMs) break;
      const demand = afterRead(undefined, { atMs: nowMs, maxAgeMs: minuteMs });
      const budget = { left: leftAt(nowMs), burst: pace.burst, everyMs: pace.everyMs };
      const atMs = whenToSync({ nowMs, provenMs: set.provenMs, demand, budgets: [rich, budget], cost, share: 0 });
      set.dueMs = atMs;
      if (atMs > nowMs) continue;
      assert.ok(budget.left >= Math.min(pace.burst, Math.floor(pace.burst / 4) + cost), 'the reserve stays');
      busyMs = Math.max(busyMs, nowMs) + cost * pace.everyMs;
      for (let i = 0; i < cost; i++) spent.push(nowMs);
      [set.provenMs, set.dueMs] = [nowMs, nowMs + 1];
    }
    for (const [i, atMs] of spent.entries()) {
      const before = spent[i - limit.requests];
      assert.ok(
        before === undefined || atMs - before >= limit.perMs,
        `seed ${seed}: more than ${limit.requests} an hour`,
      );
    }
    assert.ok(spent.length > limit.requests, 'the budget is used');
  }
});
