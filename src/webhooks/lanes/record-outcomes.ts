import type { Log } from '../../base/log.ts';
import type { Lane } from './lane.ts';
import type { LaneConnection } from './lane-connection.ts';
import {
  type AttemptDone,
  type AttemptFailed,
  type ConsumerKey,
  recordDelivered,
  recordFailed,
  recordRecovered,
} from './outcome-store.ts';

/** Collects outcomes and writes them in batches. A message stays in `held` of its lane until its outcome is written. */
export type Recorder = {
  delivered(lane: Lane, outcome: AttemptDone): void;
  failed(lane: Lane, outcome: AttemptFailed): void;
  /** Number of outcomes that are not yet written. */
  pending(): number;
  /** Continues writing. Call it when a connection is available again. */
  resume(): void;
  /** Resolves when everything is written or the time is up. */
  flush(timeoutMs: number): Promise<void>;
};

type Entry = { lane: Lane } & ({ done: AttemptDone } | { failed: AttemptFailed });

/**
 * Outcomes are collected for this time, because larger batches save CPU time in PostgreSQL. The delay only postpones
 * the unlocking of lanes.
 */
const everyMs = 10;
const batchMax = 500;
const triesMax = 5;

export function createRecorder(
  ctx: { log: Log },
  {
    connection,
    onRecorded,
    onGone,
  }: {
    connection: () => LaneConnection | undefined;
    onRecorded: (lanes: Iterable<Lane>) => void;
    onGone: (consumer: ConsumerKey & { url: string }) => void;
  },
): Recorder {
  let waiting: Entry[] = [];
  let underWay = 0;
  let tries = 0;
  let timer: NodeJS.Timeout | undefined;
  let isWriting = false;

  async function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const session = connection();
    if (isWriting || !session || waiting.length === 0) return;
    isWriting = true;
    const batch = waiting.splice(0, batchMax);
    underWay = batch.length;
    try {
      await writeBatch(session, batch);
      tries = 0;
      forget(batch);
    } catch (error) {
      waiting = [...batch, ...waiting];
      tries++;
      if (connection() === session)
        ctx.log.warn({ err: error, outcomes: batch.length }, 'delivery outcomes could not be recorded; retrying');
      if (tries >= triesMax && connection() === session) await writeSingly(session);
    } finally {
      isWriting = false;
      underWay = 0;
      schedule();
    }
  }

  async function writeBatch(session: LaneConnection, batch: Entry[]): Promise<void> {
    const failed = batch.flatMap((entry) => ('failed' in entry ? [entry.failed] : []));
    const done = batch.flatMap((entry) => ('done' in entry ? [entry.done] : []));
    if (failed.length > 0) await recordFailed(session, failed);
    if (done.length > 0) await recordDelivered(session, done);
    const recovered = new Set(
      batch.flatMap((entry) => ('done' in entry && entry.lane.failingSinceMs !== undefined ? [entry.lane] : [])),
    );
    if (recovered.size > 0) {
      await recordRecovered(
        session,
        [...recovered].flatMap(({ consumer }) => consumer ?? []),
      );
      for (const lane of recovered) lane.failingSinceMs = undefined;
    }
    for (const one of failed) if (one.outcome === 'g') onGone(one);
  }

  /** Used if one outcome makes its whole batch fail. Records the other outcomes and logs the one that fails. */
  async function writeSingly(session: LaneConnection): Promise<void> {
    for (const entry of waiting.splice(0, batchMax)) {
      try {
        await writeBatch(session, [entry]);
        forget([entry]);
      } catch (error) {
        const outcome = 'done' in entry ? entry.done : entry.failed;
        ctx.log.error({ err: error, ...outcome }, 'a delivery outcome could not be recorded');
      }
    }
    tries = 0;
  }

  function forget(batch: Entry[]): void {
    const lanes = new Set<Lane>();
    for (const entry of batch) {
      entry.lane.held.delete('done' in entry ? entry.done.messageId : entry.failed.messageId);
      lanes.add(entry.lane);
    }
    onRecorded(lanes);
  }

  function schedule(): void {
    if (isWriting || waiting.length === 0) return;
    if (waiting.length >= batchMax && tries === 0) {
      clearTimeout(timer);
      timer = undefined;
      void write();
    } else timer ??= setTimeout(write, tries === 0 ? everyMs : 200);
  }

  function add(entry: Entry): void {
    waiting.push(entry);
    if (waiting.length === 1 || waiting.length >= batchMax) schedule();
  }

  return {
    delivered: (lane, done) => add({ lane, done }),
    failed: (lane, failed) => add({ lane, failed }),
    pending: () => waiting.length + underWay,
    resume: schedule,
    async flush(timeoutMs) {
      const until = performance.now() + timeoutMs;
      while (waiting.length + underWay > 0 && performance.now() < until) {
        await write();
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
  };
}
