import type { Clock } from '../../base/clock.ts';
import { type EventName, patternsFor } from '../../events/event-types.ts';
import { NoAnswer, type Outbound } from '../../outbound/http.ts';
import { readSecret, signatures } from '../../webhooks/sending/signature.ts';
import { type EventSource, type ListedEvent, SourceRefused } from './event-source.ts';

export type ForwardOptions = {
  source: EventSource;
  forwardTo: string;
  secret: string;
  /** Event types and prefixes to forward. If omitted, all events are forwarded. */
  events?: readonly string[];
  pauseMs: number;
  signal: AbortSignal;
  print: (text: string) => void;
};

/**
 * Each search starts this long before the newest event found so far, because an older event can become visible after a
 * newer one.
 */
const overlapMs = 60_000;
const timeoutMs = 15_000;

/**
 * Forwards new events in order until `signal` aborts. An event that gets no response is retried before the next one is
 * sent, because the program under development is often just restarting. A response with any status ends the retries.
 */
export async function forwardEvents(ctx: { outbound: Outbound; clock: Clock }, options: ForwardOptions): Promise<void> {
  const { source, signal, print } = options;
  const seen = new Map<string, number>();
  let newestMs = (await source.newestMs()) ?? 0;
  const look = async () => {
    const found = await source.since(Math.max(0, newestMs - overlapMs));
    const fresh = found.filter(({ messageId }) => !seen.has(messageId));
    for (const { messageId, createdMs } of fresh) seen.set(messageId, createdMs);
    newestMs = Math.max(newestMs, ...fresh.map(({ createdMs }) => createdMs));
    for (const [messageId, createdMs] of seen) if (createdMs < newestMs - 2 * overlapMs) seen.delete(messageId);
    return fresh;
  };
  await look();
  /**
   * Events that still have to be forwarded. If reading the body of an event fails, the event stays here and is tried
   * again.
   */
  const waiting: ListedEvent[] = [];
  print('Ready. New events are forwarded. Press Ctrl-C to stop.');
  while (!signal.aborted) {
    try {
      waiting.push(...(await look()).filter((event) => isWanted(event, options.events)));
      for (let event = waiting[0]; event && !signal.aborted; event = waiting[0]) {
        await forwardOne(ctx, options, event);
        waiting.shift();
      }
    } catch (error) {
      if (error instanceof SourceRefused) throw error;
      print(`Events could not be read, retrying: ${(error as Error).message}`);
    }
    await pause(options.pauseMs, signal);
  }
}

async function forwardOne(
  ctx: { outbound: Outbound; clock: Clock },
  { source, forwardTo, secret, pauseMs, signal, print }: ForwardOptions,
  event: ListedEvent,
): Promise<void> {
  const body = await source.body(event.messageId);
  const line = `${event.eventType} ${event.messageId}`;
  for (let tries = 1; !signal.aborted; tries++) {
    const timestamp = String(Math.floor(ctx.clock.nowMs() / 1000));
    const startMs = ctx.clock.nowMs();
    try {
      const { status } = await ctx.outbound.send({
        method: 'POST',
        url: forwardTo,
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Daybook',
          'webhook-id': event.messageId,
          'webhook-timestamp': timestamp,
          'webhook-signature': signatures({
            secrets: [readSecret(secret)],
            messageId: event.messageId,
            timestamp,
            body,
          }),
        },
        body,
        timeoutMs,
        answerBytesMax: 1_048_576,
      });
      print(`${line} → ${status} (${ctx.clock.nowMs() - startMs} ms)`);
      return;
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      if (tries === 1) print(`${line} → no response, retrying: ${error.message}`);
      await pause(Math.max(pauseMs, 500), signal);
    }
  }
}

function isWanted({ eventType }: ListedEvent, events: readonly string[] | undefined): boolean {
  return events === undefined || patternsFor(eventType as EventName).some((pattern) => events.includes(pattern));
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
}
