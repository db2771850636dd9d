import type { FileBody } from './api.gen.ts';
import { ApiError, errorOf, NetworkError, TimeoutError } from './errors.ts';

export type SendOptions = {
  fetch: typeof fetch;
  /** Maximum number of retries after the first attempt. */
  retries: number;
  /** Timeout of one attempt, in ms. */
  timeoutMs: number;
  /** Wait before the first retry in ms, if the service sends no Retry-After. It doubles with each further retry. */
  firstWaitMs: number;
  credentials: 'omit' | 'same-origin';
};

export type Request = {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string | FileBody;
  signal?: AbortSignal | undefined;
};

export type Answer = { status: number; headers: Headers; text: string };

const longestWaitMs = 60_000;

/**
 * Sends a request and retries it if a retry may help and cannot apply a change twice. Throws the errors of `errors.ts`.
 */
export async function send(options: SendOptions, request: Request): Promise<Answer> {
  for (let tries = 0; ; tries++) {
    try {
      const answer = await sendOnce(options, request);
      if (answer.status < 400) return answer;
      throw errorOf(answer);
    } catch (error) {
      request.signal?.throwIfAborted();
      if (tries >= options.retries || !isWorthRepeating(error) || !isSafeToRepeat(request, error)) throw error;
      await wait(waitMs(options, error, tries), request.signal);
    }
  }
}

export function isWorthRepeating(error: unknown): boolean {
  if (!(error instanceof ApiError)) return error instanceof NetworkError || error instanceof TimeoutError;
  // Of the temporary conflicts, only `requestUnderWay` is retried. Others can last long; a first sync, for example,
  // takes minutes.
  return error.status === 429 || error.status >= 500 || error.code === 'requestUnderWay';
}

/**
 * A POST without an idempotency key may have been carried out although no response arrived. It is repeated only after a
 * 429, which says that nothing was done.
 */
function isSafeToRepeat({ method, headers }: Request, error: unknown): boolean {
  if (method !== 'POST' || headers['idempotency-key'] !== undefined) return true;
  return error instanceof ApiError && error.status === 429;
}

export function waitMs({ firstWaitMs }: { firstWaitMs: number }, error: unknown, tries: number): number {
  const asked = error instanceof ApiError ? error.retryAfter : undefined;
  // Jitter spreads the retries of clients that failed at the same time.
  const own = Math.min(firstWaitMs * 2 ** tries, longestWaitMs) * (0.75 + Math.random() / 2);
  return asked === undefined ? own : Math.max(asked * 1000, 0) + Math.random() * 100;
}

async function sendOnce(options: SendOptions, { method, url, headers, body, signal }: Request): Promise<Answer> {
  const limit = AbortSignal.timeout(options.timeoutMs);
  const either = signal ? AbortSignal.any([signal, limit]) : limit;
  try {
    const answer = await options.fetch(url, {
      method,
      headers,
      signal: either,
      credentials: options.credentials,
      redirect: 'error',
      ...(body !== undefined && { body }),
    });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  } catch (error) {
    signal?.throwIfAborted();
    if (limit.aborted) throw new TimeoutError(`${method} ${url}: no response within ${options.timeoutMs} ms.`);
    throw new NetworkError(`${method} ${url}: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}

export function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(done, ms);
    function done() {
      signal?.removeEventListener('abort', aborted);
      resolve();
    }
    function aborted() {
      clearTimeout(timer);
      reject(signal?.reason);
    }
    signal?.addEventListener('abort', aborted, { once: true });
  });
}
