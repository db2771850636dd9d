import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { openApp, useApp } from '../harness.ts';
import { fetchNothing } from '../sync/synced-company.ts';
import { startEchoPlatform } from './echo-platform.ts';
import { evilPaths } from './evil-paths.ts';

/** What a client with every right to pass requests through must nevertheless not reach, send or see. */
const platform = await startEchoPlatform();
const neighbour = await startEchoPlatform();
const selfHosted = { selfHostedPlatforms: ['fava', 'hledger', 'tryton'] };
const app = useApp({ config: { ...selfHosted, providerAllowedAddresses: ['127.0.0.0/8'] } });
after(() => {
  platform.stop();
  neighbour.stop();
});

const password = 'quite "secret" £7';

async function linked() {
  const account = await app.account();
  const { companyId } = (await account.send('POST /companies', { body: { name: 'echo' } })).body;
  await fetchNothing(account, `/companies/${companyId}`);
  const path = `/companies/${companyId}/connections`;
  const { connectionId } = (await account.send(`POST ${path}`, { body: { platformKey: 'fava' } })).body;
  const credentials = { url: `${platform.url}/books`, user: 'ann', password };
  const answer = await account.send(`PUT ${path}/${connectionId}/authorization`, { body: { credentials } });
  assert.equal(answer.status, 200, answer.text);
  const { secret: key } = await app.key(account.accountId, { scopes: ['passThrough'] });
  const target = `POST ${path}/${connectionId}/passThrough`;
  const send = (body: object, idempotencyKey?: string) =>
    app.send(target, { key, body, ...(idempotencyKey && { headers: { 'idempotency-key': idempotencyKey } }) });
  platform.requests.length = 0;
  return { account, send, connectionId };
}

test('P-PASS: no path, parameter or header of a client reaches another server or another path', async () => {
  const { send } = await linked();
  for (const path of [...evilPaths, `${neighbour.url}/x`, `//${new URL(neighbour.url).host}/x`]) {
    const answer = await send({ method: 'GET', path });
    assert.equal(answer.status, 400, `"${path}": ${answer.text}`);
  }
  for (const name of [
    'host',
    'Host',
    'authorization',
    'cookie',
    'x-forwarded-host',
    'x-forwarded-for',
    'connection',
    'transfer-encoding',
    'content-length',
    'proxy-authorization',
    'x-http-method-override',
    'xero-tenant-id',
    'stripe-account',
    'x-odoo-database',
    'forwarded',
    'upgrade',
    'te',
    'x-original-url',
    'x-rewrite-url',
  ]) {
    const answer = await send({ method: 'GET', path: '/ok', headers: { [name]: 'evil' } });
    assert.deepEqual([answer.status, answer.body.code], [400, 'badRequest'], `${name}: ${answer.text}`);
  }
  for (const value of ['a\r\nhost: evil.example', 'a\nb', 'a\u0000b', 'é', 'a\rb'])
    assert.equal((await send({ method: 'GET', path: '/ok', headers: { accept: value } })).status, 400, value);
  for (const name of ['accept\r\nhost', 'accept: x', '', 'acc ept', '__proto__'])
    assert.equal(
      (await send(JSON.parse(`{"method":"GET","path":"/ok","headers":{${JSON.stringify(name)}:"x"}}`))).status,
      400,
      name,
    );
  assert.equal(platform.requests.length, 0, 'nothing was sent');
  const plain = await send({
    method: 'GET',
    path: '/ok',
    query: { 'a&b': '../x#?\r\n' },
    headers: { Accept: 'text/csv' },
  });
  assert.equal(plain.status, 200, plain.text);
  assert.deepEqual(
    platform.requests.map(({ url, headers }) => [url, headers.host, headers.accept]),
    [['/books/api/ok?a%26b=..%2Fx%23%3F%0D%0A', new URL(platform.url).host, 'text/csv']],
  );
  assert.equal(neighbour.requests.length, 0);
});

test('P-PASS: a redirect is returned and not followed', async () => {
  const { send } = await linked();
  platform.answerWith((_request, response) => response.writeHead(302, { location: `${neighbour.url}/inside` }).end());
  const answer = await send({ method: 'GET', path: '/away' });
  platform.answerWith(undefined);
  assert.deepEqual([answer.status, answer.body.status], [200, 302], answer.text);
  assert.equal(answer.body.headers.location, `${neighbour.url}/inside`);
  assert.equal(neighbour.requests.length, 0);
});

test('P-PASS: a platform that sends requests back does not show the credentials, in whatever form', async () => {
  const { send } = await linked();
  const basic = Buffer.from(`ann:${password}`).toString('base64');
  platform.answerWith(({ headers }, response) => {
    response.writeHead(200, {
      'content-type': 'application/json',
      'set-cookie': 'a=1',
      location: `/x?p=${encodeURIComponent(password)}`,
      'x-secret': password.replace(/£/g, ''),
    });
    response.end(JSON.stringify({ headers, password, url: encodeURIComponent(password), plain: basic }));
  });
  const answer = await send({ method: 'GET', path: '/echo' });
  platform.answerWith(undefined);
  assert.equal(answer.body.status, 200, answer.text);
  assert.equal(answer.body.json.headers.authorization, '[masked]');
  assert.deepEqual(
    [answer.body.json.password, answer.body.json.url, answer.body.json.plain],
    Array(3).fill('[masked]'),
  );
  for (const secret of [password, basic, encodeURIComponent(password), JSON.stringify(password).slice(1, -1)])
    assert.ok(!answer.text.includes(secret), secret);
  assert.deepEqual(Object.keys(answer.body.headers).sort(), ['content-type', 'location']);
});

