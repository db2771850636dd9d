import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { settableClock } from '../src/base/clock.ts';
import { useApp } from './harness.ts';

/** One test per row of the requirement's status table, and tests of the error body. */
const clock = settableClock('2026-03-01T10:00:00Z');
const app = useApp({ clock, config: { bodyLimitBytes: 2000 } });
const json = { 'content-type': 'application/json' };
const nobodys = '01900000-0000-7000-8000-000000000000';

test('R-ERR-01: a successful request returns 200', async () => {
  const account = await app.account();
  assert.equal((await account.send('GET /companies')).status, 200);
});

test('R-ERR-04 R-EP-04: an apparent client-side error returns 400 and names the field', async () => {
  const account = await app.account();
  const cases: [body: unknown, itemId: string][] = [
    [{}, 'name'],
    [{ name: '' }, 'name'],
    [{ name: '   ' }, 'name'],
    [{ name: 'x'.repeat(201) }, 'name'],
    [{ name: 7 }, 'name'],
    [{ name: 'a', nonsense: 1 }, 'nonsense'],
    [{ name: 'a', tags: { ['k'.repeat(28)]: 'v' } }, 'tags'],
    [{ name: 'a', tags: { k: 'v'.repeat(101) } }, 'tags.k'],
    [{ name: 'a', tags: Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`k${i}`, 'v'])) }, 'tags'],
    [{ name: 'nul \u0000 byte' }, 'name'],
    [{ name: 'half a pair \ud800' }, 'name'],
  ];
  for (const [body, itemId] of cases) {
    const answer = await account.send('POST /companies', { body });
    assert.equal(answer.status, 400, JSON.stringify(body));
    const items = answer.body.validation.errors.map((item: { itemId?: string }) => item.itemId ?? '');
    assert.ok(
      items.some((item: string) => item.startsWith(itemId)),
      `${JSON.stringify(body)} should name ${itemId}, not ${items}`,
    );
  }
});

test('R-ERR-04: a body that is missing, too large, not JSON or of another type is rejected', async () => {
  const account = await app.account();
  const cases: [options: { body?: string; headers?: Record<string, string> }, status: number, code: string][] = [
    [{ body: '{"name":', headers: json }, 400, 'bodyMalformed'],
    [{ body: '{"__proto__":{"x":1},"name":"a"}', headers: json }, 400, 'bodyMalformed'],
    [{}, 400, 'bodyMissing'],
    [{ body: '"text"', headers: json }, 400, 'inputInvalid'],
    [{ body: 'name=a', headers: { 'content-type': 'application/x-www-form-urlencoded' } }, 415, 'bodyNotJson'],
    [{ body: JSON.stringify({ name: 'a'.repeat(3000) }), headers: json }, 413, 'bodyTooLarge'],
  ];
  for (const [options, status, code] of cases) {
    const answer = await account.send('POST /companies', options);
    assert.deepEqual([answer.status, answer.body.code], [status, code]);
  }
});

test('R-AUTH-01 R-AUTH-02: the key is accepted with the scheme Basic, alone or as a user name without a password', async () => {
  const { key } = await app.account();
  for (const text of [key, `${key}:`]) {
    const authorization = `Basic ${Buffer.from(text).toString('base64')}`;
    assert.equal((await app.send('GET /companies', { headers: { authorization } })).status, 200, text);
  }
});

test('R-AUTH-03: a missing or malformed Authorization header returns 401', async () => {
  const { key } = await app.account();
  for (const authorization of [undefined, 'Basic', 'Basic !!!', `Bearer ${key}`, key, 'Basic a b']) {
    const answer = await app.send('GET /companies', { headers: authorization === undefined ? {} : { authorization } });
    assert.deepEqual([answer.status, answer.body.code], [401, 'keyMissing'], String(authorization));
    assert.match(answer.headers.get('www-authenticate') ?? '', /^Basic /);
  }
});

test('R-ERR-05: an incorrect key returns 401', async () => {
  const { key } = await app.account();
  const swapped = key.slice(0, -1) + (key.endsWith('A') ? 'B' : 'A');
  for (const wrong of [swapped, 'dbk_main_x', 'x', `${key}x`]) {
    const answer = await app.send('GET /companies', { key: wrong });
    assert.deepEqual([answer.status, answer.body.code], [401, 'keyIncorrect'], wrong);
  }
});

