import type { Schemas } from './api.gen.ts';
import { ApiError, errorOf, NetworkError } from './errors.ts';
import { isWorthRepeating, wait, waitMs } from './send.ts';

/** An event of the account. `event` is its name, and `data` is its content. New names may appear. */
export type LiveEvent = Schemas['LiveEvent'];

export type WatchRequest = {
  fetch: typeof fetch;
  url: string;
  headers: Record<string, string>;
  credentials: 'omit' | 'same-origin';
  firstWaitMs: number;
  parse: (text: string) => unknown;
  signal?: AbortSignal | undefined;
};

/** The service sends data at least every 15 s. After 45 s of silence, the connection is considered dead. */
const silentMs = 45_000;
const longestTries = 6;

/** Yields server-sent events without end. Reconnects after a lost connection; the service then sends `hello` again. */
export async function* watch(request: WatchRequest): AsyncGenerator<LiveEvent> {
  const { signal } = request;
  for (let tries = 0; !signal?.aborted; tries = Math.min(tries + 1, longestTries)) {
    let failure: unknown;
    try {
      for await (const event of listen(request)) {
        tries = 0;
        yield event;
      }
    } catch (error) {
      if (error instanceof ApiError && !isWorthRepeating(error)) throw error;
      failure = error;
    }
    if (signal?.aborted) return;
    await wait(waitMs(request, failure, tries), signal).catch(() => {});
  }
}

/** Reads one connection until it closes. */
async function* listen(request: WatchRequest): AsyncGenerator<LiveEvent> {
  const { fetch, url, headers, credentials, parse, signal } = request;
  const leaving = new AbortController();
  const leave = () => leaving.abort();
  signal?.addEventListener('abort', leave, { once: true });
  let silence = setTimeout(leave, silentMs);
  try {
    const answer = await fetch(url, {
      headers: { ...headers, accept: 'text/event-stream' },
      credentials,
      redirect: 'error',
      signal: leaving.signal,
    }).catch((error) => {
      throw new NetworkError(`GET ${url}: ${error instanceof Error ? error.message : error}`, { cause: error });
    });
    if (!answer.ok || !answer.body)
      throw errorOf({ status: answer.status, headers: answer.headers, text: await answer.text() });
    const reader = answer.body.getReader();
    const decoder = new TextDecoder();
    for (let text = ''; ; ) {
      const { value, done } = await reader.read();
      if (done) return;
      clearTimeout(silence);
      silence = setTimeout(leave, silentMs);
      const blocks = (text + decoder.decode(value, { stream: true })).split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) yield* eventsIn(block, parse);
    }
  } finally {
    clearTimeout(silence);
    signal?.removeEventListener('abort', leave);
    leave();
  }
}

function* eventsIn(block: string, parse: WatchRequest['parse']): Generator<LiveEvent> {
  let [event, data] = ['', ''];
  for (const line of block.split('\n')) {
    if (line.startsWith('event: ')) event = line.slice('event: '.length);
    else if (line.startsWith('data: ')) data += line.slice('data: '.length);
  }
  if (event && data) yield { event, data: parse(data) } as LiveEvent;
}
