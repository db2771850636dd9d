import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { startSandbox } from '@daybook/sandbox';
import { wakeSyncs } from '../../src/sync/schedule/wake-syncs.ts';
import { useApp } from '../harness.ts';
import { openServer, type RunningServer } from '../server-process.ts';
import { waitFor } from '../wait-for.ts';
import { linkCompany } from './synced-company.ts';

/** A hostile provider run by a tenant. Responses that it does not manipulate come from a real sandbox. */
const sandbox = await startSandbox();
const provider = createServer(async (request, response) => {
  const path = request.url ?? '';
  const spoilt = /^\/v1\/(\w+)-\d+\/invoices/.exec(path)?.[1] ?? '';
  const page = (record: string, count: number) => {
    response.write('{"next":null,"change_position":1,"records":[');
    for (let left = count; left > 0; left -= 10_000) response.write(`${record},`.repeat(Math.min(left, 10_000)));
    response.end(`${record}]}`);
  };
  if (spoilt === 'big') return page('{}', (60 * 1024 * 1024) / 3);
  if (spoilt === 'many') return page('{"id":"1","modified_at":"2026-01-01T00:00:00Z"}', 100_000);
  if (spoilt === 'deep') return response.end(`{"records":${'['.repeat(100_000)}${']'.repeat(100_000)}}`);
  // One byte every 200 ms, without end.
  if (spoilt === 'drip') {
    const timer = setInterval(() => response.write(' '), 200);
    return response.once('close', () => clearInterval(timer));
  }
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const { host: _, connection: __, ...headers } = request.headers as Record<string, string>;
  const body = Buffer.concat(parts);
  const { method = 'GET' } = request;
  const answer = await fetch(sandbox.url + path, { method, headers, ...(body.length > 0 && { body }) });
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
});
await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
after(async () => {
  provider.closeAllConnections();
  provider.close();
  await sandbox.stop();
});

const app = useApp({ config: { role: 'api', sandboxUrl: url } });
let started: Promise<RunningServer> | undefined;
/** The process that runs the syncs, started by the first test. */
function serverProcess(): Promise<RunningServer> {
  started ??= openServer({
    databaseUrl: app.databaseUrl,
    // A small heap, so that the process dies where a larger one would only slow down.
    env: { DAYBOOK_SANDBOX_URL: url, DAYBOOK_SYNC_ATTEMPTS_MAX: '2', NODE_OPTIONS: '--max-old-space-size=300' },
  });
  return started;
}
after(async () => void (await (await started)?.stop()));

test('A-18: a provider that sends 60 MiB, deep nesting, too many records or single bytes harms only its own sync', async () => {
  const server = await serverProcess();
  const account = await app.account();
  const companies = new Map<string, { path: string }>();
  for (const name of ['drip', 'big', 'deep', 'many', 'good']) {
    const company = await linkCompany(account, `${name}-100`);
    companies.set(name, company);
    await company.request('invoices');
  }
  const latest = async (name: string) =>
    (await account.send(`GET ${companies.get(name)?.path}/data/history?query=dataType=invoices`)).body.results[0];
  await waitFor(async () => (await latest('good')).status === 'Complete', 60_000);
  const reasons = { big: /larger than/, deep: /deeper than/, many: /longer than|more than/ };
  for (const [name, reason] of Object.entries(reasons)) {
    await waitFor(async () => (await latest(name)).completed !== undefined, 60_000);
    const { status, error } = await latest(name);
    assert.equal(status, 'FetchError', `${name}: ${JSON.stringify(error)}`);
    assert.match(error.message, reason);
  }
  assert.equal((await latest('drip')).status, 'Fetching', 'it is still running and delays nothing else');
  assert.equal((await fetch(`${server.url}/health/ready`)).status, 200, 'the process is still running');
  process.kill(server.pid, 0);
});

test('A-18: a sync whose process keeps dying ends with an error after its last attempt', async () => {
  await serverProcess();
  const account = await app.account();
  const company = await linkCompany(account, 'dying-100');
  const sync = await company.sync('invoices');
  // The state after a process was killed in its second and last attempt.
  await app.ctx.db.pool.query(
    `update sync set status = 'Fetching', completed_at = null, attempts = 2, pages = 0, resume_at = null,
       lease_until = now() - interval '1 minute' where sync_id = $1`,
    [sync.syncId],
  );
  await wakeSyncs(app.ctx);
  const read = async () => (await account.send(`GET ${company.path}/data/history/${sync.syncId}`)).body;
  await waitFor(async () => (await read()).completed !== undefined, 60_000);
  const { status, error } = await read();
  assert.equal(status, 'InternalError', JSON.stringify(error));
  assert.match(error.message, /started 2 times without storing a page/);
});
