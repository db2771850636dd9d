import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Span, Tracing } from '../../base/tracing.ts';
import type { WebhookSender } from '../../outbound/webhook-sender.ts';
import { handBack, type Lane, restMsOf, unsentOf } from '../lanes/lane.ts';
import type { LaneConsumer } from '../lanes/lane-consumer.ts';
import type { ClaimedDelivery } from '../lanes/lane-store.ts';
import type { AttemptFailed } from '../lanes/outcome-store.ts';
import type { Recorder } from '../lanes/record-outcomes.ts';
import { newAttemptId } from './attempt-id.ts';
import { createFifo } from './fifo.ts';
import { judgeAttempt } from './judge-attempt.ts';
import { attemptTimeoutMs, windowStartMs } from './retry-schedule.ts';
import { signatures } from './signature.ts';
import type { SendSlots, SlotKind } from './slots.ts';

/** Sends deliveries while slots are free. Goes round-robin over the lanes, with one delivery of each lane at a time. */
export type Sender = {
  /** Queues the lane for a slot. Call it when the lane has unsent deliveries or may send again. */
  offer(lane: Lane): void;
  pump(): void;
  /** Moves sends that have become slow to the slow slots. Call it several times a second. */
  findSlow(): void;
  /** Whether a send of the lane takes more than a second, or did so recently. */
  isSlow(lane: Lane): boolean;
  inFlight(): number;
  /** Number of attempts so far, by outcome. */
  counts(): Readonly<Record<string, number>>;
};

export type SenderContext = {
  clock: Clock;
  log: Log;
  sender: WebhookSender;
  tracing: Tracing;
  jitter: () => number;
};

type Flight = {
  lane: Lane;
  consumer: LaneConsumer;
  delivery: ClaimedDelivery;
  kind: SlotKind;
  at: number;
  ms: number;
  /** Start of the delivery's 28-hour retry window. */
  firstMs: number;
  span: Span | undefined;
};

const outcomeNames = { d: 'delivered', f: 'failed', x: 'exhausted', g: 'gone' } as const;
const slowAfterMs = 1000;
const slowLaneMax = 2;
/** Maximum number of lanes that are remembered as slow after they were unlocked. */
const slowKeptMax = 50_000;
/**
 * Sending pauses while more outcomes than this are unrecorded, because after a crash all these deliveries would be sent
 * again.
 */
const unrecordedMax = 5000;
/** A delivery may be sent this much before its rate limit allows it, because timers are not exact. */
const rateToleranceMs = 50;

