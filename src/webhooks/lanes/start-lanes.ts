import type { Sealer } from '../../base/secrets.ts';
import { startLoop } from '../../jobs/loop.ts';
import { createSender, type SenderContext } from '../sending/send-deliveries.ts';
import { createSlots } from '../sending/slots.ts';
import { createClaimer } from './claim-lanes.ts';
import { createEnder } from './end-lanes.ts';
import { handBack, type Lane, newLane, restMsOf, unsentOf } from './lane.ts';
import { createLaneConsumers } from './lane-consumer.ts';
import { keepLaneSession } from './lane-session.ts';
import type { ClaimedLane } from './lane-store.ts';
import { cancelSome, removeOrphans, removeSome } from './outcome-store.ts';
import { createRecorder } from './record-outcomes.ts';
import { findDueRetries, findOverdue } from './sweep.ts';
import { disableGone, type WatchContext, warnAndDisable } from './watch-consumers.ts';

/** Sends deliveries in a worker process. At any time, at most one process owns a lane, but the owner can change. */
export type Lanes = {
  /** Runs all sweeps now instead of waiting for the loops. For tests, whose clock jumps. */
  sweep(): Promise<void>;
  stats(): LaneStats;
  stop(): Promise<void>;
};

export type LaneStats = {
  attempts: Readonly<Record<string, number>>;
  inFlight: number;
  lanes: number;
  unrecorded: number;
  /**
   * How long the oldest due delivery has been waiting. Sweeps look for this delivery about every 5 s, or less often if
   * tens of thousands of lanes are waiting.
   */
  oldestDueSeconds: number | undefined;
};

export type LanesContext = WatchContext &
  Omit<SenderContext, 'jitter'> & { sealer: Sealer; config: { directDatabaseUrl: string } };

const retriesEveryMs = 1000;
const overdueEveryMs = 5000;
/** The pause after a sweep is this many times as long as the sweep, which takes about 50 ms for 10,000 lanes. */
const restPerSweep = 400;
/** The shortest of the last three sweeps determines the pause, so that one slow sweep on a busy machine is ignored. */
const sweepsCompared = 3;
/**
 * A lane counts as overdue only when its first delivery has been due for this time. Before that, a notification may
 * still wake the lane.
 */
const overdueByMs = 2000;
/**
 * The periods that two successive sweeps cover overlap by this much, to find a retry that was written just after its
 * due time.
 */
const overlapMs = 2000;
const tickMs = 100;
const finishWithinMs = 5000;

