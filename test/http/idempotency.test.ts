import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import pg from 'pg';
import { settableClock } from '../../src/base/clock.ts';
import { hourMs } from '../../src/base/durations.ts';
import { companyLimitExceeded } from '../../src/companies/refusals.ts';
import type { Tx } from '../../src/db/db.ts';
import { fingerprintOf, runOnce, type StoredAnswer } from '../../src/http/idempotency.ts';
import { startOn, useApp } from '../harness.ts';
import { untilWaiting } from '../lock-waits.ts';

const clock = settableClock('2026-03-01T12:00:00Z');
const app = useApp({ clock });

const under = (key: string) => ({ 'idempotency-key': key });

async function onDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(app.databaseUrl);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function companiesOf(accountId: string): Promise<number> {
  return onDatabase(async (client) => {
    const { rows } = await client.query('select count(*)::int as n from company where account_id = $1', [accountId]);
    return rows[0].n;
  });
}

/** Every change of a company waits until the lock is released. */
async function whileCompaniesAreLocked<T>(work: (letGo: () => Promise<void>) => Promise<T>): Promise<T> {
  return onDatabase(async (client) => {
    await client.query('begin');
    await client.query('lock table company in share mode');
    return work(async () => void (await client.query('commit')));
  });
}

test('50 concurrent identical requests with one key to two processes create one company', async () => {
  const account = await app.account();
  const other = await startOn(app.databaseUrl, { clock });
  try {
    const body = { name: 'Once & Only', tags: { region: 'EU' } };
    const request = { key: account.key, body, headers: under('at once') };
    const sends = [app.send, other.app.send];
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => (sends[i % 2] ?? app.send)('POST /companies', request)),
    );
    const refused = answers.filter((answer) => answer.status === 409);
    const answered = answers.filter((answer) => answer.status === 200);
    assert.equal(refused.length + answered.length, 50);
    assert.ok(answered.length >= 1);
    for (const answer of refused) assert.equal(answer.body.code, 'requestUnderWay');
    assert.equal(new Set(answered.map((answer) => answer.text)).size, 1, 'all responses are equal');
    assert.equal(answered.filter((answer) => !answer.headers.has('idempotency-replayed')).length, 1);
    assert.equal(await companiesOf(account.accountId), 1);

    for (const send of sends) {
      const again = await send('POST /companies', request);
      assert.equal(again.status, 200);
      assert.equal(again.headers.get('idempotency-replayed'), 'true');
      assert.equal(again.headers.get('content-type'), answered[0]?.headers.get('content-type'));
      assert.equal(again.text, answered[0]?.text);
    }
    assert.equal(await companiesOf(account.accountId), 1);
  } finally {
    await other.stop();
  }
});

test('while the first request runs, the second gets 409 and, on a retry, the response of the first', async () => {
  const account = await app.account();
  const request = { body: { name: 'Slow' }, headers: under('slow') };
  await whileCompaniesAreLocked(async (letGo) => {
    const first = account.send('POST /companies', request);
    await untilWaiting(app.databaseUrl, 1);
    const second = await account.send('POST /companies', request);
    assert.equal(second.status, 409);
    assert.equal(second.body.code, 'requestUnderWay');
    assert.equal(second.body.retryable, true);
    assert.ok(Number(second.headers.get('retry-after')) >= 1);
    await letGo();
    assert.equal((await first).status, 200);
    const third = await account.send('POST /companies', request);
    assert.equal(third.headers.get('idempotency-replayed'), 'true');
    assert.equal(third.text, (await first).text);
  });
});

test('a different request with the same key returns 422 and changes nothing', async () => {
  const account = await app.account();
  const first = await account.send('POST /companies', { body: { name: 'First' }, headers: under('k') });
  assert.equal(first.status, 200);
  const otherBody = await account.send('POST /companies', { body: { name: 'Second' }, headers: under('k') });
  assert.equal(otherBody.status, 422);
  assert.equal(otherBody.body.code, 'idempotencyKeyReused');
  const otherPath = await account.send('POST /apiKeys', { body: { name: 'First' }, headers: under('k') });
  assert.equal(otherPath.status, 422);
  const path = `/companies/${first.body.companyId}`;
  const otherMethod = await account.send(`PATCH ${path}`, { body: { name: 'First' }, headers: under('k') });
  assert.equal(otherMethod.status, 422);
  assert.equal(await companiesOf(account.accountId), 1);
  const still = await account.send('POST /companies', { body: { name: 'First' }, headers: under('k') });
  assert.equal(still.text, first.text);
});

