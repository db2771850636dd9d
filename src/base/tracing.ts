/**
 * A trace consists of the spans of one request and of everything that it causes: statements, jobs, requests to
 * platforms and deliveries. Spans contain ids, names and outcomes, but never statement values, bodies, URLs or error
 * messages. src/tracing records and exports the spans. If tracing is off, `noTracing` is used, which records nothing.
 */
export type Tracing = {
  /**
   * Starts the span of a request. `traceparent` is the header of that name: if it is valid, the trace is the client's.
   * The correlation id decides whether the request is recorded.
   */
  request(request: { name: string; correlationId: string; traceparent: string | undefined }): Span | undefined;
  /**
   * Starts a span under the current span. If there is no current span or it has ended, returns undefined and does not
   * call `name`.
   */
  step(name: () => string, kind: SpanKind): Span | undefined;
  /**
   * Starts a span in a stored trace (see `carried`). If the current span belongs to the same trace, the new span
   * becomes its child. Returns undefined if no trace was stored.
   */
  resume(carried: string | null | undefined, name: string, kind: SpanKind): Span | undefined;
  /**
   * Starts a span in the stored trace or, if none was stored, in a new trace. Returns undefined if a new trace is not
   * sampled.
   */
  begin(carried: string | undefined, name: string, kind: SpanKind): Span | undefined;
  /** Makes `span` the current span while `run` runs, including everything that `run` awaits. */
  within<T>(span: Span | undefined, run: () => T): T;
  /**
   * Returns the current trace as text, which is stored with work that is done later. Returns undefined outside a trace.
   */
  carried(): string | undefined;
  counts(): SpanCounts;
  /** Exports the remaining spans. Gives up after a few seconds. */
  stop(): Promise<void>;
};

export type SpanKind = 'internal' | 'server' | 'client' | 'consumer';

/** A span that is being recorded. A request that is not sampled has no spans. */
export type Span = {
  set(name: string, value: string | number): void;
  /**
   * Ends the span. `error` is a short code for the kind of failure. If it is omitted, the span counts as successful.
   */
  end(error?: string): void;
  /**
   * Returns the value of the header `traceparent` for webhook requests to the client. Returns undefined if the client
   * did not start the trace.
   */
  traceparentForClient(): string | undefined;
};

/**
 * Counts of spans since the start of the process. Dropped spans could not be exported or did not fit into the queue.
 */
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

/** Returns the code or the class of an error, and not its message, because the message could quote a value. */
export function errorType(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return typeof code === 'string' ? code : String(name ?? 'Error');
}
