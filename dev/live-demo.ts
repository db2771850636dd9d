import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { controlSandbox } from '../sandbox/test/control-sandbox.ts';
import type { DemoBooks } from './link-demo.ts';
import type { SendDemo } from './send-demo.ts';

type Sandbox = ReturnType<typeof controlSandbox>;

/**
 * Makes the demo move: a consumer that works and one that fails, a connection that its platform no longer accepts, and
 * books in which something changes every minute.
 */
export async function startLiveDemo(options: {
  send: SendDemo;
  linked: readonly DemoBooks[];
  sandbox: Sandbox;
  port: number;
}): Promise<void> {
  const { send, linked, sandbox } = options;
  const receiver = await startReceiver(options.port);
  for (const name of ['Ledger service', 'CRM (fails)'])
    await keepConsumer(send, name, `${receiver}/${name.startsWith('CRM') ? 'crm' : 'ledger'}`);
  const withdrawn = linked.at(-1);
  if (withdrawn) await withdraw({ send, sandbox }, withdrawn);
  const changing = linked[0];
  if (changing) void changeBooks({ send, sandbox }, changing);
}

/** Receives the webhooks of both consumers. */
async function startReceiver(port: number): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      const isBroken = request.url === '/crm';
      response.writeHead(isBroken ? 503 : 204, { 'content-type': 'text/plain' });
      response.end(isBroken ? 'The CRM is down for maintenance.' : '');
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  server.unref();
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Creates the consumer, or gives it the receiver's address of this run. */
async function keepConsumer(send: SendDemo, name: string, url: string): Promise<void> {
  type Consumer = { consumerId: string; name: string; url: string };
  const { results } = await send<{ results: Consumer[] }>('GET', '/webhooks/consumers?pageSize=100');
  const known = results.find((consumer) => consumer.name === name);
  if (!known) await send('POST', '/webhooks/consumers', { name, url, eventTypes: ['*'] });
  else if (known.url !== url) await send('PATCH', `/webhooks/consumers/${known.consumerId}`, { url });
}

/** From now on, the sandbox rejects the company's authorization. The next sync finds out. */
async function withdraw(
  { send, sandbox }: { send: SendDemo; sandbox: Sandbox },
  { companyId, books }: DemoBooks,
): Promise<void> {
  await waitUntilRead(send, companyId);
  await sandbox.fault({ match: { company: books }, fault: { kind: 'status', status: 401 } });
  await send('POST', `/companies/${companyId}/data/queue/invoices`).catch(() => {});
}

async function waitUntilRead(send: SendDemo, companyId: string): Promise<void> {
  for (let second = 0; second < 60; second++, await sleep(1000)) {
    const status = await send<Record<string, { generation: number }>>('GET', `/companies/${companyId}/dataStatus`);
    if ((status.invoices?.generation ?? 0) > 0) return;
  }
}

const changeEveryMs = 60_000;

async function changeBooks(
  { send, sandbox }: { send: SendDemo; sandbox: Sandbox },
  { companyId, books }: DemoBooks,
): Promise<void> {
  for (let seed = Math.floor(Date.now() / 1000); ; seed++) {
    await sleep(changeEveryMs, undefined, { ref: false });
    try {
      await sandbox.change(books, { type: 'invoices', update: 3, create: 1, seed });
      await send('POST', `/companies/${companyId}/data/queue/invoices`);
    } catch {
      // The server is being restarted, or the sync of the last minute still runs.
    }
  }
}
