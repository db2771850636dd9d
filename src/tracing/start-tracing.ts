import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { convertLegacyHttpOptions, createOtlpHttpExportDelegate } from '@opentelemetry/otlp-exporter-base/node-http';
import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import type { SpanKind, Tracing } from '../base/tracing.ts';
import { createExportQueue, type SpanExporter } from './export-queue.ts';
import { RecordedSpan, type SpanId, type Trace } from './recorded-span.ts';
import { writeSpans } from './write-spans.ts';

export type TracingOptions = {
  url: string;
  /** Share of traces that are recorded, from 0 to 1. */
  share: number;
  /** Attributes that describe the process, such as `service.name`. */
  resource: Record<string, string>;
};

/** Starts recording spans and sending them to an OpenTelemetry collector. */
export function startTracing(ctx: { clock: Clock; log: Log }, { url, share, resource }: TracingOptions): Tracing {
  const queue = createExportQueue({ exporter: createExporter(url, resource), log: ctx.log });
  const current = new AsyncLocalStorage<RecordedSpan>();
  const offsetMs = () => ctx.clock.nowMs() - performance.now();

  /**
   * Returns the current span, unless it has ended. Timers and loops that a request has started inherit its context.
   * Without this check, they would add spans to its trace for as long as they run.
   */
  function alive(): RecordedSpan | undefined {
    const span = current.getStore();
    return span?.ended ? undefined : span;
  }

  function start(trace: Trace, name: string, kind: SpanKind, parent?: SpanId): RecordedSpan {
    return new RecordedSpan(queue.add, trace, { name, kind, parent });
  }

  function resume(carried: string | null | undefined, name: string, kind: SpanKind): RecordedSpan | undefined {
    const found = carried ? readCarried(carried) : undefined;
    if (!found) return undefined;
    const now = current.getStore();
    if (now?.trace.traceId === found.trace.traceId) return start(now.trace, name, kind, now.id);
    return start({ ...found.trace, offsetMs: offsetMs() }, name, kind, found.parent);
  }

  return {
    request({ name, correlationId, traceparent }) {
      const given = traceparent === undefined ? undefined : readTraceparent(traceparent);
      // Our own id decides, also if the trace has the client's: a client must not choose how much is recorded.
      const ownId = correlationId.replaceAll('-', '');
      if (!isSampled(ownId, share)) return undefined;
      // The client's trace is continued. If the client sent none, the correlation id is the id of the new trace.
      const traceId = given?.traceId ?? ownId;
      const trace = { traceId, correlationId, isOfClient: given !== undefined, offsetMs: offsetMs() };
      return start(trace, name, 'server', given?.parent);
    },
    step(name, kind) {
      const parent = alive();
      return parent && start(parent.trace, name(), kind, parent.id);
    },
    resume,
    begin(carried, name, kind) {
      if (carried !== undefined) return resume(carried, name, kind);
      const traceId = randomUUID().replaceAll('-', '');
      if (!isSampled(traceId, share)) return undefined;
      return start({ traceId, correlationId: undefined, isOfClient: false, offsetMs: offsetMs() }, name, kind);
    },
    within: (span, run) => (span ? current.run(span as RecordedSpan, run) : run()),
    carried() {
      const span = alive();
      return span && `${span.traceparent()};${span.trace.correlationId ?? ''};${span.trace.isOfClient ? 'client' : ''}`;
    },
    counts: queue.counts,
    stop: queue.stop,
  };
}

/** The last 56 bits of an id of our own are random; they decide. */
export function isSampled(traceId: string, share: number): boolean {
  return share >= 1 || Number.parseInt(traceId.slice(-14), 16) < share * 2 ** 56;
}

/**
 * OpenTelemetry's exporter with our own serializer. The exporter also reads OpenTelemetry's environment variables
 * (OTEL_EXPORTER_OTLP_…).
 */
function createExporter(url: string, resource: Record<string, string>): SpanExporter {
  const headers = { 'content-type': 'application/x-protobuf' };
  return createOtlpHttpExportDelegate(
    convertLegacyHttpOptions({ url }, 'TRACES', 'v1/traces', headers),
    {
      serializeRequest: (spans: RecordedSpan[]) => writeSpans(spans, resource),
      // The response is not parsed. If the collector accepts only some of the spans, all of them count as exported.
      deserializeResponse: () => ({}),
    },
    'otlp_http_span_exporter',
    { name: 'span', countItems: (spans) => spans.length },
    undefined,
  );
}

type Parent = { traceId: string; parent: SpanId };

/** Reads the W3C header `traceparent`. Ignores its flag `sampled`, which says whether the client records the trace. */
export function readTraceparent(text: string): Parent | undefined {
  const [, version, traceId, spanId, rest] =
    /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$/.exec(text) ?? [];
  if (!traceId || !spanId || version === 'ff' || (version === '00' && rest)) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  const [high, low] = [spanId.slice(0, 8), spanId.slice(8)].map((word) => Number.parseInt(word, 16));
  return { traceId, parent: { high: high ?? 0, low: low ?? 0 } };
}

function readCarried(text: string): { trace: Omit<Trace, 'offsetMs'>; parent: SpanId } | undefined {
  const [traceparent = '', correlationId, whose] = text.split(';');
  const found = readTraceparent(traceparent);
  if (!found) return undefined;
  const trace = {
    traceId: found.traceId,
    correlationId: correlationId || undefined,
    isOfClient: whose === 'client',
  };
  return { trace, parent: found.parent };
}
