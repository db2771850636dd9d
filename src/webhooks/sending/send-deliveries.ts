import { handBack, isOnHold, isOwned, type Lane, restMsOf, takeDelivery, unsentOf } from '../lanes/lane.ts';
import type { LaneConsumer } from '../lanes/lane-consumer.ts';
import type { Recorder } from '../lanes/record-outcomes.ts';
import type { Attempt } from '../lanes/store/outcome-store.ts';
import { type AttemptContext, attemptDelivery } from './attempt-delivery.ts';
import { createFifo } from './fifo.ts';
import type { SendSlots, SlotKind } from './slots.ts';
import type { SlowLanes } from './slow-lanes.ts';
import { letsOthersGoFirst, maySend, nextConcurrency, sendsPerTurn, slotKindOf, turnOrder } from './turns.ts';

type Flight = { lane: Lane; consumer: LaneConsumer; kind: SlotKind; at: number };

/** A lane that has begun to send, and how many more deliveries it may send before the next lane's turn. */
type Turn = { lane: Lane; left: number };

type SenderParts = {
  slots: SendSlots;
  slowLanes: SlowLanes;
  recorder: Recorder;
  isPaused: () => boolean;
  /** Called twice for each delivery of the lane: when it is sent, and when its attempt has ended. */
  onSent: (lane: Lane) => void;
};

const slowAfterMs = 1000;
/**
 * Sending pauses while more outcomes than this are unrecorded, because after a crash all these deliveries would be sent
 * again.
 */
const unrecordedMax = 5000;
/** A delivery may be sent this much before its rate limit allows it, because timers are not exact. */
const rateToleranceMs = 50;

/** Sends deliveries while slots are free. Goes round-robin over the lanes. */
export class Sender {
  readonly #ctx: AttemptContext;
  readonly #parts: SenderParts;
  readonly #ready = { fresh: createFifo<Lane>(), backlog: createFifo<Lane>(), slow: createFifo<Lane>() };
  readonly #turns: Record<SlotKind, Turn | undefined> = { fresh: undefined, backlog: undefined, slow: undefined };
  /** Sends in flight, oldest first. */
  readonly #flights = new Set<Flight>();
  readonly #counts: Record<string, number> = { delivered: 0, failed: 0, exhausted: 0, gone: 0 };

  constructor(ctx: AttemptContext, parts: SenderParts) {
    this.#ctx = ctx;
    this.#parts = parts;
  }

