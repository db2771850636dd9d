import http from 'node:http';
import https from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { host, type RunningProxy } from './start-proxies.ts';
import { agreedProtocols, openHttp1, openHttp2, type TlsClient } from './tls-client.ts';

/** Requests without a key per minute and address that the processes of the test allow. */
export const openPerMinute = 30;

/** What a configuration promises. Returns what does not hold; `waitSeconds` is the length of the long poll. */
export async function checkProxy(
  proxy: RunningProxy,
  { key, network, waitSeconds }: { key: string; network: string; waitSeconds: number },
): Promise<{ faults: string[]; firstEventMs: number; eventMs: number }> {
  const faults: string[] = [];
  const expect = (holds: boolean, fault: string) => {
    if (!holds) faults.push(`${proxy.name}: ${fault}`);
  };
  const clients = [openHttp1(proxy, { key }), openHttp2(proxy, { key })];
  const events: { firstMs: number; eventMs: number }[] = [];
  try {
    const agreed = await agreedProtocols(proxy);
    expect(agreed.http === 'h2' && agreed.tls === 'TLSv1.3', `agreed on ${agreed.http} over ${agreed.tls}`);
    const redirect = await sendPlain(proxy);
    expect(
      // Caddy names the port, because it is not 443 here.
      redirect.status === 308 &&
        redirect.location.replace(`:${proxy.tlsPort}`, '') === `https://${host}/companies?page=2`,
      `http is answered with ${redirect.status} ${redirect.location}`,
    );
    expect((await offerTls11(proxy)) === 'refused', 'TLS 1.1 is accepted');
    const polls = clients.map((client) => client.send(longPoll(waitSeconds), { timeoutMs: 80_000 }));
    for (const client of clients) {
      const { protocol } = client;
      const metrics = await client.send('/metrics');
      expect(metrics.status === 404, `${protocol}: /metrics is answered with ${metrics.status}`);
      const large = await client.send(`/companies?query=${'%C3%A4'.repeat(4000)}`);
      expect(
        large.headers['x-correlation-id'] !== undefined && large.status === 400,
        `${protocol}: a URL of 24 KiB is answered with ${large.status} before Daybook`,
      );
      const accepted = await client.send('/companies', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'x'.repeat(3 * 1024 * 1024) }),
      });
      expect(accepted.status === 400, `${protocol}: a body of 3 MiB is answered with ${accepted.status}`);
      const watched = await watchEvents(client);
      expect(watched.firstMs <= 2000, `${protocol}: the first event took ${watched.firstMs} ms`);
      expect(watched.eventMs <= 5000, `${protocol}: an event took ${watched.eventMs} ms`);
      events.push(watched);
    }
    const declared = await declareBody(proxy, key, 5 * 1024 * 1024);
    expect(declared === 413, `a body of 5 MiB is answered with ${declared}`);
    for (const fault of await checkAddresses(proxy, network)) expect(false, fault);
    for (const [at, poll] of (await Promise.all(polls)).entries()) {
      const seconds = poll.ms / 1000;
      const isRight = poll.status === 200 && seconds >= waitSeconds - 1 && seconds <= waitSeconds + 5;
      expect(isRight, `${clients[at]?.protocol}: a long poll was answered with ${poll.status} after ${seconds} s`);
    }
  } finally {
    for (const client of clients) client.close();
  }
  return {
    faults,
    firstEventMs: Math.max(...events.map(({ firstMs }) => firstMs)),
    eventMs: Math.max(...events.map(({ eventMs }) => eventMs)),
  };
}

export function longPoll(seconds: number): string {
  return `/changes?after=latest&wait=${seconds}`;
}

/** How long the first event of a new stream and an event of a change take. A proxy that buffers delays both. */
async function watchEvents(client: TlsClient): Promise<{ firstMs: number; eventMs: number }> {
  const arrived: { at: number; text: string }[] = [];
  const start = performance.now();
  const onData = (text: string) => arrived.push({ at: performance.now(), text });
  const stream = client.send('/live', { headers: { accept: 'text/event-stream' }, timeoutMs: 9000, onData });
  // Ends by its time limit.
  const ended = stream.catch(() => undefined);
  await sleep(2500);
  const firstMs = (arrived[0]?.at ?? Number.POSITIVE_INFINITY) - start;
  const changedAt = performance.now();
  await client.send('/companies', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'streamed' }),
  });
  await ended;
  const event = arrived.find(({ at, text }) => at > changedAt && text.includes('event: company'));
  return { firstMs: Math.round(firstMs), eventMs: Math.round((event?.at ?? Number.POSITIVE_INFINITY) - changedAt) };
}

/**
 * Daybook counts requests without a key per client address. One address is limited whatever it writes into
 * X-Forwarded-For, and another address is not.
 */
async function checkAddresses(proxy: RunningProxy, network: string): Promise<string[]> {
  const [greedy, other] = ['2', '3'].map((last) => openHttp1(proxy, { from: `${network}.${last}`, sockets: 4 }));
  if (!greedy || !other) return [];
  try {
    const spoofed = Array.from({ length: 3 * openPerMinute }, (_, at) =>
      greedy.send('/session/methods', { headers: { 'x-forwarded-for': `203.0.113.${at}` } }),
    );
    const statuses = (await Promise.all(spoofed)).map(({ status }) => status);
    const honest = await other.send('/session/methods');
    const accepted = statuses.filter((status) => status === 200).length;
    const refused = statuses.filter((status) => status === 429).length;
    // Each of the two processes counts for itself.
    const isLimited = accepted <= 2 * openPerMinute && accepted + refused === statuses.length;
    return [
      ...(isLimited ? [] : [`a client can pretend to have another address: ${accepted} accepted, ${refused} × 429`]),
      ...(honest.status === 200 ? [] : [`all clients share one address: ${honest.status}`]),
    ];
  } finally {
    greedy.close();
    other.close();
  }
}

function sendPlain(proxy: RunningProxy): Promise<{ status: number; location: string }> {
  return new Promise((resolve, reject) => {
    const options = { port: proxy.plainPort, path: '/companies?page=2', headers: { host }, agent: false };
    http
      .get('http://127.0.0.1', options, (response) => {
        response.resume();
        resolve({ status: response.statusCode ?? 0, location: response.headers.location ?? '' });
      })
      .once('error', reject);
  });
}

function offerTls11(proxy: RunningProxy): Promise<'refused' | 'accepted'> {
  return new Promise((resolve) => {
    const request = https.get({
      ...{ host: '127.0.0.1', port: proxy.tlsPort, agent: false, rejectUnauthorized: false, servername: host },
      ...{ minVersion: 'TLSv1.1' as const, maxVersion: 'TLSv1.1' as const, ciphers: 'DEFAULT@SECLEVEL=0' },
    });
    request.once('response', (response) => {
      response.resume();
      resolve('accepted');
    });
    request.once('error', () => resolve('refused'));
  });
}

/** Announces a body and waits for the response before it sends any of it. */
function declareBody(proxy: RunningProxy, key: string, bytes: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = https.request({
      ...{ host: '127.0.0.1', port: proxy.tlsPort, agent: false, ca: proxy.ca, servername: host },
      ...{ method: 'POST', path: '/companies', timeout: 10_000, auth: `${key}:` },
      headers: { host, 'content-type': 'application/json', 'content-length': bytes },
    });
    request.once('response', (response) => {
      resolve(response.statusCode ?? 0);
      request.destroy();
    });
    request.once('timeout', () => request.destroy(new Error('no response')));
    request.on('error', reject);
    request.flushHeaders();
  });
}
