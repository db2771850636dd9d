import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { startSandbox } from '@daybook/sandbox';
import { controlSandbox } from '../../sandbox/test/control-sandbox.ts';
import { useApp } from '../harness.ts';
import { linkPushing, pushPath } from './pushing-company.ts';
import { newCustomer, newInvoice } from './records.ts';

/** The statuses of the platform, recorded by a proxy, compared with those in the push operation. */
type Answered = { method: string; path: string; status: number };
const answered: Answered[] = [];
const sandbox = await startSandbox();
const recorder = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part) => parts.push(part));
  request.on('end', async () => {
    const { method = '', url: path = '' } = request;
    const { host: _, connection: __, ...headers } = request.headers as Record<string, string>;
    const body = Buffer.concat(parts);
    const answer = await fetch(sandbox.url + path, { method, headers, ...(body.length > 0 && { body }) });
    answered.push({ method, path, status: answer.status });
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  });
});
await new Promise<void>((resolve) => recorder.listen(0, '127.0.0.1', resolve));
const app = useApp({ config: { sandboxUrl: `http://127.0.0.1:${(recorder.address() as AddressInfo).port}` } });
const control = controlSandbox(sandbox.url);
after(async () => {
  recorder.closeAllConnections();
  recorder.close();
  await sandbox.stop();
});

const wait = { prefer: 'wait=20' };
const writeStatuses = () =>
  answered.filter(({ method, path }) => method !== 'GET' && path.startsWith('/v1/')).map(({ status }) => status);
const pollStatuses = () => answered.filter(({ path }) => path.includes('/tickets/')).map(({ status }) => status);
const acceptNext = (company: string) =>
  control.fault({
    match: { company, method: 'POST', path: '/v1/' },
    fault: { kind: 'accept', looks: 1 },
    times: 1,
  });

test('A-7 R-ERR-02 R-PUSH-02: a push for which the platform returns 202 answers 200, and shows both after it has finished', async () => {
  const company = await linkPushing(await app.account(), 'accepted-100');
  await acceptNext('accepted-100');
  answered.length = 0;
  const reply = await company.account.send(`POST ${pushPath(company, 'customers')}`, {
    body: newCustomer(),
    headers: wait,
  });
  assert.equal(reply.status, 200);
  const ended = await company.ended(reply.body.pushId);
  assert.deepEqual(writeStatuses(), [202], 'the platform responded to the one request with 202');
  assert.deepEqual(pollStatuses(), [202, 201], 'and to two polls with 202 and 201');
  assert.deepEqual(
    [ended.status, ended.statusCode, ended.providerStatus, ended.lastPollStatus],
    ['Success', 200, 202, 201],
  );
  const { results } = (await company.account.send(`GET ${company.path}/push`)).body;
  assert.deepEqual([results[0].statusCode, results[0].providerStatus, results[0].lastPollStatus], [200, 202, 201]);
  assert.equal(((await control.send('GET', '/companies/accepted-100/writes')) as object[]).length, 1);
});

test('A-7: a push that is accepted and then rejected keeps the 202', async () => {
  const company = await linkPushing(await app.account(), 'refused-later-100');
  await acceptNext('refused-later-100');
  answered.length = 0;
  const record = { ...newInvoice(company.references), customerRef: { id: 'nobody' } };
  const made = await company.push('invoices', record, { headers: wait });
  const ended = await company.ended(made.pushId);
  assert.deepEqual(writeStatuses(), [202]);
  assert.deepEqual([ended.status, ended.statusCode, ended.providerStatus], ['Failed', 400, 202]);
  assert.equal(ended.lastPollStatus, pollStatuses().at(-1), 'the status of the last poll');
});

test("R-PUSH-01: the status of an operation can differ from the platform's, and both are stored", async () => {
  const company = await linkPushing(await app.account(), 'differs-100');
  answered.length = 0;
  const made = await company.push('customers', newCustomer(), { headers: wait });
  const refused = await company.push(
    'invoices',
    { ...newInvoice(company.references), customerRef: { id: 'nobody' } },
    { headers: wait },
  );
  const [created, broken] = writeStatuses();
  assert.deepEqual([created, broken], [201, 422], "the platform's statuses");
  for (const [operation, statusCode, providerStatus] of [
    [made, 200, created],
    [refused, 400, broken],
  ]) {
    const kept = await company.readPush(operation.pushId);
    assert.deepEqual([kept.statusCode, kept.providerStatus], [statusCode, providerStatus]);
    assert.equal('lastPollStatus' in kept, false, 'there was no poll');
  }
});
