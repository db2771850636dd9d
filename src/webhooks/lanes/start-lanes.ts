import type { Sealer } from '../../base/secrets.ts';
import type { AttemptContext } from '../sending/attempt-delivery.ts';
import { Sender } from '../sending/send-deliveries.ts';
import { createSlots } from '../sending/slots.ts';
import { SlowLanes } from '../sending/slow-lanes.ts';
import { LaneClaims } from './claim-lanes.ts';
import { clearLane } from './clear-lane.ts';
import { handBack, type Lane } from './lane.ts';
import { LaneBoard } from './lane-board.ts';
import { createLaneConsumers } from './lane-consumer.ts';
import { Recorder } from './record-outcomes.ts';
import { LaneReleases } from './release-lanes.ts';
import { type OpenConnection, openLaneConnection } from './store/lane-connection.ts';
import { keepLaneSession } from './store/lane-session.ts';
import { announceSession } from './store/lane-store.ts';
import type { ConsumerKey } from './store/outcome-store.ts';
import { LaneSweeps } from './sweep.ts';
import { disableGone, type WatchContext } from './watch-consumers.ts';

/** Sends deliveries in a worker process. At any time, at most one process owns a lane, but the owner can change. */
export type Lanes = {
  /** Wakes a lane that this process owns. Returns false for all others. */
  wakeOwned(lane: number): boolean;
  /** Runs all sweeps now instead of waiting for the loops. For tests, whose clock jumps. */
  sweep(): Promise<void>;
  stats(): LaneStats;
  /** The state of the lanes that this process handles, for tests. */
  all(): Iterable<Readonly<Lane>>;
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
  Omit<AttemptContext, 'jitter'> & { sealer: Sealer; config: { directDatabaseUrl: string } };

export type LanesOptions = {
  isPaused: () => boolean;
  /** Returns the random part of the wait between attempts, from 0 to 1. Default: `Math.random`. */
  jitter?: () => number;
  openConnection?: OpenConnection;
  /** Maximum number of cached consumers; for tests. */
  consumersMax?: number;
};

const tickMs = 100;
const quietTickMs = 1000;
const finishWithinMs = 5000;

export function startLanes(ctx: LanesContext, options: LanesOptions): Lanes {
  const parts = connectParts(ctx, options);
  const { board, recorder, sender, releases, session, sweeps, ticker } = parts;
  const loops = sweeps.startLoops();
  return {
    wakeOwned: (lane) => board.wakeOwned(lane),
    async sweep() {
      await sweeps.wakeRetries();
      await sweeps.wakeOverdue(0);
      await sweeps.watchConsumers();
    },
    stats: () => ({
      attempts: sender.counts(),
      inFlight: sender.inFlight(),
      lanes: board.lanes.size,
      unrecorded: recorder.pending(),
      oldestDueSeconds: sweeps.oldestDueSeconds(),
    }),
    all: () => board.lanes.values(),
    async stop() {
      parts.pause();
      board.stop();
      releases.stop();
      ticker.stop();
      await Promise.all(loops.map((one) => one.stop()));
      for (const lane of board.lanes.values()) {
        clearTimeout(lane.timer);
        handBack(lane);
      }
      const until = performance.now() + finishWithinMs;
      while (sender.inFlight() > 0 && performance.now() < until) await new Promise((done) => setTimeout(done, 10));
      // Sends that are still in flight now are repeated by the next owner of their lane.
      await recorder.flush(finishWithinMs / 2);
      await session.stop();
    },
  };
}

type TickedParts = {
  board: LaneBoard;
  claims: LaneClaims;
  sender: Sender;
  slots: ReturnType<typeof createSlots>;
  sweeps: LaneSweeps;
};

/** Creates and connects the parts that send deliveries. They report to the board, which starts claims and releases. */
function connectParts(ctx: LanesContext, options: LanesOptions) {
  const { jitter = Math.random, openConnection = openLaneConnection } = options;
  let isStopping = false;
  const isPaused = () => isStopping || options.isPaused();
  const slots = createSlots();
  const slowLanes = new SlowLanes();
  const consumers = createLaneConsumers(ctx, options);
  const board = new LaneBoard(ctx, { slots, slowLanes });
  const session = keepLaneSession(ctx, {
    openConnection,
    wakeups(lanes) {
      for (const lane of lanes) board.wake(lane);
    },
    joined: () => void sweeps.wakeRetries().catch(() => {}),
    opened() {
      recorder.resume();
      const lanes = session.lanes();
      // Without it, the others find this worker by themselves, but later.
      if (lanes) announceSession(lanes).catch(() => {});
      sweeps
        .wakeOverdue(0)
        .catch((error) =>
          ctx.log.warn({ err: error }, 'the first search for due deliveries failed; it will be repeated'),
        );
    },
    lost: () => board.loseAll(),
  });
  const recorder = new Recorder(ctx, {
    connection: session.outcomes,
    onRecorded(recorded) {
      for (const lane of recorded) board.settle(lane);
      sender.pump();
    },
    onFailed: () => sweeps.expectRetries(),
    onGone: (consumer) => void disableQuietly(ctx, consumer),
  });
  const onSent = (lane: Lane) => board.settle(lane);
  const sender = new Sender({ ...ctx, jitter }, { slots, slowLanes, recorder, isPaused, onSent });
  const onLanes = { board, session: session.lanes, onBroken: session.drop };
  const clearing = { board, consumers, connection: session.outcomes, isPaused };
  const claims = new LaneClaims(ctx, {
    ...onLanes,
    consumers,
    sender,
    isPaused,
    clear: (lane, claimed) => void clearLane(ctx, clearing, { ...claimed, lane }),
  });
  const releases = new LaneReleases(ctx, onLanes);
  const sweeps = new LaneSweeps(ctx, {
    board,
    connection: session.sweeps,
    ownSession: () => session.lanes()?.pid,
    isPaused,
  });
  const ticker = createTicker({ board, claims, sender, slots, sweeps }, options);
  board.onClaimWanted = () => {
    claims.schedule();
    ticker.hurry();
  };
  board.onReleaseWanted = () => releases.schedule();
  const pause = () => {
    isStopping = true;
  };
  return { board, pause, recorder, releases, sender, session, sweeps, ticker };
}

async function disableQuietly(ctx: LanesContext, consumer: ConsumerKey & { url: string }): Promise<void> {
  try {
    await disableGone(ctx, consumer);
  } catch (error) {
    ctx.log.error({ err: error, ...consumer }, 'a consumer that responded with 410 could not be disabled');
  }
}

/**
 * While there are lanes, adapts the number of slots, finds slow sends and starts claims every `tickMs`. After
 * maintenance, looks for overdue lanes at once. `hurry` ends the longer pause of a process without lanes.
 */
function createTicker({ board, claims, sender, slots, sweeps }: TickedParts, { isPaused }: LanesOptions) {
  let wasPaused = isPaused();
  let isQuiet = true;
  let timer = setInterval(tick, quietTickMs);
  function setQuiet(wanted: boolean): void {
    if (wanted === isQuiet) return;
    isQuiet = wanted;
    clearInterval(timer);
    timer = setInterval(tick, isQuiet ? quietTickMs : tickMs);
  }
  function tick(): void {
    if (wasPaused && !isPaused()) sweeps.wakeOverdue(0).catch(() => {});
    wasPaused = isPaused();
    setQuiet(board.lanes.size === 0 && !wasPaused);
    if (board.lanes.size === 0) return;
    slots.adapt();
    sender.findSlow();
    claims.schedule();
  }
  return { hurry: () => setQuiet(false), stop: () => clearInterval(timer) };
}