test('R-ERR-07 R-READY-09: a deleted key returns 403 from the next request on', async () => {
  const account = await app.account();
  const other = await app.key(account.accountId);
  assert.equal((await app.send('GET /companies', { key: other.secret })).status, 200);
  assert.equal((await account.send(`DELETE /apiKeys/${other.apiKeyId}`)).status, 204);
  const answer = await app.send('GET /companies', { key: other.secret });
  assert.deepEqual([answer.status, answer.body.code], [403, 'keyOutdated']);
  assert.match(answer.body.error, /deleted/);
});

test('R-ERR-08 R-READY-09: an expired key returns 403', async () => {
  const account = await app.account();
  const expires = new Date(clock.nowMs() + 60_000).toISOString();
  const { secret } = await app.key(account.accountId, { expires });
  assert.equal((await app.send('GET /companies', { key: secret })).status, 200);
  clock.advanceMs(60_000);
  const answer = await app.send('GET /companies', { key: secret });
  assert.deepEqual([answer.status, answer.body.code], [403, 'keyOutdated']);
});

test("R-ERR-09: another account's company returns 403, an unknown one 404", async () => {
  const [mine, theirs] = [await app.account(), await app.account()];
  const { body } = await theirs.send('POST /companies', { body: { name: 'Theirs' } });
  for (const method of ['GET', 'DELETE', 'PATCH', 'PUT']) {
    const options = method === 'PATCH' || method === 'PUT' ? { body: { name: 'Mine now' } } : {};
    const foreign = await mine.send(`${method} /companies/${body.companyId}`, options);
    assert.deepEqual([foreign.status, foreign.body.code], [403, 'notYourResource'], method);
    const missing = await mine.send(`${method} /companies/${nobodys}`, options);
    assert.deepEqual([missing.status, missing.body.code], [404, 'notFound'], method);
  }
  assert.equal((await theirs.send(`GET /companies/${body.companyId}`)).body.name, 'Theirs');
});

test('R-ERR-10: a key without the scope of an operation returns 403', async () => {
  const account = await app.account();
  const { secret } = await app.key(account.accountId, { scopes: ['read'] });
  assert.equal((await app.send('GET /companies', { key: secret })).status, 200);
  const refused: [request: string, scope: string][] = [
    ['POST /companies', 'manage'],
    ['GET /apiKeys', 'keys'],
  ];
  for (const [request, scope] of refused) {
    const answer = await app.send(request, { key: secret, ...(request.startsWith('POST') && { body: { name: 'a' } }) });
    assert.deepEqual([answer.status, answer.body.code], [403, 'scopeMissing']);
    assert.ok(answer.body.error.includes(`"${scope}"`));
  }
});

test('R-ERR-13: an unknown resource or path returns 404', async () => {
  const account = await app.account();
  for (const path of [
    '/nothing',
    `/companies/${nobodys}`,
    '/companies/no-uuid',
    '/companies/a/b/c',
    '/',
    `/apiKeys/x/y`,
  ]) {
    assert.equal((await account.send(`GET ${path}`)).status, 404, path);
  }
  for (const id of [nobodys, 'no-uuid']) assert.equal((await account.send(`DELETE /apiKeys/${id}`)).status, 404, id);
});

test('R-ERR-15: a method that a path does not support returns 405 and the supported methods', async () => {
  const account = await app.account();
  const cases: [request: string, allow: string][] = [
    ['DELETE /companies', 'GET, HEAD, POST'],
    [`POST /companies/${nobodys}`, 'DELETE, GET, HEAD, PATCH, PUT'],
    ['PUT /apiKeys', 'GET, HEAD, POST'],
    ['OPTIONS /companies', 'GET, HEAD, POST'],
  ];
  for (const [request, allow] of cases) {
    const answer = await account.send(request);
    assert.deepEqual([answer.status, answer.headers.get('allow')], [405, allow], request);
  }
});