test('two accounts can use the same key independently', async () => {
  const [one, two] = [await app.account(), await app.account()];
  const request = { body: { name: 'Same' }, headers: under('shared') };
  const [first, second] = [await one.send('POST /companies', request), await two.send('POST /companies', request)];
  assert.equal(second.status, 200);
  assert.ok(!second.headers.has('idempotency-replayed'));
  assert.notEqual(first.body.companyId, second.body.companyId);
});

test('a 402 is stored: the key returns it again after its cause is gone, and a new key succeeds', async () => {
  const account = await app.account({ plan: 'free' });
  const made = [];
  for (let i = 0; i < 50; i++) made.push((await account.send('POST /companies', { body: { name: `C${i}` } })).body);
  const request = { body: { name: 'One more' }, headers: under('over the limit') };
  const refused = await account.send('POST /companies', request);
  assert.equal(refused.status, 402);
  assert.equal((await account.send(`DELETE /companies/${made[0].companyId}`)).status, 204);

  const again = await account.send('POST /companies', request);
  assert.equal(again.status, 402);
  assert.equal(again.headers.get('idempotency-replayed'), 'true');
  assert.deepEqual(
    { ...again.body, correlationId: '' },
    { ...refused.body, correlationId: '' },
    'the same response except for the correlation id',
  );
  const fresh = await account.send('POST /companies', { ...request, headers: under('below the limit') });
  assert.equal(fresh.status, 200);
});

test('R-BODY-07: a repeated error response has its own correlation id, in both formats', async () => {
  const account = await app.account();
  for (const accept of ['application/json', 'application/problem+json']) {
    const ids = [];
    for (const isRepeat of [false, true]) {
      // A time in the past is rejected inside the transaction.
      const body = { name: 'k', expires: '2020-01-01T00:00:00Z' };
      const answer = await account.send('POST /apiKeys', { body, headers: { ...under(`refused ${accept}`), accept } });
      assert.equal(answer.status, 400);
      assert.equal(answer.headers.has('idempotency-replayed'), isRepeat);
      assert.equal(answer.headers.get('content-type')?.split(';')[0], accept);
      const { correlationId = '', instance = '' } = answer.body;
      assert.equal(correlationId || instance.replace('urn:uuid:', ''), answer.headers.get('x-correlation-id'));
      ids.push(answer.headers.get('x-correlation-id'));
    }
    assert.notEqual(ids[0], ids[1]);
  }
});

test('R-ERR-19: a 429 is not stored: the same key succeeds in the next minute', async () => {
  const account = await app.account();
  await onDatabase((client) =>
    client.query('update account set requests_per_minute = 2 where account_id = $1', [account.accountId]),
  );
  for (let i = 0; i < 2; i++) assert.equal((await account.send('GET /companies')).status, 200);
  const request = { body: { name: 'Later' }, headers: under('refused for a minute') };
  assert.equal((await account.send('POST /companies', request)).status, 429);
  clock.advanceMs(60_000);
  const later = await account.send('POST /companies', request);
  assert.equal(later.status, 200);
  assert.ok(!later.headers.has('idempotency-replayed'));
});

test('R-ERR-20: a 500 is not stored and leaves nothing behind: the same key succeeds after the fault is fixed', async () => {
  const account = await app.account();
  const request = { body: { name: 'Survivor' }, headers: under('fault') };
  await onDatabase(async (client) => {
    await client.query(`create function fault() returns trigger language plpgsql as
      $$ begin if new.name = 'Survivor' then raise 'a fault made by a test'; end if; return new; end $$`);
    await client.query('create trigger fault before insert on company for each row execute function fault()');
  });
  const failed = await account.send('POST /companies', request);
  assert.equal(failed.status, 500);
  assert.ok(!failed.text.includes('made by a test'), 'a 500 does not contain its cause');
  await onDatabase((client) => client.query('drop trigger fault on company'));
  const total = (await account.send('GET /companies')).body.totalResults;
  assert.equal(total, 0);
  const later = await account.send('POST /companies', request);
  assert.equal(later.status, 200);
  assert.ok(!later.headers.has('idempotency-replayed'));
});

