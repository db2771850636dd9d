import type { Clock } from '../../base/clock.ts';
import { minuteMs } from '../../base/durations.ts';
import type { Log } from '../../base/log.ts';
import { isDatabaseDown } from '../../db/database-down.ts';
import { type Lane, letGo } from './lane.ts';
import type { LaneConnection } from './store/lane-connection.ts';
import {
  type Attempt,
  type AttemptDone,
  type AttemptFailed,
  type ConsumerKey,
  putOff,
  recordDelivered,
  recordFailed,
  recordRecovered,
} from './store/outcome-store.ts';

type RecorderParts = {
  connection: () => LaneConnection | undefined;
  onRecorded: (lanes: Iterable<Lane>) => void;
  /** Called when failed attempts were written. Some of them may be retried. */
  onFailed: () => void;
  onGone: (consumer: ConsumerKey & { url: string }) => void;
};

/** `isRepeated`: writing the outcome has failed before, or it is unknown whether it succeeded. */
type Entry = { lane: Lane; attempt: Attempt; isRepeated: boolean };

/**
 * Outcomes are collected for this time, because larger batches save CPU time in PostgreSQL. The delay does not slow
 * down sending. It only postpones the release of lanes.
 */
const everyMs = 10;
const againMs = 200;
const batchMax = 500;
const triesMax = 5;
/** Only every so many tries that fail are logged. */
const reportEvery = 25;
/** A delivery whose outcome PostgreSQL does not accept is sent again after this time. */
const putOffMs = 5 * minuteMs;

/** Collects outcomes and writes them in batches. A message stays in `held` of its lane until its outcome is written. */
export class Recorder {
  readonly #ctx: { clock: Clock; log: Log };
  readonly #parts: RecorderParts;
  #waiting: Entry[] = [];
  #underWay = 0;
  #tries = 0;
  #timer: NodeJS.Timeout | undefined;
  #isWriting = false;

  constructor(ctx: { clock: Clock; log: Log }, parts: RecorderParts) {
    this.#ctx = ctx;
    this.#parts = parts;
  }

  add(lane: Lane, attempt: Attempt): void {
    this.#waiting.push({ lane, attempt, isRepeated: false });
    if (this.#waiting.length === 1 || this.#waiting.length >= batchMax) this.resume();
  }

  /** Number of outcomes that are not yet written. */
  pending(): number {
    return this.#waiting.length + this.#underWay;
  }

  /** Continues writing. Call it when a connection is available again. */
  resume(): void {
    if (this.#isWriting || this.#waiting.length === 0) return;
    if (this.#waiting.length >= batchMax && this.#tries === 0) void this.#write();
    else this.#timer ??= setTimeout(() => this.#write(), this.#tries === 0 ? everyMs : againMs);
  }

  /** Resolves when everything is written or the time is up. */
  async flush(timeoutMs: number): Promise<void> {
    const until = performance.now() + timeoutMs;
    while (this.pending() > 0 && performance.now() < until) {
      await this.#write();
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  async #write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const session = this.#parts.connection();
    if (this.#isWriting || !session || this.#waiting.length === 0) return;
    this.#isWriting = true;
    const batch = this.#waiting.splice(0, batchMax);
    this.#underWay = batch.length;
    try {
      await this.#writeBatch(session, batch);
      this.#tries = 0;
      this.#forget(batch);
    } catch (error) {
      await this.#retry(session, batch, error as Error);
    } finally {
      this.#isWriting = false;
      this.#underWay = 0;
      this.resume();
    }
  }

  /**
   * After some tries, outcomes are written one by one, in case one of them makes its whole batch fail. While PostgreSQL
   * accepts nothing, for example because its disk is full, the batch is only repeated: a delivery that is put off is
   * sent again.
   */
  async #retry(session: LaneConnection, batch: Entry[], error: Error): Promise<void> {
    const isCurrent = this.#parts.connection() === session;
    if (isCurrent && this.#tries % reportEvery === 0)
      this.#ctx.log.warn({ err: error, outcomes: batch.length }, 'delivery outcomes could not be recorded; retrying');
    this.#tries++;
    for (const entry of batch) entry.isRepeated = true;
    let left = batch;
    if (isCurrent && this.#tries >= triesMax && !isDatabaseDown(error)) {
      this.#tries = 0;
      left = [];
      for (const entry of batch) if (!(await this.#writeOne(session, entry))) left.push(entry);
    }
    this.#waiting = [...left, ...this.#waiting];
  }

  /** Returns false if the outcome could not be written and the delivery could not be postponed either. */
  async #writeOne(session: LaneConnection, entry: Entry): Promise<boolean> {
    try {
      await this.#writeBatch(session, [entry]);
    } catch (error) {
      if (this.#parts.connection() !== session || isDatabaseDown(error)) return false;
      if (!(await this.#putOff(session, entry, error as Error))) return false;
    }
    this.#forget([entry]);
    return true;
  }

  /**
   * Postpones a delivery whose outcome cannot be written, so that it neither blocks its lane nor is sent again at once.
   * The attempt is missing from the log.
   */
  async #putOff(session: LaneConnection, { lane, attempt }: Entry, error: Error): Promise<boolean> {
    const untilMs = this.#ctx.clock.nowMs() + putOffMs;
    const isOrdered = lane.consumer?.isOrdered ?? false;
    try {
      await putOff(session, { ...attempt, untilMs, isOrdered });
    } catch {
      return false;
    }
    if (isOrdered) lane.holdUntilMs = untilMs;
    const again = new Date(untilMs).toISOString();
    this.#ctx.log.error(
      { err: error, ...attempt, again },
      'a delivery outcome could not be recorded; the delivery will be sent again',
    );
    return true;
  }

  async #writeBatch(session: LaneConnection, batch: Entry[]): Promise<void> {
    const failed: AttemptFailed[] = [];
    const done: AttemptDone[] = [];
    const recovered = new Set<Lane>();
    const isRepeated = batch.some((entry) => entry.isRepeated);
    for (const { lane, attempt } of batch) {
      if (attempt.outcome !== 'delivered') failed.push(attempt);
      else {
        done.push(attempt);
        if (lane.failingSinceMs !== undefined) recovered.add(lane);
      }
    }
    if (failed.length > 0) {
      await recordFailed(session, failed);
      this.#parts.onFailed();
    }
    if (done.length > 0) await recordDelivered(session, done, { isRepeated });
    if (recovered.size > 0) {
      const consumers = [...recovered].flatMap(({ consumer }) => consumer ?? []);
      await recordRecovered(session, consumers);
      for (const lane of recovered) lane.failingSinceMs = undefined;
    }
    for (const one of failed) if (one.outcome === 'gone') this.#parts.onGone(one);
  }

  #forget(batch: Entry[]): void {
    const lanes = new Set<Lane>();
    for (const { lane, attempt } of batch) {
      letGo(lane, attempt.messageId);
      lanes.add(lane);
    }
    this.#parts.onRecorded(lanes);
  }
}
