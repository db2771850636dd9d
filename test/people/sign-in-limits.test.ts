import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settableClock } from '../../src/base/clock.ts';
import { useApp } from '../harness.ts';
import { goodPassword, makePerson, ownOrigin, trySignIn } from './people.ts';

const clock = settableClock('2026-03-01T10:00:00Z');
const app = useApp({ clock, config: { trustedProxies: ['127.0.0.1'] } });

const from = (address: string) => ({ 'x-forwarded-for': address });
const wrong = 'not the right password';

async function makeOne() {
  return makePerson(app, { accountId: (await app.account()).accountId });
}

test('after ten wrong passwords from one address, the right one is rejected too, until 15 minutes have passed', async () => {
  const { email, personId } = await makeOne();
  const place = from('192.0.2.1');
  for (let i = 0; i < 10; i++) assert.equal((await trySignIn(app, { email, password: wrong }, place)).status, 401);
  const limited = await trySignIn(app, { email }, place);
  assert.deepEqual([limited.status, limited.body.code], [429, 'signInLimited']);
  assert.equal(limited.headers.get('retry-after'), '900');
  assert.equal((await trySignIn(app, { email }, from('192.0.2.2'))).status, 200, 'another address can still sign in');
  clock.advanceMs(14 * 60_000);
  assert.equal((await trySignIn(app, { email }, place)).headers.get('retry-after'), '60');
  clock.advanceMs(60_000);
  assert.equal((await trySignIn(app, { email }, place)).status, 200);

  const lines = app.logLines.filter((line) => String(line.msg).startsWith('too many attempts') && line.email === email);
  assert.equal(lines.length, 1, 'one log line per window');
  const rows = await app.ctx.db.system
    .selectFrom('audit')
    .select(['subject_id', 'address'])
    .where('operation', '=', 'signInLimited')
    .where('subject_name', '=', email)
    .execute();
  assert.deepEqual(rows, [{ subject_id: personId, address: '192.0.2.1' }]);
});

test('the addresses of one IPv6 network, which one subscriber has, share their attempts', async () => {
  const { email } = await makeOne();
  for (let i = 0; i < 10; i++) await trySignIn(app, { email, password: wrong }, from(`2001:db8:1:2::${i}`));
  assert.equal((await trySignIn(app, { email }, from('2001:db8:1:2:ffff::1'))).status, 429);
  assert.equal((await trySignIn(app, { email }, from('2001:db8:1:3::1'))).status, 200, 'another network can sign in');
});

test('concurrent attempts cannot exceed the limit', async () => {
  const { email } = await makeOne();
  const place = from('192.0.2.3');
  const answers = await Promise.all(
    Array.from({ length: 25 }, () => trySignIn(app, { email, password: wrong }, place)),
  );
  const count = (status: number) => answers.filter((answer) => answer.status === status).length;
  assert.deepEqual([count(401), count(429)], [10, 15]);
});

test('a successful sign-in resets the counter', async () => {
  const { email } = await makeOne();
  const place = from('192.0.2.4');
  for (let round = 0; round < 2; round++) {
    for (let i = 0; i < 9; i++) await trySignIn(app, { email, password: wrong }, place);
    assert.equal((await trySignIn(app, { email }, place)).status, 200);
  }
});

test('one address has 50 attempts over all e-mails, one e-mail has 100 over all addresses, and unknown e-mails are limited too', async () => {
  for (let i = 0; i < 50; i++)
    await trySignIn(app, { email: `nobody${i}@example.com`, password: wrong }, from('192.0.2.5'));
  assert.equal(
    (await trySignIn(app, { email: 'another@example.com', password: wrong }, from('192.0.2.5'))).status,
    429,
  );
  const email = 'wanted@example.com';
  for (let i = 0; i < 100; i++)
    assert.equal((await trySignIn(app, { email, password: wrong }, from(`198.51.100.${i}`))).status, 401);
  assert.equal((await trySignIn(app, { email, password: wrong }, from('198.51.100.200'))).status, 429);
});

test('a flood of sign-ins does not block other requests', async () => {
  const account = await app.account();
  let done = 0;
  const flood = Promise.all(
    Array.from({ length: 40 }, async (_, i) => {
      await trySignIn(app, { email: `f${i}@example.com`, password: wrong }, from('203.0.113.1'));
      done++;
    }),
  );
  assert.equal((await account.send('GET /companies')).status, 200);
  const doneBefore = done;
  await flood;
  assert.ok(doneBefore < 30, `${doneBefore} of 40 sign-ins finished before the request`);
});

test('a forwarded address is only trusted if a trusted proxy wrote it', async () => {
  const { email } = await makeOne();
  const answer = await app.send('POST /session', {
    body: { email, password: goodPassword },
    headers: { ...ownOrigin, ...from('198.51.100.77, 10.1.1.1') },
  });
  const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const { body } = await app.send('GET /session/all', { headers: { cookie } });
  // The trusted proxy wrote the last address. Anyone can write the ones before it.
  assert.equal(body.results[0].address, '10.1.1.1');
});