test('P-PASS: bodies and numbers arrive byte for byte, in both directions', async () => {
  const { send } = await linked();
  const exact = '123456789012345678901234567890.12';
  platform.answerWith(({ body }, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(body),
  );
  const json = await send({ method: 'PUT', path: '/exact', json: 1 }, 'k1');
  assert.equal(json.body.json, 1, json.text);
  const raw = await fetchRaw(send, exact);
  assert.match(raw.text, new RegExp(`"total":${exact.replace('.', '\\.')}`));
  assert.equal(platform.requests.at(-1)?.body, `{"total":${exact}}`);
  platform.answerWith((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/csv' }).end('a,b\r\n1,2'),
  );
  const text = await send(
    { method: 'POST', path: '/csv', text: 'x=1&y=2', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    'k3',
  );
  assert.equal(text.body.text, 'a,b\r\n1,2');
  assert.equal(platform.requests.at(-1)?.body, 'x=1&y=2');
  platform.answerWith((_request, response) =>
    response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF'),
  );
  const file = await send({ method: 'GET', path: '/file' });
  assert.deepEqual([file.body.isBodyLeftOut, file.body.text], [true, undefined]);
  platform.answerWith((_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"a":1},"status":500,"x":{'),
  );
  const broken = await send({ method: 'GET', path: '/broken' });
  assert.deepEqual([broken.body.status, broken.body.text], [200, '{"a":1},"status":500,"x":{']);
  platform.answerWith(undefined);
});

/** A number of the client with more digits than JavaScript keeps. */
const fetchRaw = (send: (body: object, key?: string) => Promise<{ text: string }>, exact: string) => {
  const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };
  return send({ method: 'PUT', path: '/exact', json: { total: rawJSON(exact) } }, 'k2');
};

test('P-PASS: a response that is too large or too late is an error; of a write, the outcome is unknown', async () => {
  const { send } = await linked();
  platform.answerWith((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/plain' }).end('x'.repeat(5 * 1024 * 1024)),
  );
  const read = await send({ method: 'GET', path: '/large' });
  assert.deepEqual([read.status, read.body.code], [503, 'downstreamUnavailable'], read.text.slice(0, 300));
  assert.match(read.body.error, /larger than 4194304 bytes/);
  const write = await send({ method: 'POST', path: '/large', json: {} }, 'k1');
  assert.deepEqual([write.status, write.body.code], [409, 'passThroughUnknown'], write.text.slice(0, 300));
  platform.answerWith(undefined);
  const sent = platform.requests.length;
  assert.equal((await send({ method: 'POST', path: '/large', json: {} }, 'k1')).status, 409);
  assert.equal(platform.requests.length, sent);
  const tooMuch = await send(
    { method: 'POST', path: '/x', text: 'x'.repeat(1100 * 1024), headers: { 'content-type': 'text/plain' } },
    'k2',
  );
  assert.equal(tooMuch.status, 413);
});

test('P-PASS: the request of a process that died is not sent again', async () => {
  const { account, send } = await linked();
  platform.answerWith((_request, response) => response.writeHead(201).end());
  assert.equal((await send({ method: 'POST', path: '/x', json: {} }, 'k1')).body.status, 201);
  // As it is when a process dies after it has sent the request.
  await sql`update idempotent_request set status_code = 409, body = null where account_id = ${account.accountId}`.execute(
    app.ctx.db.system,
  );
  const again = await send({ method: 'POST', path: '/x', json: {} }, 'k1');
  assert.deepEqual([again.status, again.body.code], [409, 'passThroughUnknown'], again.text);
  assert.equal(platform.requests.length, 1);
  platform.answerWith(undefined);
});

test('P-PASS: wrong credentials are 403, and a platform without raw requests a clear refusal', async () => {
  const { account, send, connectionId } = await linked();
  platform.answerWith((_request, response) => response.writeHead(401).end());
  const refused = await send({ method: 'GET', path: '/x' });
  platform.answerWith(undefined);
  assert.deepEqual(
    [refused.status, refused.body.code, refused.body.service],
    [403, 'downstreamForbidden', 'fava'],
    refused.text,
  );
  await sql`update connection set platform_key = 'tryton' where connection_id = ${connectionId} and account_id = ${account.accountId}`.execute(
    app.ctx.db.system,
  );
  const none = await send({ method: 'GET', path: '/x' });
  assert.deepEqual([none.status, none.body.code], [404, 'passThroughNotSupported'], none.text);
});

test('P-PASS: an address inside the operator’s network is not reached, even if it was entered before', async () => {
  const { app: strict, stop } = await openApp({ config: { ...selfHosted, providerAllowedAddresses: [] } });
  try {
    const account = await strict.account();
    const { companyId } = (await account.send('POST /companies', { body: { name: 'inside' } })).body;
    const path = `/companies/${companyId}/connections`;
    const { connectionId } = (await account.send(`POST ${path}`, { body: { platformKey: 'fava' } })).body;
    const { sealCredentials } = await import('../../src/connections/credentials.ts');
    const place = { accountId: account.accountId, connectionId };
    const credentials = sealCredentials(strict.ctx.sealer, place, { url: neighbour.url, user: 'a', password: 'b' });
    await sql`update connection set status = 'Linked', credentials = ${credentials} where connection_id = ${connectionId}`.execute(
      strict.ctx.db.system,
    );
    const { secret: key } = await strict.key(account.accountId, { scopes: ['passThrough'] });
    const body = { method: 'GET', path: '/latest/meta-data' };
    const answer = await strict.send(`POST ${path}/${connectionId}/passThrough`, { key, body });
    assert.deepEqual([answer.status, answer.body.code], [403, 'downstreamForbidden'], answer.text);
    assert.match(answer.body.error, /No request was sent/);
    assert.equal(neighbour.requests.length, 0);
  } finally {
    await stop();
  }
});
