import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { startSandbox } from '@daybook/sandbox';
import { sql } from 'kysely';
import { controlSandbox } from '../../sandbox/test/control-sandbox.ts';
import { useApp } from '../harness.ts';
import { makePerson } from '../people/people.ts';
import { linkCompany } from '../sync/synced-company.ts';

/** `…/passThrough`: a request in the platform's own language. */
const sandbox = await startSandbox();
const control = controlSandbox(sandbox.url);
const app = useApp({ config: { sandboxUrl: sandbox.url } });
after(() => sandbox.stop());

async function linked(name: string) {
  const account = await app.account();
  const company = await linkCompany(account, name);
  const { secret: key, apiKeyId } = await app.key(account.accountId, { scopes: ['passThrough'] });
  const path = `POST ${company.path}/connections/${company.connectionId}/passThrough`;
  const send = (body: object, idempotencyKey?: string) =>
    app.send(path, { key, body, ...(idempotencyKey && { headers: { 'idempotency-key': idempotencyKey } }) });
  const entries = async () => {
    const { rows } = await sql<{ after: Record<string, unknown>; actor_id: string; company_id: string; all: string }>`
      select after, actor_id, company_id, a::text as all from audit a
      where account_id = ${account.accountId} and operation = 'passThrough' order by audit_id`.execute(
      app.ctx.db.system,
    );
    return rows;
  };
  return { account, company, path, send, entries, apiKeyId };
}

const customer = (name: string) => ({ method: 'POST', path: '/customers', json: { name } });

test('P-PASS: a read returns the status and the text of the platform, and is in the trail and in the log of calls', async () => {
  const { account, company, send, entries, apiKeyId } = await linked('raw-100');
  const answer = await send({ method: 'GET', path: '/customers', query: { limit: '2', note: 'Secret Ltd' } });
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.body.status, 200);
  assert.equal(answer.body.json.records.length, 2);
  assert.match(answer.body.headers['content-type'], /json/);
  const missing = await send({ method: 'GET', path: '/customers/nobody' });
  assert.deepEqual([missing.status, missing.body.status], [200, 404], missing.text);
  const trail = await entries();
  assert.deepEqual(
    trail.map((entry) => entry.after),
    [
      { method: 'GET', platform: 'sandbox', path: '/v1/raw-100/customers', status: 200 },
      { method: 'GET', platform: 'sandbox', path: '/v1/raw-100/customers/nobody', status: 404 },
    ],
  );
  assert.deepEqual([trail[0]?.actor_id, trail[0]?.company_id], [apiKeyId, company.companyId]);
  assert.doesNotMatch(
    trail.map(({ all }) => all).join(),
    /Secret Ltd|records|sandbox-raw-100/,
    'neither query nor body',
  );
  await app.ctx.callLog?.flush();
  const calls = `GET ${company.path}/connections/${company.connectionId}/calls?query=purpose=passThrough`;
  const { results } = (await account.send(calls)).body;
  assert.deepEqual(
    results
      .map(({ path, status }: { path: string; status: number }) => [path, status])
      .filter(([path]: [string]) => path !== '/oauth/token'),
    [
      ['/v1/raw-100/customers/nobody', 404],
      ['/v1/raw-100/customers', 200],
    ],
  );
});

test('P-PASS: no key has the scope unless it is named, not even one that a key with the scope creates', async () => {
  const { account, path } = await linked('scopes-100');
  const body = { method: 'GET', path: '/customers' };
  const refused = await account.send(path, { body });
  assert.deepEqual([refused.status, refused.body.code], [403, 'scopeMissing'], refused.text);
  const all = await app.key(account.accountId, { scopes: ['read', 'keys', 'passThrough'] });
  const make = async (wanted: object) =>
    (await app.send('POST /apiKeys', { key: all.secret, body: { name: 'made', ...wanted } })).body;
  const made = await make({});
  assert.deepEqual(made.scopes, ['read', 'keys']);
  assert.equal((await app.send(path, { key: made.secret, body })).body.code, 'scopeMissing');
  const named = await make({ scopes: ['passThrough'] });
  assert.equal((await app.send(path, { key: named.secret, body })).status, 200);
  const beyond = await app.send('POST /apiKeys', { key: made.secret, body: { name: 'x', scopes: ['passThrough'] } });
  assert.deepEqual([beyond.status, beyond.body.code], [403, 'keyTooNarrow'], beyond.text);
});

test('P-PASS: of people, only administrators may send requests', async () => {
  const { account, path } = await linked('people-100');
  for (const [role, status] of [
    ['developer', 403],
    ['administrator', 200],
  ] as const) {
    const person = await makePerson(app, { accountId: account.accountId, role });
    const browser = await person.signIn();
    const answer = await browser.send(path, { body: { method: 'GET', path: '/customers' } });
    assert.equal(answer.status, status, answer.text);
  }
});

