import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { parseExact } from '../src/exact-json.ts';
import { recordFixtures, replayFixtures } from '../src/fixtures/fixtures.ts';
import { Unavailable } from '../src/provider-errors.ts';
import type { ProviderAnswer, ProviderHttp, ProviderRequest } from '../src/provider-http.ts';

const folder = mkdtempSync(join(tmpdir(), 'fixtures-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const credentials = { url: 'https://books.acme.com:8443/ledger', user: 'ann', password: 'p4ss "wörd"/' };
const secretFields = ['password'];
const token = 'tok_8f3k2j5h';
const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.abcdefgh';

/** A platform that answers as real ones do: with tokens, cookies, people, and what it was sent. */
const platform: ProviderHttp = {
  nowMs: () => Date.parse('2026-10-01T12:00:00Z'),
  async request({ url, headers = {}, body = '' }): Promise<ProviderAnswer> {
    const json = (value: object | string, more = {}) => ({
      status: 200,
      headers: { 'content-type': 'application/json', 'set-cookie': `sid=${token}`, 'x-request': 'r1', ...more },
      body: typeof value === 'string' ? value : JSON.stringify(value),
    });
    if (url.includes('/token')) return json({ access_token: token, expires_in: 60 });
    if (url.includes('/echo'))
      return json({ headers, body, password: credentials.password, jwt: `x ${jwt}`, me: token });
    const next = `${credentials.url}/customers?after=2&key=${encodeURIComponent(credentials.password)}`;
    return json(
      `{"rows":[{"id":1,"name":"Ann Lee","email":"ann@lee.org","iban":"DE02","total":12345678901234567890.10},{"id":2,"name":"Ann Lee","email":"ANN@lee.org","note":"ask bob@acme.com","iban":"DE02"},{"id":3,"payee":"Zoe Ray"}],"payees":["Zoe Ray",{"name":"Kim Fox"}],"next":${JSON.stringify(next)}}`,
      { link: `<${next}>; rel="next"` },
    );
  },
};

const requests = (given: { url: string; password: string; token: string }): ProviderRequest[] => [
  {
    method: 'POST',
    url: `${given.url}/token`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ grant_type: 'password', password: given.password }).toString(),
  },
  { method: 'GET', url: `${given.url}/customers?limit=2`, headers: { authorization: `Bearer ${given.token}` } },
  {
    method: 'GET',
    url: `${given.url}/echo?key=${encodeURIComponent(given.password)}`,
    headers: { authorization: `Basic ${Buffer.from(`ann:${given.password}`).toString('base64')}` },
  },
];

async function record(people: boolean) {
  const recorder = recordFixtures(platform, { credentials, secretFields, people, members: ['iban'] });
  for (const request of requests({ ...credentials, token })) await recorder.http.request(request);
  const files = await recorder.save(folder);
  return {
    files,
    text: readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join('\n'),
  };
}

test('P-KIT: no secret is in a fixture: credentials, tokens, cookies, and what a platform sends back', async () => {
  const { text, files } = await record(true);
  assert.deepEqual(files, ['0001-post-token.json', '0002-get-customers.json', '0003-get-echo.json']);
  const { password } = credentials;
  const basic = Buffer.from(`ann:${password}`).toString('base64');
  for (const secret of [
    password,
    JSON.stringify(password).slice(1, -1),
    encodeURIComponent(password),
    basic,
    token,
    jwt,
    'books.acme.com',
    'sid=',
    'set-cookie',
    'DE02',
  ])
    assert.ok(!text.includes(secret), `"${secret}" is in a fixture`);
  for (const person of ['Ann Lee', 'ann@lee', 'ANN@', 'bob@', 'Zoe Ray', 'Kim Fox'])
    assert.ok(!text.includes(person), `"${person}" is in a fixture`);
  const { response } = parseExact(readFileSync(join(folder, files[1] ?? ''), 'utf8')) as {
    response: { json: { rows: { name: string; email: string; payee: string }[]; payees: string[] } };
  };
  const [one, two, three] = response.json.rows;
  assert.deepEqual([one?.name, one?.email], [two?.name, two?.email], 'the same person stays the same person');
  assert.equal(three?.payee, response.json.payees[0], 'also in a list');
  assert.match(text, /12345678901234567890\.10/, 'numbers keep their digits');
});

test('P-KIT: people are masked only if that is wanted', async () => {
  const { text } = await record(false);
  assert.match(text, /Ann Lee/);
  assert.ok(!text.includes(token));
});

test('P-KIT: a connector gets from fixtures what the platform answered, with other credentials and another server', async () => {
  await record(true);
  const mine = { url: 'http://localhost:1/ledger', user: 'ann', password: 'another one' };
  const http = await replayFixtures(folder, { credentials: mine, secretFields, people: true, members: ['iban'] });
  const [signIn, customers, echo] = requests({ ...mine, token: '[access_token]' });
  assert.ok(signIn && customers && echo);
  assert.deepEqual(JSON.parse((await http.request(signIn)).body), { access_token: '[access_token]', expires_in: 60 });
  const answer = await http.request(customers);
  assert.equal(answer.status, 200);
  assert.match(answer.body, /"total":12345678901234567890\.10/);
  assert.match(
    answer.headers.link ?? '',
    /^<https:\/\/platform\.example\/ledger\/customers\?after=2&key=\[password\]>/,
  );
  assert.equal((await http.request(customers)).body, answer.body, 'the last response is given again');
  assert.equal((await http.request(echo)).status, 200);
  assert.equal(http.nowMs(), platform.nowMs());
  await assert.rejects(
    http.request({ method: 'GET', url: `${mine.url}/nothing` }),
    (error) =>
      error instanceof Unavailable &&
      error.message.includes('There is no fixture for GET https://platform.example/ledger/nothing'),
  );
});

test('P-KIT: nothing is written if a secret would be left', async () => {
  const coded: ProviderHttp = {
    ...platform,
    request: async () => ({ status: 200, headers: {}, body: Buffer.from('secret-key-1234').toString('base64') }),
  };
  const recorder = recordFixtures(coded, { credentials: { key: 'secret-key-1234' } });
  await recorder.http.request({ method: 'GET', url: 'https://x.example/a' });
  await assert.rejects(recorder.save(join(folder, 'none')), /1 secrets would be in the fixtures/);
  assert.throws(() => readdirSync(join(folder, 'none')));
});
