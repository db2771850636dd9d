import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import {
  BadRequest,
  Conflict,
  createClient,
  DaybookError,
  Forbidden,
  NetworkError,
  NotFound,
  ServerError,
  TimeoutError,
  TooManyRequests,
  Unauthorized,
  verifyWebhook,
  WebhookRefused,
} from '../../sdk/src/daybook.ts';
import { useApp } from '../harness.ts';
import { startOwnTime } from '../own-time.ts';
import { startReceiver } from '../webhooks/receiver.ts';

/** Tests the SDK against the real server. */
const app = useApp();
const fast = { firstWaitMs: 5 };

/** A proxy that first responds with the queued troubles, then forwards requests to the server. */
type Trouble = { status: number; headers?: Record<string, string>; body?: string } | 'cut' | 'hang';
const troubles: Trouble[] = [];
const passed: { method: string; url: string; key: string | undefined }[] = [];
const between = createServer(async (request, response) => {
  const trouble = troubles.shift();
  const { method = '', url = '' } = request;
  passed.push({ method, url, key: request.headers['idempotency-key'] as string | undefined });
  if (trouble === 'cut') return void response.destroy();
  if (trouble === 'hang') return;
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  if (trouble) return void response.writeHead(trouble.status, trouble.headers).end(trouble.body ?? '');
  const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers as Record<string, string>;
  const body = Buffer.concat(parts);
  const answer = await fetch(app.url + url, { method, headers, ...(body.length > 0 && { body }) });
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
});
await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve));
const betweenUrl = `http://127.0.0.1:${(between.address() as AddressInfo).port}`;
after(() => {
  between.closeAllConnections();
  between.close();
});

test('every operation is a function: create, read, change and delete a company', async () => {
  const { key } = await app.account();
  const daybook = createClient({ baseUrl: app.url, apiKey: key });
  const made = await daybook.createCompany({ body: { name: 'Bakery' } });
  assert.equal((await daybook.getCompany({ companyId: made.companyId })).name, 'Bakery');
  const changed = await daybook.changeCompany({ companyId: made.companyId, body: { description: 'Bread' } });
  assert.equal(changed.description, 'Bread');
  assert.equal(await daybook.deleteCompany({ companyId: made.companyId }), undefined);
  await assert.rejects(daybook.getCompany({ companyId: made.companyId }), NotFound);
  assert.equal((await daybook.listCompanies()).totalResults, 0);
});

test('each reads a list page by page by its links, every result once; only the base URL gets the key', async () => {
  const { key } = await app.account();
  // The links contain http://api.test, which is not the client's base URL.
  const daybook = createClient({ baseUrl: app.url, apiKey: key });
  for (let n = 0; n < 7; n++) await daybook.createCompany({ body: { name: `Company ${n}` } });
  const names: string[] = [];
  for await (const company of daybook.each('listCompanies', { pageSize: 3 })) names.push(company.name);
  assert.deepEqual(
    names,
    ['0', '1', '2', '3', '4', '5', '6'].map((n) => `Company ${n}`),
  );
  const filtered: string[] = [];
  for await (const company of daybook.each('listCompanies', { query: 'name~"y 3"', pageSize: 2 }))
    filtered.push(company.name);
  assert.deepEqual(filtered, ['Company 3']);
});

test('each cause has an error class, with code, correlation id and validation errors', async () => {
  const { key } = await app.account();
  const daybook = createClient({ baseUrl: app.url, apiKey: key });
  const invalid = await daybook.createCompany({ body: { name: '' } }).catch((error: unknown) => error);
  assert.ok(invalid instanceof BadRequest && invalid instanceof DaybookError);
  assert.deepEqual([invalid.status, invalid.code, invalid.validation[0]?.itemId], [400, 'inputInvalid', 'name']);
  assert.match(String(invalid.correlationId), /^[0-9a-f-]{36}$/);
  assert.match(invalid.message, new RegExp(String(invalid.correlationId)));
  await assert.rejects(createClient({ baseUrl: app.url, apiKey: 'no' }).listCompanies(), Unauthorized);
  const { body: company } = await (await app.account()).send('POST /companies', { body: { name: 'theirs' } });
  await assert.rejects(daybook.getCompany({ companyId: company.companyId }), Forbidden);
  const { secret } = await app.key((await app.account()).accountId);
  await assert.rejects(
    createClient({ baseUrl: app.url, apiKey: secret }).deleteApiKey({ apiKeyId: company.companyId }),
    NotFound,
  );
  assert.throws(() => daybook.getCompany({ companyId: '' }), /needs "companyId"/);
});

test('429, 5xx and lost connections are retried with the same key, and nothing is done twice', async () => {
  const { key } = await app.account();
  const daybook = createClient({ baseUrl: betweenUrl, apiKey: key, ...fast });
  passed.length = 0;
  troubles.push({ status: 429, headers: { 'retry-after': '0' } }, { status: 503 }, 'cut');
  await daybook.createCompany({ body: { name: 'once' } });
  assert.equal(passed.length, 4);
  assert.equal(new Set(passed.map((one) => one.key)).size, 1);
  assert.ok(passed[0]?.key);
  assert.equal((await daybook.listCompanies()).totalResults, 1);
  const own = { idempotencyKey: 'mine' };
  const [first, again] = [
    await daybook.createCompany({ body: { name: 'two' } }, own),
    await daybook.createCompany({ body: { name: 'two' } }, own),
  ];
  assert.equal(first.companyId, again.companyId);
});

