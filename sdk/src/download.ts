import { errorOf, NetworkError, TimeoutError } from './errors.ts';
import { isWorthRepeating, type SendOptions, wait, waitMs } from './send.ts';

/** A file that is still arriving. `parts` throws a `NetworkError` if the connection ends before the file does. */
export type Download = { headers: Headers; parts: AsyncIterable<Uint8Array> };

type FileRequest = { url: string; headers: Record<string, string>; signal?: AbortSignal | undefined };

/** The timeout of the client applies to the beginning of the response, and then to each part. */
export async function download(options: SendOptions, request: FileRequest): Promise<Download> {
  for (let tries = 0; ; tries++) {
    try {
      return await begin(options, request);
    } catch (error) {
      request.signal?.throwIfAborted();
      if (tries >= options.retries || !isWorthRepeating(error)) throw error;
      await wait(waitMs(options, error, tries), request.signal);
    }
  }
}

async function begin({ fetch, timeoutMs, credentials }: SendOptions, request: FileRequest): Promise<Download> {
  const { url, headers, signal } = request;
  const silence = new AbortController();
  const either = signal ? AbortSignal.any([signal, silence.signal]) : silence.signal;
  let timer = setTimeout(() => silence.abort(), timeoutMs);
  const explain = (error: unknown) => {
    signal?.throwIfAborted();
    if (silence.signal.aborted) return new TimeoutError(`GET ${url}: nothing arrived for ${timeoutMs} ms.`);
    return new NetworkError(`GET ${url}: ${error instanceof Error ? error.message : error}`, { cause: error });
  };
  let answer: Response;
  try {
    answer = await fetch(url, { headers, credentials, redirect: 'error', signal: either });
    if (!answer.ok) throw errorOf({ status: answer.status, headers: answer.headers, text: await answer.text() });
  } catch (error) {
    throw error instanceof Error && 'status' in error ? error : explain(error);
  } finally {
    clearTimeout(timer);
  }
  async function* parts() {
    const reader = answer.body?.getReader();
    try {
      while (reader) {
        timer = setTimeout(() => silence.abort(), timeoutMs);
        const { value, done } = await reader.read().catch((error) => {
          throw explain(error);
        });
        clearTimeout(timer);
        if (done) return;
        yield value;
      }
    } finally {
      clearTimeout(timer);
      // Closes the connection if the caller stops early.
      await reader?.cancel().catch(() => {});
    }
  }
  return { headers: answer.headers, parts: parts() };
}
