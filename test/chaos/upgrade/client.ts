import type { Answer, Send } from '../../client.ts';

/** What the clients have seen; everything but `requests` must stay 0. */
export type Seen = {
  requests: number;
  refused: number;
  resets: number;
  timeouts: number;
  serverErrors: number;
  /** Other statuses than 2xx, and results that are wrong. */
  unexpected: number;
  problems: string[];
};

export const nothingSeen = (): Seen => ({
  ...{ requests: 0, refused: 0, resets: 0, timeouts: 0, serverErrors: 0, unexpected: 0 },
  problems: [],
});

/** A starved machine is slow; HAProxy itself waits for 90 s. */
const timeoutMs = 60_000;

/** Thrown for what has already been recorded. */
export class Recorded extends Error {}

export function note(seen: Seen, kind: Exclude<keyof Seen, 'problems'>, problem: string): void {
  seen[kind]++;
  if (seen.problems.length < 20) seen.problems.push(`${kind}: ${problem}`);
}

/** Sends requests through the proxy, without retries, and records how each one ended. Throws unless it got 2xx. */
export function openClient(url: string, seen: Seen): Send {
  return async (request, options = {}) => {
    const [method = 'GET', target = '/'] = request.split(/ (.*)/s);
    const { key, body } = options;
    seen.requests++;
    const answer = await exchange(seen, request, url + target.replace(/^https?:\/\/[^/]+/, ''), {
      method,
      headers: {
        ...(key !== undefined && { authorization: `Basic ${Buffer.from(key).toString('base64')}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const { status } = answer;
    if (status < 300) return answer;
    const problem = `${request}: ${status} ${answer.text.slice(0, 300).replace(/\s+/g, ' ')}`;
    note(seen, status >= 500 ? 'serverErrors' : 'unexpected', problem);
    throw new Recorded(problem);
  };
}

/** Sends a request and reads its response. Records why there was none. */
export async function exchange(seen: Seen, request: string, url: string, init: RequestInit): Promise<Answer> {
  return read(url, init).catch((error: Error) => {
    const { code } = (error.cause ?? {}) as { code?: string };
    const kind = code === 'ECONNREFUSED' ? 'refused' : error.name === 'TimeoutError' ? 'timeouts' : 'resets';
    note(seen, kind, `${request}: ${code ?? error}`);
    throw new Recorded(kind, { cause: error });
  });
}

async function read(url: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(url, init);
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  const body = isJson && text ? JSON.parse(text) : undefined;
  return { status: response.status, headers: response.headers, text, body };
}
