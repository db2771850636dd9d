import { AsyncLocalStorage } from 'node:async_hooks';
import type { Log } from '../base/log.ts';
import type { SpanCounts } from '../base/tracing.ts';
import type { RecordedSpan } from './recorded-span.ts';

/**
 * Sends spans to the collector in batches. If the collector is slow or not available, spans that do not fit into the
 * queue are dropped, so that requests are not delayed.
 */
export type ExportQueue = { add(span: RecordedSpan): void; counts(): SpanCounts; stop(): Promise<void> };

/** The part of OpenTelemetry's exporter that the queue uses. A result with the code 0 is a success. */
export type SpanExporter = {
  export(spans: RecordedSpan[], done: (result: { code: number; error?: Error }) => void): void;
};

/** Maximum number of spans per request to the collector. Serializing them blocks the process for about 1 ms. */
const batchMax = 512;
/** Maximum number of spans in the queue. They take about 5 MB. */
const waitingMax = 8192;
/** Maximum number of concurrent requests to the collector. Each request has 10 s, including its retries. */
const requestsMax = 4;
/** A batch that is not full is sent after this time. */
const everyMs = 2000;
const stopWithinMs = 3000;
const warnEveryMs = 60_000;

export function createExportQueue({ exporter, log }: { exporter: SpanExporter; log: Log }): ExportQueue {
  /**
   * Runs a function outside any trace. Spans end inside a trace, but requests to the collector must not belong to one.
   */
  const outside = AsyncLocalStorage.snapshot();
  const counts: SpanCounts = { exported: 0, dropped: 0 };
  let waiting: RecordedSpan[] = [];
  let requests = 0;
  let isScheduled = false;
  let warnedAt = Number.NEGATIVE_INFINITY;
  /** Set when the process is about to stop. Called when no request to the collector is in progress. */
  let onIdle: (() => void) | undefined;

  const timer = setInterval(() => send(1), everyMs);
  timer.unref();

  function drop(number: number, reason: unknown): void {
    counts.dropped += number;
    if (performance.now() - warnedAt < warnEveryMs) return;
    warnedAt = performance.now();
    log.warn({ err: reason, dropped: counts.dropped }, 'spans could not be exported and were dropped');
  }

  /** Sends all full batches. Also sends the last, smaller batch if it has at least `least` spans. */
  function send(least: number): void {
    while (waiting.length >= least && requests < requestsMax) {
      const batch = waiting.length <= batchMax ? waiting : waiting.slice(0, batchMax);
      waiting = waiting.length <= batchMax ? [] : waiting.slice(batchMax);
      requests++;
      try {
        exporter.export(batch, (result) => finish(batch.length, result));
      } catch (error) {
        finish(batch.length, { code: 1, error: error as Error });
      }
    }
  }

  function finish(number: number, { code, error }: { code: number; error?: Error }): void {
    requests--;
    if (code === 0) counts.exported += number;
    else drop(number, error);
    if (onIdle) {
      send(1);
      if (requests === 0) onIdle();
    } else if (waiting.length >= batchMax) schedule();
  }

  function schedule(): void {
    if (isScheduled || requests >= requestsMax) return;
    isScheduled = true;
    outside(() =>
      setImmediate(() => {
        isScheduled = false;
        send(batchMax);
      }),
    );
  }

  return {
    add(span) {
      if (waiting.length >= waitingMax) return drop(1, undefined);
      waiting.push(span);
      if (waiting.length >= batchMax) schedule();
    },
    counts: () => counts,
    async stop() {
      clearInterval(timer);
      const late = new Promise<void>((resolve) => setTimeout(resolve, stopWithinMs).unref());
      const rest = new Promise<void>((resolve) => {
        onIdle = resolve;
      });
      send(1);
      if (requests > 0) await Promise.race([rest, late]);
    },
  };
}
