import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Send } from '../client.ts';

/** What clients have seen. `problems` must stay empty. */
export type Seen = {
  requests: number;
  /** Refused, broken or silent connections, 503, and a repeated write whose first try is still under way. */
  repeated: number;
  /** Cursors that a failover or the retention has ended: 410. */
  restarts: number;
  problems: string[];
};

/** Thrown for what has already been recorded. */
export class Recorded extends Error {}

const timeoutMs = 60_000;
const triesWithinMs = 180_000;
const pauseMs = 500;

/**
 * A client as docs/api.md recommends: it repeats what got no answer or 503, at the next process, and its writes have an
 * Idempotency-Key.
 */
export function openPatientClient(nextUrl: () => string, seen: Seen): Send {
  return async (request, options = {}) => {
    const [method = 'GET', target = '/'] = request.split(/ (.*)/s);
    const { key, body } = options;
    const headers = {
      ...(key !== undefined && { authorization: `Basic ${Buffer.from(key).toString('base64')}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(method === 'POST' && { 'idempotency-key': randomUUID() }),
      ...options.headers,
    };
    let isRepeated = false;
    for (const until = Date.now() + triesWithinMs; ; await sleep(pauseMs)) {
      seen.requests++;
      const answer = await read(nextUrl() + target.replace(/^https?:\/\/[^/]+/, ''), {
        ...{ method, headers, signal: AbortSignal.timeout(timeoutMs) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      if (answer && answer.status < 300) return answer;
      const isUnderWay = answer?.status === 409 && answer.text.includes('requestUnderWay');
      // A repeated deletion finds that the first try has succeeded.
      if (answer?.status === 404 && method === 'DELETE' && isRepeated) return answer;
      if ((!answer || answer.status === 503 || isUnderWay) && Date.now() < until) {
        seen.repeated++;
        isRepeated = true;
        continue;
      }
      if (answer?.status === 410 && target.includes('cursor=')) {
        seen.restarts++;
        throw new Recorded('a list starts again');
      }
      const problem = `${request}: ${answer?.status} ${answer?.text.slice(0, 300).replace(/\s+/g, ' ')}`;
      note(seen, problem);
      throw new Recorded(problem);
    }
  };
}

export function note(seen: Seen, problem: string): void {
  seen.problems.push(problem);
}

async function read(url: string, init: RequestInit): Promise<Answer | undefined> {
  try {
    const response = await fetch(url, init);
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson && text ? JSON.parse(text) : undefined,
    };
  } catch {
    return undefined;
  }
}