test('a POST without a key is retried only after a 429, which says that nothing was done', async () => {
  const { key } = await app.account();
  const daybook = createClient({ baseUrl: betweenUrl, apiKey: key, ...fast });
  const prove = () => daybook.proveSession({ body: { password: 'x' } }).catch((error: unknown) => error);
  for (const [trouble, sent] of [
    [{ status: 429, headers: { 'retry-after': '0' } }, 2],
    [{ status: 503 }, 1],
    ['cut', 1],
  ] as const) {
    passed.length = 0;
    troubles.push(trouble);
    await prove();
    assert.equal(passed.length, sent, JSON.stringify(trouble));
  }
});

test('a key is sent with exactly the operations that take one in the OpenAPI document', async () => {
  const { key } = await app.account();
  const daybook = createClient({ baseUrl: betweenUrl, apiKey: key, ...fast });
  const { companyId } = await daybook.createCompany({ body: { name: 'a' } });
  passed.length = 0;
  await daybook.replaceCompany({ companyId, body: { name: 'b' } });
  await daybook.proveSession({ body: { password: 'x' } }).catch(() => {});
  const place = { companyId, connectionId: companyId, dataType: 'invoices', id: '1' } as const;
  await daybook.pushDelete(place).catch(() => {});
  assert.deepEqual(
    passed.map(({ method, key }) => [method, key !== undefined]),
    [
      ['PUT', false],
      ['POST', false],
      ['DELETE', true],
    ],
  );
});

test('the client waits for Retry-After, and stops after the configured retries', async () => {
  const { key } = await app.account();
  const daybook = createClient({ baseUrl: betweenUrl, apiKey: key, ...fast, retries: 1 });
  troubles.push({ status: 503, headers: { 'retry-after': '1' } });
  const started = performance.now();
  await daybook.listCompanies();
  assert.ok(performance.now() - started >= 1000);
  troubles.push({ status: 429 }, { status: 429 });
  await assert.rejects(daybook.listCompanies(), TooManyRequests);
  troubles.push({ status: 502, body: '<html>' }, { status: 502, body: '<html>' });
  await assert.rejects(daybook.listCompanies(), (error) => error instanceof ServerError && error.code === 'unknown');
  troubles.push('cut', 'cut');
  await assert.rejects(daybook.listCompanies(), NetworkError);
  troubles.push('hang', 'hang');
  await assert.rejects(
    createClient({ baseUrl: betweenUrl, apiKey: key, ...fast, retries: 1, timeoutMs: 50 }).listCompanies(),
    TimeoutError,
  );
  troubles.push('hang');
  const signal = AbortSignal.timeout(30);
  await assert.rejects(daybook.listCompanies({}, { signal }), { name: 'TimeoutError' });
  troubles.length = 0;
});

test('a conflict that may last minutes is reported at once', async () => {
  const { key } = await app.account();
  const daybook = createClient({ baseUrl: app.url, apiKey: key });
  const { companyId } = await daybook.createCompany({ body: { name: 'empty' } });
  const ownTime = startOwnTime();
  await assert.rejects(
    daybook.listInvoices({ companyId }),
    (error) => error instanceof Conflict || error instanceof NotFound,
  );
  assert.ok(ownTime() < 2000);
});

test('a webhook is verified before, during and after a rotation; a changed or old one is rejected', async () => {
  const account = await app.account();
  const receiver = await startReceiver();
  try {
    const daybook = createClient({ baseUrl: app.url, apiKey: account.key });
    const made = await daybook.createConsumer({ body: { name: 'sdk', url: `${receiver.url}/hooks` } });
    await daybook.createCompany({ body: { name: 'Ünïcode' } });
    const [first] = await receiver.waitFor(1);
    assert.ok(first);
    const delivery = { body: first.body, headers: first.headers, secret: made.secret };
    const { event, messageId } = await verifyWebhook(delivery);
    assert.deepEqual([event.RuleType, event.Data.name, messageId], ['company.created', 'Ünïcode', event.EventId]);
    const rotated = await daybook.rotateConsumerSecret({ consumerId: made.consumerId, body: {} });
    await daybook.createCompany({ body: { name: 'after' } });
    const [, second] = await receiver.waitFor(2);
    assert.ok(second);
    const later = { body: second.body, headers: second.headers };
    await verifyWebhook({ ...later, secret: made.secret });
    await verifyWebhook({ ...later, secret: [made.secret, rotated.secret] });
    await verifyWebhook({ ...later, secret: rotated.secret });
    await assert.rejects(verifyWebhook({ ...delivery, secret: rotated.secret }), WebhookRefused);
    await assert.rejects(verifyWebhook({ ...delivery, body: `${first.body} ` }), WebhookRefused);
    await assert.rejects(verifyWebhook({ ...delivery, nowMs: Date.now() + 301_000 }), WebhookRefused);
    await assert.rejects(verifyWebhook({ ...delivery, headers: {} }), WebhookRefused);
  } finally {
    await receiver.stop();
  }
});
