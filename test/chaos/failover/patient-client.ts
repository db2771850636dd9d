import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Send } from '../../client.ts';
import { exchange, note, Recorded, type Seen } from '../upgrade/client.ts';

/** What clients have seen beside `Seen`. `restarts`: a failover ends the snapshots of cursors, which then get 410. */
export type Outage = { unavailable: number; restarts: number; slowestMs: number };

const timeoutMs = 60_000;
const triesWithinMs = 120_000;
const pauseMs = 500;

/**
 * A client as docs/api.md recommends: it repeats what was answered with 503, and its writes have an Idempotency-Key.
 * Nothing else may go wrong: processes run all the time, so no connection to them is refused, reset or silent.
 */
export function openPatientClient(nextUrl: () => string, seen: Seen, outage: Outage): Send {
  return async (request, options = {}) => {
    const [method = 'GET', target = '/'] = request.split(/ (.*)/s);
    const { key, body } = options;
    const headers = {
      ...(key !== undefined && { authorization: `Basic ${Buffer.from(key).toString('base64')}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      // Consumers are made before the first failover; only the ledger's writes may leave stored answers in its account.
      ...(method === 'POST' && !target.startsWith('/webhooks') && { 'idempotency-key': randomUUID() }),
      ...options.headers,
    };
    for (const until = Date.now() + triesWithinMs; ; await sleep(pauseMs)) {
      seen.requests++;
      const from = Date.now();
      const answer = await exchange(seen, request, nextUrl() + target.replace(/^https?:\/\/[^/]+/, ''), {
        ...{ method, headers, signal: AbortSignal.timeout(timeoutMs) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      outage.slowestMs = Math.max(outage.slowestMs, Date.now() - from);
      const { status } = answer;
      if (status < 300) return answer;
      if (status === 503 || (status === 409 && answer.text.includes('requestUnderWay'))) {
        outage.unavailable++;
        if (Date.now() < until) continue;
      }
      if (status === 410 && target.includes('cursor=')) {
        outage.restarts++;
        throw new Recorded('a list starts again');
      }
      const problem = `${request}: ${status} ${answer.text.slice(0, 300).replace(/\s+/g, ' ')}`;
      note(seen, status >= 500 ? 'serverErrors' : 'unexpected', problem);
      throw new Recorded(problem);
    }
  };
}
