import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { startSandbox } from '@daybook/sandbox';
import { useApp } from '../harness.ts';
import { linkPushing, pushPath } from './pushing-company.ts';
import { newBill, newCustomer, newInvoice } from './records.ts';

/** Compares what a dry run shows with what the platform then receives, recorded by a proxy. */
type Sent = { method: string; path: string; headers: Record<string, string>; body: string };
const sent: Sent[] = [];
const sandbox = await startSandbox();
const recorder = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part) => parts.push(part));
  request.on('end', async () => {
    const body = Buffer.concat(parts);
    const { method = '', url: path = '' } = request;
    const headers = request.headers as Record<string, string>;
    sent.push({ method, path, headers, body: body.toString() });
    const { host: _, connection: __, ...own } = headers;
    const answer = await fetch(sandbox.url + path, { method, headers: own, ...(body.length > 0 && { body }) });
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  });
});
await new Promise<void>((resolve) => recorder.listen(0, '127.0.0.1', resolve));
const app = useApp({ config: { sandboxUrl: `http://127.0.0.1:${(recorder.address() as AddressInfo).port}` } });
after(async () => {
  recorder.closeAllConnections();
  recorder.close();
  await sandbox.stop();
});

const noReference = '00000000-0000-0000-0000-000000000000';

test('a dry run changes nothing, and shows byte for byte what the real push sends', async () => {
  const account = await app.account();
  const company = await linkPushing(account, 'dry-100', ['invoices', 'bills']);
  const { references } = company;
  const made = await company.push('customers', newCustomer(), { headers: { prefer: 'wait=20' } });
  const { id } = made.record;
  const rows = async () => {
    // Only jobs of accounts: others start at certain times of the day.
    const jobs = "pgboss.job where data ? 'accountId'";
    const counts = ['push', 'message', 'idempotent_request', 'publication', jobs].map(
      (table) => `(select count(*)::int from ${table})`,
    );
    return (await app.ctx.db.pool.query(`select ${counts.join()}, (select sum(last_number)::int from push_lane)`)).rows;
  };
  const cases = [
    { request: `POST ${pushPath(company, 'invoices')}`, body: newInvoice(references, 7) },
    { request: `POST ${pushPath(company, 'bills')}`, body: newBill(references, 7) },
    { request: `PUT ${pushPath(company, 'customers')}/${encodeURIComponent(id)}`, body: newCustomer(9) },
    { request: `DELETE ${pushPath(company, 'customers')}/${encodeURIComponent(id)}` },
  ];
  for (const { request, body } of cases) {
    const headers = { 'idempotency-key': `dry ${request}` };
    sent.length = 0;
    const before = await rows();
    const dry = await account.send(`${request}?dryRun=true`, { ...(body && { body }), headers });
    assert.equal(dry.status, 200, dry.text);
    assert.deepEqual(await rows(), before, 'nothing was written');
    assert.equal(sent.length, 0, 'no request was sent to the platform');

    const real = await account.send(request, { ...(body && { body }), headers: { ...headers, prefer: 'wait=20' } });
    assert.equal(real.body.status, 'Success', real.text);
    assert.equal(real.headers.get('idempotency-replayed'), null);
    const [write, ...others] = sent.filter((one) => one.path.startsWith('/v1/') && one.method !== 'GET');
    assert.ok(write && others.length === 0);
    const shown = dry.body.request;
    const named = (text: string) => text.replaceAll(noReference, real.body.pushId);
    assert.equal(write.method, shown.method);
    assert.equal(write.path, new URL(shown.url).pathname);
    assert.equal(write.body, named(shown.body ?? ''));
    assert.deepEqual(
      Object.entries(shown.headers as Record<string, string>).filter(
        ([name, value]) => write.headers[name.toLowerCase()] !== named(value),
      ),
      [],
      'every header of the dry run was sent',
    );
    assert.equal('authorization' in shown.headers, false);
  }
});