test('a key is stored for 24 hours and can then be used again', async () => {
  const account = await app.account();
  const request = { body: { name: 'Daily' }, headers: under('of the day') };
  const first = await account.send('POST /companies', request);
  clock.advanceMs(24 * hourMs - 1);
  const within = await account.send('POST /companies', request);
  assert.equal(within.headers.get('idempotency-replayed'), 'true');
  clock.advanceMs(1);
  const after = await account.send('POST /companies', { ...request, body: { name: 'Another day, another body' } });
  assert.equal(after.status, 200);
  assert.ok(!after.headers.has('idempotency-replayed'));
  assert.notEqual(after.body.companyId, first.body.companyId);
  const again = await account.send('POST /companies', { ...request, body: { name: 'Another day, another body' } });
  assert.equal(again.text, after.text);
  assert.equal(await companiesOf(account.accountId), 2);
});

test('R-AUTH-04: the stored response is sealed: no column of the table contains the secret of an API key', async () => {
  const account = await app.account();
  const request = { body: { name: 'sealed' }, headers: under('new key') };
  const made = await account.send('POST /apiKeys', request);
  assert.equal(made.status, 201);
  const [row] = await onDatabase(async (client) => {
    const { rows } = await client.query(
      'select r::text as whole, body from idempotent_request r where account_id = $1',
      [account.accountId],
    );
    return rows;
  });
  assert.match(row.body, /^v1\.test\./);
  const decoded = row.body.split('.').map((part: string) => Buffer.from(part, 'base64url').toString('latin1'));
  for (const text of [row.whole, ...decoded]) assert.ok(!text.includes(made.body.secret));
  const again = await account.send('POST /apiKeys', request);
  assert.equal(again.status, 201);
  assert.equal(again.body.secret, made.body.secret);
});

const invalid: [name: string, value: string][] = [
  ['empty', ''],
  ['256 characters long', 'k'.repeat(256)],
  ['not ASCII', 'sch\u00f6n'],
  ['a text with a tab', 'a\tb'],
];
for (const [name, value] of invalid) {
  test(`R-ERR-04: an Idempotency-Key that is ${name} returns 400 and names the header`, async () => {
    const account = await app.account();
    const answer = await account.send('POST /companies', { body: { name: 'Never' }, headers: under(value) });
    assert.equal(answer.status, 400);
    assert.equal(answer.body.code, 'idempotencyKeyInvalid');
    assert.equal(answer.body.validation.errors[0].itemId, 'Idempotency-Key');
    assert.equal(await companiesOf(account.accountId), 0);
  });
}

test('an Idempotency-Key of 255 characters is accepted', async () => {
  const account = await app.account();
  const headers = under('~'.repeat(255));
  for (let i = 0; i < 2; i++) {
    const answer = await account.send('POST /companies', { body: { name: 'Long key' }, headers });
    assert.equal(answer.status, 200);
  }
  assert.equal(await companiesOf(account.accountId), 1);
});

test('PATCH accepts a key, too: the repeated request changes nothing and gets the first response', async () => {
  const account = await app.account();
  const { body: company } = await account.send('POST /companies', { body: { name: 'Before' } });
  const request = `PATCH /companies/${company.companyId}`;
  const headers = under(randomUUID());
  const first = await account.send(request, { body: { name: 'After' }, headers });
  assert.equal(first.body.name, 'After');
  await account.send(request, { body: { name: 'Later still' } });
  const again = await account.send(request, { body: { name: 'After' }, headers });
  assert.equal(again.headers.get('idempotency-replayed'), 'true');
  assert.equal(again.text, first.text);
  const now = await account.send(`GET /companies/${company.companyId}`);
  assert.equal(now.body.name, 'Later still');
});

test('a change that is refused after it emitted an event leaves no event, only the stored refusal', async () => {
  const { accountId } = await app.account();
  const told: string[] = [];
  const change = async (tx: Tx): Promise<StoredAnswer> => {
    await app.ctx.emit(tx, [
      { type: 'company.created', companyId: accountId, message: 'Made.', data: { name: 'One' } },
    ]);
    tx.afterCommit(() => told.push('after the commit'));
    throw companyLimitExceeded({ limit: 50, plan: 'free' });
  };
  const request = { accountId, key: 'refused', fingerprint: fingerprintOf({ method: 'POST', url: '/', body: null }) };
  const refusal = { statusCode: 402, headers: {}, body: null };
  const run = () => runOnce(app.ctx, request, change, () => refusal);
  assert.deepEqual(await run(), { answer: refusal, replayed: false });
  assert.deepEqual(await run(), { answer: refusal, replayed: true });
  assert.deepEqual(told, []);
  const messages = await onDatabase((client) => client.query('select from message where account_id = $1', [accountId]));
  assert.equal(messages.rowCount, 0);
});
