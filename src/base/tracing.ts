/**
 * Traces: a trace consists of the spans of one request and of what follows from it: statements, jobs, requests to
 * platforms and deliveries. Spans contain ids, names and outcomes, and never statement values, bodies, URLs or error
 * messages. src/tracing records and exports them; without it, `noTracing` does nothing.
 */
export type Tracing = {
  /**
   * Starts the span of a request. `traceparent` is the header of that name: if it is valid, the trace is the client's.
   * The correlation id decides whether the request is recorded.
   */
  request(request: { name: string; correlationId: string; traceparent: string | undefined }): Span | undefined;
  /** Starts a span under the current one. Undefined if there is none or it has ended; `name` is then not called. */
  step(name: () => string, kind: SpanKind): Span | undefined;
  /**
   * Starts a span in a stored trace (see `carried`), under the current span if that belongs to the same trace.
   * Undefined without a stored trace.
   */
  resume(carried: string | null | undefined, name: string, kind: SpanKind): Span | undefined;
  /** Starts a span in a stored trace, or in a new one. */
  begin(carried: string | undefined, name: string, kind: SpanKind): Span | undefined;
  /** Makes the span the current one while `run` runs, including everything that it awaits. */
  within<T>(span: Span | undefined, run: () => T): T;
  /** The current trace as text, to store it with work that is done later. Undefined outside a trace. */
  carried(): string | undefined;
  counts(): SpanCounts;
  /** Exports what is left, for a few seconds at most. */
  stop(): Promise<void>;
};

export type SpanKind = 'internal' | 'server' | 'client' | 'consumer';

/** A span that is being recorded. Requests that are not sampled have none. */
export type Span = {
  set(name: string, value: string | number): void;
  /** Ends the span. `error` is a short code for the kind of failure; without it, the span has succeeded. */
  end(error?: string): void;
  /** The header `traceparent`, for the client's own systems. Undefined if the client did not start the trace. */
  traceparentForClient(): string | undefined;
};

/** Spans since the start of the process; `dropped` ones could not be exported or did not fit into the queue. */
export type SpanCounts = { exported: number; dropped: number };

export const noTracing: Tracing = {
  request: () => undefined,
  step: () => undefined,
  resume: () => undefined,
  begin: () => undefined,
  within: (_span, run) => run(),
  carried: () => undefined,
  counts: () => ({ exported: 0, dropped: 0 }),
  stop: async () => {},
};

/** Ends the span when `work` ends. */
export async function endAfter<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    const result = await work();
    span.end();
    return result;
  } catch (error) {
    span.end(errorType(error));
    throw error;
  }
}

/** The code or class of an error. Its message could quote a value. */
export function errorType(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return typeof code === 'string' ? code : String(name ?? 'Error');
}
