import type { Budget } from '@daybook/connector-kit';
import { RateLimited } from '@daybook/connector-kit';
import type { Clock } from '../../base/clock.ts';
import { dayMs } from '../../base/durations.ts';
import type { Registry } from '../../connectors/registry.ts';
import type { Db } from '../../db/db.ts';
import { paceOf, type TakenBudget, takeFromBudget } from './budget-store.ts';
import { createSlots, type ProviderSlots } from './provider-slots.ts';

/**
 * Limits the requests to a provider, for each connection and for the platform as a whole. Requests per period are
 * counted over all processes. Concurrent requests are counted in this process only.
 */
export type ProviderBudgets = {
  /**
   * Waits if a request will be allowed soon, otherwise throws `RateLimited`. The caller must call the returned function
   * after the response.
   */
  take(place: ProviderPlace): Promise<() => void>;
  /** Stops all requests of the connection in every process until `untilMs`, because the provider asked for a pause. */
  pause(place: ProviderPlace, untilMs: number): Promise<void>;
};

export type ProviderPlace = { platformKey: string; connectionId: string };

type Rate = Budget['connection'];

/** Requests that this process has reserved from the shared budget but not yet sent. Unused requests expire. */
type Lease = { left: number; spent: number; until: number; asking: Promise<void> | undefined };

/** Maximum wait for the budget. If the wait would be longer, the worker gives up and can do other work. */
const waitMaxMs = 2000;
/**
 * Maximum wait until one of the concurrent requests ends. If none ends in this time, the provider has probably stopped
 * responding.
 */
const slotWaitMaxMs = 10_000;
const blockMax = 50;
const leasesMax = 10_000;

class UsedUp extends Error {
  readonly taken: TakenBudget;
  constructor(taken: TakenBudget) {
    super();
    this.taken = taken;
  }
}

export function createProviderBudgets(ctx: { db: Db; clock: Clock; registry: Registry }): ProviderBudgets {
  const leases = new Map<string, Lease>();
  const slots = new Map<string, ProviderSlots>();
  const pausedUntil = new Map<string, number>();

  function slotsOf(name: string, rate: Rate): ProviderSlots {
    const found = slots.get(name) ?? createSlots(rate.atOnce);
    slots.set(name, found);
    return found;
  }

  async function ask(name: string, rate: Rate, lease: Lease): Promise<void> {
    const pace = paceOf(rate);
    const nowMs = ctx.clock.nowMs();
    // Reserve as many requests as this process used from its last reservation, or twice as many if it used all of them.
    // Requests that are reserved but not used are lost.
    const wanted = Math.min(blockMax, Math.max(1, lease.spent * (lease.left === 0 ? 2 : 1)));
    const taken = await takeFromBudget(ctx.db.system, { name, pace, wanted, nowMs });
    if (taken.granted === 0) throw new UsedUp(taken);
    Object.assign(lease, { left: taken.granted, spent: 0, until: nowMs + pace.leaseMs });
  }

  async function spend(name: string, rate: Rate): Promise<void> {
    const lease: Lease = leases.get(name) ?? { left: 0, spent: 0, until: 0, asking: undefined };
    if (leases.size >= leasesMax && !leases.has(name)) leases.clear();
    leases.set(name, lease);
    while (lease.left === 0 || lease.until <= ctx.clock.nowMs()) {
      lease.asking ??= ask(name, rate, lease).finally(() => {
        lease.asking = undefined;
      });
      await lease.asking;
    }
    lease.left--;
    lease.spent++;
  }

  async function spendInTime(name: string, rate: Rate): Promise<void> {
    for (const startedAt = performance.now(); ; ) {
      try {
        return await spend(name, rate);
      } catch (error) {
        if (!(error instanceof UsedUp)) throw error;
        const waitMs = Math.max(1, error.taken.nextAtMs - ctx.clock.nowMs());
        if (performance.now() - startedAt + waitMs > waitMaxMs)
          throw new RateLimited("The platform's request limit is used up for now.", error.taken.worthAtMs);
        await new Promise((resolve) => setTimeout(resolve, waitMs));
      }
    }
  }

  async function enter(name: string, rate: Rate): Promise<() => void> {
    const leave = await slotsOf(name, rate).enter(slotWaitMaxMs);
    if (leave) return leave;
    throw new RateLimited('Too many requests to the platform are in progress.', ctx.clock.nowMs() + slotWaitMaxMs);
  }

  function refuseWhilePaused(connection: string): void {
    const untilMs = pausedUntil.get(connection);
    if (untilMs === undefined) return;
    if (untilMs > ctx.clock.nowMs()) throw new RateLimited("The platform's rate limit was reached.", untilMs);
    pausedUntil.delete(connection);
  }

  return {
    async take({ platformKey, connectionId }) {
      const budget = ctx.registry.find(platformKey)?.budget;
      if (!budget) throw new Error(`The platform ${platformKey} is not enabled.`);
      const [platform, connection] = [`platform ${platformKey}`, `connection ${connectionId}`];
      refuseWhilePaused(connection);
      const leaveConnection = await enter(connection, budget.connection);
      let leavePlatform = () => {};
      const leave = () => {
        leavePlatform();
        leaveConnection();
        if (slots.get(connection)?.isEmpty()) slots.delete(connection);
      };
      try {
        leavePlatform = await enter(platform, budget.platform);
        // Take from the platform's budget first, because this may have to wait. The connection's budget is smaller, so
        // take from it only when the request can be sent at once.
        await spendInTime(platform, budget.platform);
        await spendInTime(connection, budget.connection);
        const { perDay, atOnce } = budget.connection;
        if (perDay) await spendInTime(`${connection} day`, { requests: perDay, perMs: dayMs, atOnce });
        refuseWhilePaused(connection);
        return leave;
      } catch (error) {
        leave();
        throw error;
      }
    },
    async pause({ platformKey, connectionId }, untilMs) {
      const budget = ctx.registry.find(platformKey)?.budget;
      if (!budget) return;
      const name = `connection ${connectionId}`;
      // If the map is full, clear it. This loses nothing, because every pause is also stored in the database.
      if (pausedUntil.size >= leasesMax) pausedUntil.clear();
      pausedUntil.set(name, Math.max(untilMs, pausedUntil.get(name) ?? 0));
      const pace = paceOf(budget.connection);
      await takeFromBudget(ctx.db.system, { name, pace, wanted: 0, nowMs: ctx.clock.nowMs(), pausedUntilMs: untilMs });
    },
  };
}