export function startLanes(
  ctx: LanesContext,
  { isPaused, jitter = Math.random }: { isPaused: () => boolean; jitter?: () => number },
): Lanes {
  const lanes = new Map<number, Lane>();
  const slots = createSlots();
  const consumers = createLaneConsumers(ctx);
  let isStopping = false;
  let sweptMs = ctx.clock.nowMs();
  let restUntilMs = 0;
  const sweepTimesMs: number[] = Array(sweepsCompared).fill(0);
  let sessions: ReadonlySet<string> = new Set();
  let oldestDueMs: number | undefined;
  const isResting = () => isStopping || isPaused();

  const session = keepLaneSession(ctx, {
    wakeups: (lanes) => {
      for (const lane of lanes) wake(lane);
    },
    opened() {
      recorder.resume();
      sweepOverdue(0).catch((error) => ctx.log.warn({ err: error }, 'the first sweep failed'));
    },
    lost: forgetLanes,
  });
  const recorder = createRecorder(ctx, {
    connection: session.outcomes,
    onRecorded(recorded) {
      for (const lane of recorded) settle(lane);
      sender.pump();
    },
    onGone: (consumer) =>
      void disableGone(ctx, consumer).catch((error) =>
        ctx.log.error({ err: error, ...consumer }, 'a consumer that responded with 410 could not be disabled'),
      ),
  });
  const sender = createSender(
    { ...ctx, jitter },
    { slots, recorder: () => recorder, isPaused: isResting, onSent: settle },
  );
  const parts = { lanes, session: session.lanes, onBroken: session.drop };
  const ender = createEnder(ctx, { ...parts, isIdle: (lane) => isIdle(lane) && restMsOf(lane) === 0, wake });
  const claimer = createClaimer(ctx, {
    ...parts,
    consumers,
    slots,
    sender,
    isPaused: isResting,
    onClaimed,
    onRefused(lane) {
      if (lane.held.size === 0) lanes.delete(lane.lane);
    },
  });

  function wake(number: number): void {
    if (isStopping) return;
    let lane = lanes.get(number);
    if (!lane) {
      lane = newLane(number);
      lanes.set(number, lane);
    }
    lane.isWoken = true;
    if (!lane.isOwned ? !lane.isBusy : claimer.needsClaim(lane)) claimer.want(lane);
  }

  function isIdle(lane: Lane): boolean {
    if (lane.inFlight > 0 || lane.held.size > 0) return false;
    const isOnHold = lane.holdUntilMs !== undefined && lane.holdUntilMs > ctx.clock.nowMs();
    return isOnHold || (!lane.isWoken && (!lane.hasMore || !lane.consumer));
  }

  function settle(lane: Lane): void {
    if (lane.isBusy) return;
    if (!lane.isOwned) {
      // The session was lost, so this process no longer owns the lane. Delete the lane's state once it is not needed.
      if (lane.held.size === 0 && lanes.get(lane.lane) === lane && !lane.isWoken) lanes.delete(lane.lane);
      return;
    }
    if (lane.isHalfCleared && lane.held.size === 0) {
      lane.isHalfCleared = false;
      lane.isWoken = true;
    }
    if (claimer.needsClaim(lane)) claimer.want(lane);
    else if (isIdle(lane)) endRested(lane);
  }

  /**
   * Unlocks a lane only when its rate limit allows the next send, because the next owner would not know when the last
   * delivery was sent.
   */
  function endRested(lane: Lane): void {
    const restMs = restMsOf(lane);
    if (restMs === 0) ender.add(lane);
    else
      lane.timer ??= setTimeout(() => {
        lane.timer = undefined;
        sender.offer(lane);
        sender.pump();
        settle(lane);
      }, restMs);
  }

  function onClaimed(lane: Lane, claimed: ClaimedLane): void {
    const isTaking = claimed.consumer?.isEnabled === true;
    if (!isTaking || claimed.orphans.length > 0) void clear(lane, claimed);
    else settle(lane);
  }

  /**
   * Cancels the pending deliveries of a disabled consumer, or deletes those of a deleted consumer. For an enabled
   * consumer, deletes the deliveries whose messages no longer exist.
   */
  async function clear(lane: Lane, { consumer, orphans }: ClaimedLane): Promise<void> {
    const connection = session.outcomes();
    if (!connection) return;
    handBack(lane);
    lane.isBusy = true;
    try {
      if (!consumer) consumers.forget(lane.lane);
      const some = () => {
        const { held } = lane;
        // Set this before the batch runs: the batch skips every delivery that is held when it starts, even if the
        // outcome of the delivery is recorded while the batch runs.
        lane.isHalfCleared = held.size > 0;
        return consumer
          ? cancelSome(connection, { lane: lane.lane, held, nowMs: ctx.clock.nowMs() })
          : removeSome(connection, { lane: lane.lane, held });
      };
      if (consumer?.isEnabled) await removeOrphans(connection, { lane: lane.lane, messageIds: orphans });
      else while (session.outcomes() === connection && !isResting() && (await some()));
      if (!consumer?.isEnabled) lane.hasMore = false;
    } catch (error) {
      ctx.log.warn({ err: error, lane: lane.lane }, 'pending deliveries could not be cleared; a sweep will retry');
    } finally {
      if (session.outcomes() === connection) lane.isBusy = false;
      settle(lane);
    }
  }

  /**
   * Called when the locks are lost. Other processes may already own the lanes. The outcomes of sends in flight are
   * still recorded.
   */
  function forgetLanes(): void {
    claimer.forgetWants();
    ender.clear();
    for (const lane of lanes.values()) {
      handBack(lane);
      clearTimeout(lane.timer);
      Object.assign(lane, { isOwned: false, isBusy: false, isWoken: false, hasMore: false, timer: undefined });
      if (lane.held.size === 0) lanes.delete(lane.lane);
    }
  }

  async function sweepRetries(): Promise<void> {
    const connection = session.sweeps();
    if (!connection) return;
    const nowMs = ctx.clock.nowMs();
    const afterMs = Math.min(sweptMs, nowMs) - overlapMs;
    const found = await findDueRetries(connection, { afterMs, nowMs });
    for (const lane of found.lanes) wake(lane);
    sweptMs = nowMs;
    // If a session has disappeared, its worker has stopped or died. Take over its lanes before the next regular sweep.
    const isOneGone = [...sessions].some((pid) => !found.sessions.has(pid));
    sessions = found.sessions;
    if (isOneGone) await sweepOverdue(0);
  }

  async function sweepOverdue(byMs: number): Promise<void> {
    const connection = session.sweeps();
    if (!connection) return;
    const startedMs = performance.now();
    const found = await findOverdue(connection, { nowMs: ctx.clock.nowMs(), byMs });
    sweepTimesMs.shift();
    sweepTimesMs.push(performance.now() - startedMs);
    restUntilMs = performance.now() + restPerSweep * Math.min(...sweepTimesMs);
    oldestDueMs = found.oldestMs;
    for (const lane of found.lanes) wake(lane);
  }

  let wasPaused = isPaused();
  const ticker = setInterval(() => {
    if (wasPaused && !isPaused()) sweepOverdue(0).catch(() => {});
    wasPaused = isPaused();
    if (lanes.size === 0) return;
    slots.adapt();
    sender.findSlow();
    claimer.schedule();
  }, tickMs);
  const loop = { isPaused: isResting };
  const loops = [
    startLoop(ctx, { ...loop, name: 'due retries', everyMs: retriesEveryMs }, sweepRetries),
    startLoop(ctx, { ...loop, name: 'overdue lanes', everyMs: overdueEveryMs }, async () => {
      if (performance.now() >= restUntilMs) await sweepOverdue(overdueByMs);
      const connection = session.sweeps();
      if (connection) await warnAndDisable(ctx, connection);
    }),
  ];

  return {
    async sweep() {
      await sweepRetries();
      await sweepOverdue(0);
      const connection = session.sweeps();
      if (connection) await warnAndDisable(ctx, connection);
    },
    stats: () => ({
      attempts: sender.counts(),
      inFlight: sender.inFlight(),
      lanes: lanes.size,
      unrecorded: recorder.pending(),
      oldestDueSeconds: oldestDueMs === undefined ? undefined : (ctx.clock.nowMs() - oldestDueMs) / 1000,
    }),
    async stop() {
      isStopping = true;
      clearInterval(ticker);
      await Promise.all(loops.map((one) => one.stop()));
      for (const lane of lanes.values()) {
        clearTimeout(lane.timer);
        if (unsentOf(lane) > 0) handBack(lane);
      }
      const until = performance.now() + finishWithinMs;
      while (sender.inFlight() > 0 && performance.now() < until) await new Promise((done) => setTimeout(done, 10));
      // Sends that are still in flight now are repeated by the next owner of their lane.
      await recorder.flush(finishWithinMs / 2);
      await session.stop();
    },
  };
}
