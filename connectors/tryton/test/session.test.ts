import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProviderAnswer, ProviderHttp } from '@daybook/connector-kit';
import * as errors from '@daybook/connector-kit';
import { Refused, RolledBack, readResult } from '../src/answers.ts';
import { createTrytonConnector } from '../src/tryton-connector.ts';

const credentials = { url: 'https://books.example/', database: 'acme', user: 'me', password: 'a-secret' };
const ok = (result: unknown): ProviderAnswer => ({ status: 200, headers: {}, body: JSON.stringify({ id: 1, result }) });

/** A server that answers as scripted and records the requests. */
function scripted(answer: (method: string, authorization: string | undefined) => ProviderAnswer) {
  const asked: { method: string; url: string; params: unknown[] }[] = [];
  let nowMs = 1_000_000;
  const http: ProviderHttp = {
    nowMs: () => nowMs,
    async request({ url, headers, body }) {
      const { method, params } = JSON.parse(body ?? '');
      asked.push({ method, url, params });
      return answer(method, headers?.authorization);
    },
  };
  return { http, asked, wait: (ms: number) => (nowMs += ms) };
}

function signingIn(method: string): ProviderAnswer | undefined {
  if (method === 'common.db.login') return ok([5, 'key']);
  if (method.endsWith('get_preferences')) return ok({ company: 1, language: 'de' });
  return undefined;
}

test('a session is reused by later passes, and every call asks for English', async () => {
  const server = scripted((method) => signingIn(method) ?? ok([]));
  const connector = createTrytonConnector();
  for (let pass = 0; pass < 3; pass++)
    for await (const page of connector.pull.bills?.({ http: server.http, credentials }) ?? [])
      assert.deepEqual([page.records, page.resumeAt], [[], null]);
  assert.equal(server.asked.filter(({ method }) => method === 'common.db.login').length, 1);
  const call = server.asked.at(-1) ?? assert.fail();
  assert.equal(call.url, 'https://books.example/acme/');
  assert.deepEqual(call.params.at(-1), { company: 1, language: 'en' });
});

test('many concurrent calls sign in only once', async () => {
  const server = scripted((method) => signingIn(method) ?? ok([{ id: 1, rec_name: 'Acme' }]));
  const connector = createTrytonConnector();
  const checks = Array.from({ length: 20 }, () => connector.check({ http: server.http, credentials }));
  for (const { companyName } of await Promise.all(checks)) assert.equal(companyName, 'Acme');
  assert.equal(server.asked.filter(({ method }) => method === 'common.db.login').length, 1);
});

test('a rejected password is not retried for 30 s, but another one is tried at once', async () => {
  const server = scripted(() => ({ status: 401, headers: {}, body: '' }));
  const connector = createTrytonConnector();
  const check = (password: string) => connector.check({ http: server.http, credentials: { ...credentials, password } });
  for (let look = 0; look < 3; look++) await assert.rejects(check('wrong'), errors.AuthRejected);
  assert.equal(server.asked.length, 1);
  await assert.rejects(check('other'), errors.AuthRejected);
  assert.equal(server.asked.length, 2);
  server.wait(30_001);
  await assert.rejects(check('wrong'), errors.AuthRejected);
  assert.equal(server.asked.length, 3);
});

test('a call that was rolled back is retried, up to four times in all', async () => {
  let locked = 0;
  const lock = { error: ['could not obtain lock on row in relation "ir_sequence_strict"', ''] };
  const server = scripted((method) => {
    const answer = signingIn(method);
    if (answer) return answer;
    return ++locked % 4 === 0
      ? ok([{ id: 1, rec_name: 'Acme' }])
      : { status: 200, headers: {}, body: JSON.stringify(lock) };
  });
  const connector = createTrytonConnector();
  assert.deepEqual(await connector.check({ http: server.http, credentials }), { companyName: 'Acme' });
  assert.equal(locked, 4);
});

test('an unknown cursor is CursorTooOld, and an invalid server URL is AuthRejected', async () => {
  const server = scripted((method) => signingIn(method) ?? ok([]));
  const { pull } = createTrytonConnector();
  const run = async (place: object, given = credentials) => {
    for await (const _ of pull.invoices?.({ http: server.http, credentials: given, ...place }) ?? []);
  };
  for (const place of [{ cursor: 'nobody' }, { cursor: '' }, { resumeAt: '1:2' }, { resumeAt: 'full:1:2' }])
    await assert.rejects(run(place), errors.CursorTooOld, JSON.stringify(place));
  for (const url of ['books.example', 'ftp://books.example', 'file:///etc/passwd', ''])
    await assert.rejects(run({}, { ...credentials, url }), errors.AuthRejected);
});

test("Tryton's error responses map to the right error classes", () => {
  const read = (answer: Partial<ProviderAnswer>, method = 'model.account.invoice.post') =>
    readResult({ status: 200, headers: {}, body: '', ...answer }, { method, nowMs: 5000 });
  const error = (...told: unknown[]) => ({ body: JSON.stringify({ id: 1, error: told }) });
  const cases: [Partial<ProviderAnswer>, new (...values: never[]) => Error, RegExp][] = [
    [{ status: 401 }, errors.AuthRejected, /password/],
    [{ status: 403, body: '<html>' }, errors.PermissionDenied, /allow/],
    [{ status: 404, body: '<html>' }, errors.AuthRejected, /database/],
    [{ status: 429 }, errors.RateLimited, /rate limit/],
    [{ status: 500, body: '<html>' }, errors.Unavailable, /500/],
    [{ status: 504, body: '<html>' }, errors.Unavailable, /504/],
    [{ body: '<html>' }, errors.Unavailable, /could not be parsed/],
    [{ body: '{"id":1,"resu' }, errors.Unavailable, /could not be parsed/],
    [{ body: 'null' }, errors.Unavailable, /could not be parsed/],
    [{ body: '{"id":1}' }, errors.Unavailable, /without a result/],
    [error('UserError', ['A value is required for field "Party".', '']), Refused, /required/],
    [error('UserError', ['You are not allowed to access "Invoice".', '']), errors.PermissionDenied, /Invoice/],
    [error('UserWarning', ['key_1', 'The date is in the past.', 'Sure?']), Refused, /past\. Sure/],
    [error('LoginException', ['password', 'Password']), errors.AuthRejected, /password/],
    [error('ConcurrencyException', 'Records were modified'), RolledBack, /changed/],
    [error('could not serialize access due to concurrent update', ''), RolledBack, /serialize/],
    [error('', ''), RolledBack, /no reason given/],
    [error("'account.invoice'", ''), errors.Unsupported, /account\.invoice/],
    [error("'nope'", 'Traceback'), errors.Unavailable, /nope/],
  ];
  for (const [answer, wanted, message] of cases)
    assert.throws(
      () => read(answer),
      (thrown: Error) => thrown instanceof wanted && message.test(thrown.message),
      JSON.stringify(answer),
    );
  assert.throws(() => read({ status: 429, headers: { 'retry-after': '7' } }), { retryAtMs: 12_000 });
  assert.throws(() => read({ status: 429 }), { retryAtMs: 65_000 });
});