  /** Queues the lane for a slot. Call it when the lane has unsent deliveries or may send again. */
  offer(lane: Lane): void {
    if (lane.isReady || lane.timer || !this.#maySend(lane)) return;
    const waitMs = restMsOf(lane) - rateToleranceMs;
    if (waitMs > 0) {
      lane.timer = setTimeout(() => {
        lane.timer = undefined;
        this.offer(lane);
        this.pump();
      }, waitMs);
      return;
    }
    lane.isReady = true;
    this.#ready[this.#kindOf(lane)].push(lane);
  }

  pump(): void {
    if (this.#parts.isPaused() || this.#parts.recorder.pending() > unrecordedMax) return;
    for (const kind of turnOrder) {
      while (this.#parts.slots.isFree(kind)) {
        const turn = this.#turns[kind] ?? this.#nextTurn(kind);
        if (!turn) break;
        this.#turns[kind] = this.#sendOne(turn, kind) ? turn : undefined;
      }
    }
  }

  /** Returns whether the turn continues. */
  #sendOne(turn: Turn, kind: SlotKind): boolean {
    const { lane } = turn;
    if (this.#maySend(lane)) {
      this.#start(lane);
      turn.left--;
      if (turn.left > 0 && this.#kindOf(lane) === kind && restMsOf(lane) <= rateToleranceMs) return true;
    }
    lane.isReady = false;
    this.offer(lane);
    return false;
  }

  #nextTurn(kind: SlotKind): Turn | undefined {
    const lanes = this.#ready[kind];
    for (let passed = 0; ; passed++) {
      const lane = lanes.shift();
      if (!lane || !letsOthersGoFirst(lane, { others: lanes.size(), passed }))
        return lane && { lane, left: sendsPerTurn[kind] };
      lanes.push(lane);
    }
  }

  /** Moves sends that have become slow to the slow slots. Call it several times a second. */
  findSlow(): void {
    const { slots, slowLanes } = this.#parts;
    const before = performance.now() - slowAfterMs;
    for (const flight of this.#flights) {
      if (flight.at > before) break;
      if (flight.kind === 'slow') continue;
      slowLanes.add(flight.lane);
      if (!slots.moveToSlow(flight.kind)) continue;
      flight.kind = 'slow';
      flight.lane.slow++;
      handBack(flight.lane);
    }
    this.pump();
  }

  inFlight(): number {
    return this.#flights.size;
  }

  /** Number of attempts so far, by outcome. */
  counts(): Readonly<Record<string, number>> {
    return this.#counts;
  }

  #kindOf(lane: Lane): SlotKind {
    return slotKindOf({ isSlow: this.#parts.slowLanes.isSlow(lane), isBacklog: lane.isBacklog });
  }

  #maySend(lane: Lane): boolean {
    return maySend({
      isOwned: isOwned(lane),
      unsent: unsentOf(lane),
      inFlight: lane.inFlight,
      isSlow: this.#parts.slowLanes.isSlow(lane),
      isOnHold: isOnHold(lane, this.#ctx.clock.nowMs()),
      concurrencyMax: lane.consumer && (lane.consumer.concurrencyMax ?? lane.concurrency),
    });
  }

  #start(lane: Lane): void {
    const { consumer, holdUntilMs } = lane;
    const delivery = takeDelivery(lane);
    if (!consumer || !delivery) return;
    const at = performance.now();
    if (consumer.ratePerSecond) lane.freeAt = Math.max(lane.freeAt, at) + 1000 / consumer.ratePerSecond;
    const flight: Flight = { lane, consumer, kind: this.#kindOf(lane), at };
    this.#parts.slots.take(flight.kind);
    if (flight.kind === 'slow') lane.slow++;
    this.#flights.add(flight);
    const dueMs = consumer.isOrdered ? holdUntilMs : delivery.dueMs;
    void attemptDelivery(this.#ctx, { consumer, delivery, dueMs }).then((attempt) => this.#finish(flight, attempt));
    this.#parts.onSent(lane);
  }

  #finish(flight: Flight, attempt: Attempt): void {
    const { lane } = flight;
    this.#land(flight);
    this.#counts[attempt.outcome] = (this.#counts[attempt.outcome] ?? 0) + 1;
    lane.concurrency = nextConcurrency(lane.concurrency, { isDelivered: attempt.outcome === 'delivered' });
    if (attempt.outcome !== 'delivered') this.#markFailing(flight, attempt);
    this.#parts.recorder.add(lane, attempt);
    this.offer(lane);
    this.#parts.onSent(lane);
    this.pump();
  }

  #land(flight: Flight): void {
    const { lane, kind, at } = flight;
    const { slots, slowLanes } = this.#parts;
    this.#flights.delete(flight);
    slots.release(kind);
    lane.inFlight--;
    if (kind !== 'slow') return;
    lane.slow--;
    if (performance.now() - at < slowAfterMs && lane.slow === 0) slowLanes.remove(lane);
  }

  #markFailing({ lane, consumer }: Flight, { startedMs, nextMs }: Attempt & { nextMs: number | undefined }): void {
    // If the consumer's URL has changed since the send, the failure does not count for the new URL.
    const isCurrent = lane.consumer?.url === consumer.url;
    if (consumer.isOrdered) {
      // The failed delivery stays first in the lane, so that no other delivery overtakes it while it waits.
      lane.holdUntilMs = isCurrent ? nextMs : undefined;
      lane.waitsForOutcome = true;
      handBack(lane);
    }
    if (isCurrent) lane.failingSinceMs ??= startedMs;
  }
}
