import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../dev/embedded-postgres.ts';
import { verifyWebhook } from '../../sdk/src/daybook.ts';

const withinMs = 120_000;

/** Runs an operator command with --json and returns what it printed. */
export type RunForJson = (...args: string[]) => Promise<Record<string, string>>;

/** Verifies webhooks that are sent to `url`, after it was started with the consumer's secret. */
export type Receiver = {
  url: string;
  start(secret: string): Promise<void>;
  /** The types of the verified events. */
  verified(): string[];
  stop(): Promise<void>;
};

/**
 * The README's path from a running Daybook to the first verified webhook: account, key, consumer, company, connection
 * to the sandbox. Returns the seconds until the event of the first sync has arrived and was verified.
 */
export async function receiveFirstWebhook({
  url,
  daybook,
  receiver: given,
}: {
  url: string;
  daybook: RunForJson;
  /** Default: one on this machine. */
  receiver?: Receiver;
}): Promise<number> {
  const began = performance.now();
  const { accountId = '' } = await daybook('account', 'create', 'Trial');
  const { secret: key = '' } = await daybook('key', 'create', accountId, '--name', 'first');
  const send = async (method: string, path: string, body: object): Promise<Record<string, string>> => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Basic ${btoa(`${key}:`)}` },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${method} ${path} responded with ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as Record<string, string>;
  };
  const receiver = given ?? localReceiver(await freePort());
  try {
    const types = ['company.*', 'connection.*', 'sync.*'];
    const consumer = await send('POST', '/webhooks/consumers', { name: 'mine', url: receiver.url, eventTypes: types });
    await receiver.start(consumer.secret ?? '');
    const { companyId } = await send('POST', '/companies', { name: 'Acme Ltd' });
    const path = `/companies/${companyId}/connections`;
    const { connectionId } = await send('POST', path, { platformKey: 'sandbox' });
    await send('PUT', `${path}/${connectionId}/authorization`, {
      credentials: { company: 'acme-100', secret: 'sandbox-acme-100' },
    });
    const until = performance.now() + withinMs;
    while (!receiver.verified().includes('sync.completed')) {
      if (performance.now() > until)
        throw new Error(`No event "sync.completed" arrived, only: ${receiver.verified().join(', ')}`);
      await sleep(100);
    }
    return (performance.now() - began) / 1000;
  } finally {
    await receiver.stop();
  }
}

function localReceiver(port: number): Receiver {
  const verified: string[] = [];
  let secret = '';
  const server = createServer(async (request, response) => {
    try {
      let body = '';
      for await (const part of request.setEncoding('utf8')) body += part;
      const { event } = await verifyWebhook({ body, headers: request.headers, secret });
      verified.push(event.RuleType);
      response.writeHead(204).end();
    } catch {
      response.writeHead(400).end();
    }
  });
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    async start(given) {
      secret = given;
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
    verified: () => verified,
    async stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
