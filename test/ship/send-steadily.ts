import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { longPoll } from './check-proxy.ts';
import type { RunningProxy } from './start-proxies.ts';
import { openHttp1, openHttp2, type TlsClient, Unanswered } from './tls-client.ts';

/** What clients of a proxy have seen. */
export type Seen = {
  sent: number;
  seconds: number;
  refused: number;
  resets: number;
  timeouts: number;
  serverErrors: number;
  otherErrors: number;
  created: number;
  latenciesMs: number[];
  /** Streams and long polls that ended as they should, and those that did not. */
  waits: number;
  brokenWaits: number;
  problems: string[];
};

const connections = 4;
const waitingClients = 4;

/**
 * Sends requests at a fixed rate, whether or not the earlier ones have been answered, half of them over HTTP/2; one in
 * 100 creates a company, the others read one. Streams and long polls stay open meanwhile, and are opened again when they end.
 */
export function sendSteadily(
  proxy: RunningProxy,
  options: { key: string; companyId: string; perSecond: number; hasUnkeyedWrites: boolean },
): { stop(): Promise<Seen> } {
  const { key, companyId, perSecond } = options;
  const http2 = Array.from({ length: connections }, () => openHttp2(proxy, { key }));
  const http1 = openHttp1(proxy, { key, sockets: 32 });
  const seen: Seen = {
    ...{ sent: 0, seconds: 0, refused: 0, resets: 0, timeouts: 0, serverErrors: 0, otherErrors: 0, created: 0 },
    ...{ latenciesMs: [], waits: 0, brokenWaits: 0, problems: [] },
  };
  const note = (problem: string) => {
    if (seen.problems.length < 20) seen.problems.push(`${proxy.name}: ${problem}`);
  };
  const open = new Set<Promise<void>>();

  async function sendOne(number: number): Promise<void> {
    const client: TlsClient = number % 2 ? http1 : (http2[(number / 2) % connections] ?? http1);
    // One of HTTP/1.1 and one of HTTP/2.
    const isWrite = number % 200 === 5 || number % 200 === 14;
    const isKeyed = !options.hasUnkeyedWrites || number % 400 < 200;
    try {
      const { status, ms, text } = isWrite
        ? await client.send('/companies', {
            method: 'POST',
            headers: { 'content-type': 'application/json', ...(isKeyed && { 'idempotency-key': randomUUID() }) },
            body: JSON.stringify({ name: `company ${number}` }),
          })
        : await client.send(`/companies/${companyId}`);
      seen.latenciesMs.push(ms);
      if (status >= 500) seen.serverErrors++;
      else if (status >= 300) seen.otherErrors++;
      else if (isWrite) seen.created++;
      if (status >= 300) note(`${client.protocol} ${isWrite ? 'POST' : 'GET'} ${status} ${text.slice(0, 200)}`);
    } catch (error) {
      const kind = error instanceof Unanswered ? error.kind : 'reset';
      if (kind === 'refused') seen.refused++;
      else if (kind === 'timeout') seen.timeouts++;
      else seen.resets++;
      note(`${client.protocol} ${isWrite ? 'POST' : 'GET'} ${(error as Error).message}`);
    }
  }

  let isEnding = false;
  const waiters = Array.from({ length: waitingClients }, (_, at) =>
    at % 2 ? openHttp1(proxy, { key }) : openHttp2(proxy, { key }),
  );
  /** Even clients read a stream, odd ones poll; both protocols do both. */
  async function keepWaiting(client: TlsClient, at: number): Promise<void> {
    while (!isEnding) {
      const isStream = at < waitingClients / 2;
      const waiting = isStream
        ? client.send('/live', { headers: { accept: 'text/event-stream' }, timeoutMs: 600_000 })
        : client.send(longPoll(20), { timeoutMs: 60_000 });
      try {
        const { status } = await waiting;
        if (status === 200) seen.waits++;
        else {
          seen.brokenWaits++;
          note(`${client.protocol} ${isStream ? 'stream' : 'long poll'} ${status}`);
          await sleep(100);
        }
      } catch (error) {
        if (isEnding) return;
        seen.brokenWaits++;
        note(`${client.protocol} ${isStream ? 'stream' : 'long poll'} ${(error as Error).message}`);
        await sleep(100);
      }
    }
  }
  const waits = waiters.map((client, at) => keepWaiting(client, at));

  const start = performance.now();
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - start) / 1000) * perSecond);
    while (seen.sent < due) {
      const one = sendOne(seen.sent++).finally(() => open.delete(one));
      open.add(one);
    }
  }, 5);
  return {
    async stop() {
      clearInterval(timer);
      seen.seconds = (performance.now() - start) / 1000;
      await Promise.all(open);
      isEnding = true;
      for (const client of waiters) client.close();
      await Promise.race([Promise.all(waits), sleep(5000)]);
      http1.close();
      for (const client of http2) client.close();
      return seen;
    },
  };
}