test('R-ERR-20: an internal error returns 500 without its cause, which is in the log', async () => {
  const account = await app.account();
  await sql`alter table company rename column name to name_moved`.execute(app.ctx.db.system);
  const answer = await account.send('GET /companies');
  await sql`alter table company rename column name_moved to name`.execute(app.ctx.db.system);
  assert.deepEqual([answer.status, answer.body.code, answer.body.retryable], [500, 'internalError', true]);
  assert.doesNotMatch(answer.text, /column|select|name_moved|stack/i);
  const line = app.logLines.find(
    (entry) => entry.correlationId === answer.body.correlationId && entry.level === 'error',
  );
  assert.match(JSON.stringify(line), /does not exist/);
  assert.equal((await account.send('GET /companies')).status, 200);
});

test('R-PAY-04 R-PAY-05 R-LIMIT-05 R-ERR-06 R-BODY-09: a free account older than 365 days gets 402 from every endpoint', async () => {
  const account = await app.account({ plan: 'free' });
  clock.advanceMs(365 * 24 * 3600 * 1000);
  assert.equal((await account.send('GET /companies')).status, 200, 'not yet older than 365 days');
  clock.advanceMs(1);
  const requests = [
    'GET /companies',
    'POST /companies',
    `GET /companies/${nobodys}`,
    `PATCH /companies/${nobodys}`,
    `PUT /companies/${nobodys}`,
    `DELETE /companies/${nobodys}`,
    'GET /apiKeys',
    'POST /apiKeys',
    `DELETE /apiKeys/${nobodys}`,
    'GET /nothing',
  ];
  for (const request of requests) {
    const answer = await account.send(request);
    assert.deepEqual([answer.status, answer.body.error], [402, 'Payment Required'], request);
    assert.ok(answer.body.validation.errors.length === 1 && Array.isArray(answer.body.validation.warnings));
  }
});

test('R-PAY-06: a paid account does not expire', async () => {
  const account = await app.account({ plan: 'paid' });
  clock.advanceMs(366 * 24 * 3600 * 1000);
  assert.equal((await account.send('GET /companies')).status, 200);
});

test('R-BODY-01 R-BODY-02 R-BODY-04 R-BODY-06 R-BODY-07: every error response has the error body of the requirement', async () => {
  const account = await app.account();
  const seen = new Set<string>();
  const answers = await Promise.all([
    account.send('GET /companies?page=0'),
    app.send('GET /companies'),
    app.send('GET /companies', { key: 'wrong' }),
    account.send(`GET /companies/${nobodys}`),
    account.send('DELETE /companies'),
    account.send('POST /companies', { body: 'x', headers: { 'content-type': 'text/plain' } }),
  ]);
  for (const { status, body, headers } of answers) {
    assert.equal(body.statusCode, status);
    assert.ok(typeof body.service === 'string' && body.service.length > 0);
    assert.ok(typeof body.error === 'string' && body.error.length > 0);
    assert.match(body.correlationId, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    assert.equal(body.correlationId, headers.get('x-correlation-id'));
    assert.equal(body.docs, `https://docs.test/errors#${body.code}`);
    seen.add(body.correlationId);
  }
  assert.equal(seen.size, answers.length);
});

test('R-BODY-08 R-BODY-10 R-BODY-11 R-BODY-12: validation errors list item, message with a link, and validator', async () => {
  const account = await app.account();
  const { body } = await account.send('POST /companies', { body: { nonsense: 1, tags: 7 } });
  const { errors, warnings } = body.validation;
  assert.deepEqual(warnings, []);
  assert.deepEqual(errors.map((item: { itemId: string }) => item.itemId).sort(), ['name', 'nonsense', 'tags']);
  for (const item of errors) {
    assert.ok(item.message.includes('https://docs.test/'), item.message);
    assert.ok(item.validatorName.length > 0);
  }
});

test('errors are returned in the RFC 9457 format on request', async () => {
  const account = await app.account();
  const answer = await account.send(`GET /companies/${nobodys}`, { headers: { accept: 'application/problem+json' } });
  assert.match(answer.headers.get('content-type') ?? '', /^application\/problem\+json/);
  assert.deepEqual([answer.body.status, answer.body.code, answer.body.title], [404, 'notFound', 'Not found']);
  assert.equal(answer.body.instance, `urn:uuid:${answer.headers.get('x-correlation-id')}`);
});