export function createSender(
  ctx: SenderContext,
  {
    slots,
    recorder,
    isPaused,
    onSent,
  }: { slots: SendSlots; recorder: () => Recorder; isPaused: () => boolean; onSent: (lane: Lane) => void },
): Sender {
  const ready = { fresh: createFifo<Lane>(), backlog: createFifo<Lane>(), slow: createFifo<Lane>() };
  const kinds = ['fresh', 'backlog', 'slow'] as const;
  const flights = new Set<Flight>();
  const slowLanes = new Set<number>();
  const counts: Record<string, number> = { delivered: 0, failed: 0, exhausted: 0, gone: 0 };

  const isSlow = (lane: Lane) => lane.slow > 0 || slowLanes.has(lane.lane);
  const kindOf = (lane: Lane): SlotKind => (isSlow(lane) ? 'slow' : lane.isBacklog ? 'backlog' : 'fresh');

  function hasRoom(lane: Lane): boolean {
    const { consumer } = lane;
    if (!consumer || !lane.isOwned || unsentOf(lane) === 0) return false;
    if (lane.holdUntilMs !== undefined && lane.holdUntilMs > ctx.clock.nowMs()) return false;
    return lane.inFlight < (isSlow(lane) ? Math.min(slowLaneMax, consumer.concurrencyMax) : consumer.concurrencyMax);
  }

  function offer(lane: Lane): void {
    if (lane.isReady || lane.timer || !hasRoom(lane)) return;
    const waitMs = restMsOf(lane) - rateToleranceMs;
    if (waitMs > 0) {
      lane.timer = setTimeout(() => {
        lane.timer = undefined;
        offer(lane);
        pump();
      }, waitMs);
      return;
    }
    lane.isReady = true;
    ready[kindOf(lane)].push(lane);
  }

  function pump(): void {
    if (isPaused() || recorder().pending() > unrecordedMax) return;
    for (const kind of kinds) {
      const lanes = ready[kind];
      while (lanes.size() > 0 && slots.isFree(kind)) {
        const lane = lanes.shift();
        if (!lane) break;
        lane.isReady = false;
        if (hasRoom(lane)) {
          sendNext(lane);
          offer(lane);
        }
      }
    }
  }

  function sendNext(lane: Lane): void {
    const { consumer } = lane;
    const delivery = lane.queue[lane.next];
    if (!consumer || !delivery) return;
    lane.next++;
    if (lane.next === lane.queue.length) {
      lane.queue = [];
      lane.next = 0;
    }
    const ms = ctx.clock.nowMs();
    const at = performance.now();
    if (consumer.ratePerSecond) lane.freeAt = Math.max(lane.freeAt, at) + 1000 / consumer.ratePerSecond;
    const dueMs = consumer.isOrdered ? lane.holdUntilMs : delivery.dueMs;
    const firstMs = windowStartMs({ firstMs: delivery.firstMs, dueMs, startedMs: ms });
    const span = ctx.tracing.resume(delivery.trace, 'deliver webhook', 'client');
    const flight: Flight = { lane, consumer, delivery, kind: kindOf(lane), at, ms, firstMs, span };
    slots.take(flight.kind);
    if (flight.kind === 'slow') lane.slow++;
    lane.inFlight++;
    flights.add(flight);
    send(flight);
    onSent(lane);
  }

  function send(flight: Flight): void {
    const { consumer, delivery, ms } = flight;
    const timestamp = String(Math.floor(ms / 1000));
    const { previousSecret } = consumer;
    const secrets =
      previousSecret && ms < previousSecret.untilMs ? [consumer.secret, previousSecret.secret] : [consumer.secret];
    const { messageId, body } = delivery;
    const headers = [
      ...consumer.headers,
      'webhook-id',
      messageId,
      'webhook-timestamp',
      timestamp,
      'webhook-signature',
      signatures({ secrets, messageId, timestamp, body }),
    ];
    // Only for a client that has started the trace itself: others could not use it.
    const traceparent = flight.span?.traceparentForClient();
    if (traceparent !== undefined) headers.push('traceparent', traceparent);
    ctx.sender.send({ url: consumer.url, headers, body, timeoutMs: attemptTimeoutMs }).then(
      (answer) => finish(flight, answer),
      (error) => finish(flight, { kind: 'none', error: String(error) }),
    );
  }

  function finish(flight: Flight, answer: Parameters<typeof judgeAttempt>[0]): void {
    const { lane, consumer, delivery, ms, firstMs } = flight;
    const durationMs = Math.round(performance.now() - flight.at);
    flights.delete(flight);
    slots.release(flight.kind);
    lane.inFlight--;
    if (flight.kind === 'slow') {
      lane.slow--;
      if (durationMs < slowAfterMs && lane.slow === 0) slowLanes.delete(lane.lane);
    }
    const number = delivery.attempts + 1;
    const verdict = judgeAttempt(answer, {
      number,
      startedMs: ms,
      firstMs,
      jitter: ctx.jitter(),
      isDisabledBy410: consumer.isDisabledBy410,
    });
    const done = {
      accountId: consumer.accountId,
      consumerId: consumer.consumerId,
      messageId: delivery.messageId,
      attemptId: newAttemptId(ctx.clock.nowMs()),
      number,
      cause: delivery.cause,
      statusCode: verdict.statusCode,
      startedMs: ms,
      durationMs,
    };
    const outcome = outcomeNames[verdict.outcome];
    if (flight.span) endSpan(flight.span, { ...done, outcome });
    counts[outcome] = (counts[outcome] ?? 0) + 1;
    if (verdict.outcome === 'd') {
      recorder().delivered(lane, done);
      if (ctx.log.isLevelEnabled('debug')) ctx.log.debug({ ...done, url: consumer.url }, 'a delivery succeeded');
    } else {
      // If the consumer's URL has changed since the send, the failure does not count for the new URL.
      const isThere = lane.consumer?.url === consumer.url;
      if (consumer.isOrdered) {
        // The failed delivery stays first in the lane, so that no other delivery overtakes it while it waits.
        lane.holdUntilMs = isThere ? verdict.nextMs : undefined;
        handBack(lane);
      }
      if (isThere) lane.failingSinceMs ??= ms;
      const isOrdered = consumer.isOrdered && verdict.outcome === 'f';
      const failed = { ...done, ...verdict, firstMs, isOrdered, url: consumer.url };
      recorder().failed(lane, failed);
      logFailed(failed);
    }
    offer(lane);
    onSent(lane);
    pump();
  }

  function endSpan(
    span: Span,
    done: { messageId: string; consumerId: string; number: number; outcome: string; statusCode: number | undefined },
  ) {
    span.set('daybook.message_id', done.messageId);
    span.set('daybook.consumer_id', done.consumerId);
    span.set('daybook.attempt', done.number);
    span.set('daybook.outcome', done.outcome);
    if (done.statusCode !== undefined) span.set('http.response.status_code', done.statusCode);
    span.end(done.outcome === 'delivered' ? undefined : String(done.statusCode ?? 'no response'));
  }

  function logFailed({ nextMs, answer: _, outcome, attemptId: __, url: ___, ...rest }: AttemptFailed): void {
    const next = nextMs === undefined ? undefined : new Date(nextMs).toISOString();
    ctx.log.info({ ...rest, outcome: outcomeNames[outcome], next }, 'a delivery attempt failed');
  }

  return {
    offer,
    pump,
    isSlow,
    inFlight: () => flights.size,
    counts: () => counts,
    findSlow() {
      const before = performance.now() - slowAfterMs;
      for (const flight of flights) {
        if (flight.at > before) break;
        if (flight.kind === 'slow') continue;
        if (slowLanes.size < slowKeptMax) slowLanes.add(flight.lane.lane);
        if (!slots.moveToSlow(flight.kind)) continue;
        flight.kind = 'slow';
        flight.lane.slow++;
        handBack(flight.lane);
      }
      pump();
    },
  };
}
