import { type Loop, startLoop } from '../../jobs/loop.ts';
import type { LaneBoard } from './lane-board.ts';
import type { LaneConnection } from './store/lane-connection.ts';
import { findDueRetries, findOverdue } from './store/sweep-store.ts';
import { type WatchContext, warnAndDisable } from './watch-consumers.ts';

type SweepParts = {
  board: LaneBoard;
  connection: () => LaneConnection | undefined;
  /** The process id, in PostgreSQL, of the session that holds this worker's lanes. */
  ownSession: () => string | undefined;
  isPaused: () => boolean;
};

const retriesEveryMs = 1000;
/**
 * Pause between two searches for due retries if there is only one worker and no retry becomes due within `soonMs`. With
 * several workers there is no such pause, because the search also finds out that a worker has died. Its lanes are then
 * taken over within a second or two.
 */
const aloneRestMs = 3000;
const soonMs = 5000;
const overdueEveryMs = 5000;
/** How often it is recorded that a worker runs, see `warnAndDisable`. */
const seenEveryMs = 20_000;
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
 * A search for due retries also covers this much time before the previous search, to find a retry that was written just
 * after its due time.
 */
const overlapMs = 2000;

/** Wakes lanes with due deliveries for which no notification was sent. */
export class LaneSweeps {
  readonly #ctx: WatchContext;
  readonly #parts: SweepParts;
  readonly #tookMs: number[] = Array(sweepsCompared).fill(0);
  #sweptMs: number;
  #restUntil = 0;
  #retriesRestUntil = 0;
  /** The PostgreSQL process ids of all sessions that hold lanes. */
  #sessions: ReadonlySet<string> = new Set();
  #isRetryExpected = false;
  #seenUntil = 0;
  #oldestDueMs: number | undefined;

  constructor(ctx: WatchContext, parts: SweepParts) {
    this.#ctx = ctx;
    this.#parts = parts;
    this.#sweptMs = ctx.clock.nowMs();
  }

  startLoops(): Loop[] {
    const { isPaused } = this.#parts;
    return [
      startLoop(this.#ctx, { name: 'due retries', everyMs: retriesEveryMs, isPaused }, async () => {
        if (performance.now() >= this.#retriesRestUntil) await this.wakeRetries();
      }),
      startLoop(this.#ctx, { name: 'overdue lanes', everyMs: overdueEveryMs, isPaused }, async () => {
        if (performance.now() >= this.#restUntil) await this.wakeOverdue(overdueByMs);
        await this.watchConsumers();
      }),
    ];
  }

  async wakeRetries(): Promise<void> {
    const connection = this.#parts.connection();
    if (!connection) return;
    const nowMs = this.#ctx.clock.nowMs();
    const afterMs = Math.min(this.#sweptMs, nowMs) - overlapMs;
    this.#isRetryExpected = false;
    const found = await findDueRetries(connection, { afterMs, nowMs, soonMs: nowMs + soonMs });
    for (const lane of found.lanes) this.#parts.board.wake(lane);
    this.#sweptMs = nowMs;
    // If a session has disappeared, its worker has stopped or died. Take over its lanes before the next regular sweep.
    const isOneGone = [...this.#sessions].some((pid) => !found.sessions.has(pid));
    this.#sessions = found.sessions;
    this.#parts.board.share({ all: found.sessions, own: this.#parts.ownSession() });
    const isResting = found.sessions.size === 1 && !found.isNextSoon && !this.#isRetryExpected;
    this.#retriesRestUntil = performance.now() + (isResting ? aloneRestMs : 0);
    if (isOneGone) await this.wakeOverdue(0);
  }

  /** Ends the pause of `aloneRestMs`, because a retry may become due soon. */
  expectRetries(): void {
    this.#isRetryExpected = true;
    this.#retriesRestUntil = 0;
  }

  /** Wakes lanes that no process owns and whose first delivery has been due for `byMs`. */
  async wakeOverdue(byMs: number): Promise<void> {
    const connection = this.#parts.connection();
    if (!connection) return;
    const startedAt = performance.now();
    const found = await findOverdue(connection, { nowMs: this.#ctx.clock.nowMs(), byMs });
    this.#tookMs.shift();
    this.#tookMs.push(performance.now() - startedAt);
    this.#restUntil = performance.now() + restPerSweep * Math.min(...this.#tookMs);
    this.#oldestDueMs = found.oldestMs;
    for (const lane of found.lanes) this.#parts.board.wake(lane);
  }

  async watchConsumers(): Promise<void> {
    const connection = this.#parts.connection();
    if (!connection) return;
    const isSeen = performance.now() < this.#seenUntil;
    await warnAndDisable(this.#ctx, connection, { isSeen });
    if (!isSeen) this.#seenUntil = performance.now() + seenEveryMs;
  }

  oldestDueSeconds(): number | undefined {
    return this.#oldestDueMs === undefined ? undefined : (this.#ctx.clock.nowMs() - this.#oldestDueMs) / 1000;
  }
}