test('P-PASS: a write needs a key, is sent once, and a repeated request gets the same response', async () => {
  const { send, entries } = await linked('writes-100');
  const bare = await send(customer('No key'));
  assert.deepEqual([bare.status, bare.body.code], [400, 'passThroughKeyMissing'], bare.text);
  const first = await send(customer('Ann'), 'k1');
  assert.deepEqual([first.status, first.body.status], [200, 201], first.text);
  const again = await send(customer('Ann'), 'k1');
  assert.equal(again.text, first.text);
  assert.equal(again.headers.get('idempotency-replayed'), 'true');
  const other = await send(customer('Bob'), 'k1');
  assert.deepEqual([other.status, other.body.code], [422, 'idempotencyKeyReused'], other.text);
  assert.equal((await control.writes('writes-100')).length, 1);
  assert.equal((await entries()).length, 1, 'only what was sent is in the trail');
});

test('P-PASS: a write whose answer is lost is never sent again with its key', async () => {
  const { send, entries } = await linked('lost-100');
  await control.fault({
    match: { company: 'lost-100', method: 'POST', type: 'customers' },
    fault: { kind: 'lost' },
    times: 1,
  });
  const lost = await send(customer('Ann'), 'k1');
  assert.deepEqual([lost.status, lost.body.code, lost.body.service], [409, 'passThroughUnknown', 'sandbox'], lost.text);
  for (let i = 0; i < 3; i++) assert.equal((await send(customer('Ann'), 'k1')).body.code, 'passThroughUnknown');
  assert.equal((await control.writes('lost-100')).length, 1, 'the platform has carried it out once');
  assert.deepEqual(
    (await entries()).map((entry) => entry.after.error),
    ['passThroughUnknown'],
  );
  assert.equal((await send(customer('Ann'), 'k2')).body.status, 201);
});

test('P-PASS: requests with the same key at the same time are sent once', async () => {
  const { send } = await linked('race-100');
  await control.fault({ match: { company: 'race-100', type: 'customers' }, fault: { kind: 'slow', ms: 300 } });
  const answers = await Promise.all(Array.from({ length: 6 }, () => send(customer('Ann'), 'k1')));
  assert.equal((await control.writes('race-100')).length, 1);
  const statuses = answers.map(({ status }) => status).sort();
  assert.deepEqual(statuses, [200, 409, 409, 409, 409, 409]);
  await control.clearFaults();
});

test('P-PASS: a write that the platform has certainly not carried out can be repeated with its key', async () => {
  const { send, entries } = await linked('again-100');
  await control.fault({
    match: { company: 'again-100', type: 'customers' },
    fault: { kind: 'status', status: 429, retryAfter: 1 },
    times: 1,
  });
  const busy = await send(customer('Ann'), 'k1');
  assert.deepEqual([busy.status, busy.body.code], [429, 'platformBusy'], busy.text);
  assert.ok(Number(busy.headers.get('retry-after')) >= 1);
  await new Promise((resolve) => setTimeout(resolve, 1200));
  assert.equal((await send(customer('Ann'), 'k1')).body.status, 201);
  assert.deepEqual(
    (await entries()).map(({ after: { error, status } }) => error ?? status),
    ['platformBusy', 201],
  );
});

test('P-PASS: every request takes from the budget of the connection', async () => {
  const { send, company } = await linked('budget-100');
  await app.ctx.budgets.pause({ platformKey: 'sandbox', connectionId: company.connectionId }, Date.now() + 60_000);
  const before = (await control.stats()).companies['budget-100']?.requests ?? 0;
  const answer = await send({ method: 'GET', path: '/customers' });
  assert.deepEqual([answer.status, answer.body.code], [429, 'platformBusy'], answer.text);
  assert.equal((await control.stats()).companies['budget-100']?.requests ?? 0, before, 'nothing was sent');
});

test('P-PASS: a connection that is not linked, and a key of another company, reach nothing', async () => {
  const [mine, theirs] = [await linked('mine-100'), await linked('theirs-100')];
  const { key } = mine.account;
  assert.ok(key);
  const { secret } = await app.key(mine.account.accountId, { scopes: ['passThrough'] });
  const foreign = await app.send(theirs.path, { key: secret, body: { method: 'GET', path: '/customers' } });
  assert.deepEqual([foreign.status, foreign.body.code], [403, 'notYourResource'], foreign.text);
  const mixed = mine.path.replace(mine.company.connectionId, theirs.company.connectionId);
  assert.equal((await app.send(mixed, { key: secret, body: { method: 'GET', path: '/customers' } })).status, 403);
  const unknown = mine.path.replace(mine.company.connectionId, randomUUID());
  assert.equal((await app.send(unknown, { key: secret, body: { method: 'GET', path: '/customers' } })).status, 404);
  await mine.account.send(`PATCH ${mine.company.path}/connections/${mine.company.connectionId}`, {
    body: { status: 'Unlinked' },
  });
  const unlinked = await mine.send({ method: 'GET', path: '/customers' });
  assert.deepEqual([unlinked.status, unlinked.body.code], [403, 'connectionNotLinked'], unlinked.text);
});

test('P-PASS: the list of platforms says which of them pass requests through', async () => {
  const { send } = await app.account();
  const { results } = (await send('GET /platforms')).body;
  assert.equal(results.find((one: { platformKey: string }) => one.platformKey === 'sandbox').passThrough, true);
});
