import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settableClock } from '../../src/base/clock.ts';
import { hourMs, minuteMs } from '../../src/base/durations.ts';
import { useApp } from '../harness.ts';
import { waitFor } from '../wait-for.ts';
import { browserOf, cookieOf, goodPassword, makePerson, ownOrigin, trySignIn } from './people.ts';

const clock = settableClock('2026-03-01T10:00:00Z');
const app = useApp({ clock });

test("a sign-in creates a session in the person's account, and an HttpOnly cookie with SameSite=Strict", async () => {
  const account = await app.account({ name: 'Acme' });
  const person = await makePerson(app, { accountId: account.accountId, role: 'developer', name: 'Ada Byron' });
  const answer = await trySignIn(app, { email: person.email.toUpperCase() });
  assert.equal(answer.status, 200, answer.text);
  assert.deepEqual(answer.body.person, {
    personId: person.personId,
    email: person.email,
    name: 'Ada Byron',
    hasTotp: false,
    hasPassword: true,
    isOperator: false,
    needsSecondFactor: false,
  });
  assert.equal(answer.body.account.role, 'developer');
  assert.deepEqual(answer.body.accounts, [{ accountId: account.accountId, name: 'Acme', role: 'developer' }]);
  assert.match(
    answer.headers.get('set-cookie') ?? '',
    /^daybook_session=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Strict$/,
  );
  const browser = browserOf(app, answer);
  const session = await browser.send('GET /session');
  assert.equal(session.status, 200);
  assert.equal(session.body.account.accountId, account.accountId);
  assert.equal((await browser.send('GET /companies')).status, 200);
});

test('an unknown e-mail and a wrong password get the same response', async () => {
  const { email } = await makePerson(app, { accountId: (await app.account()).accountId });
  const [wrong, unknown] = [
    await trySignIn(app, { email, password: 'not the password' }),
    await trySignIn(app, { email: 'nobody@example.com' }),
  ];
  for (const answer of [wrong, unknown]) {
    assert.equal(answer.status, 401);
    assert.equal(answer.headers.get('set-cookie'), null);
    assert.equal(answer.headers.get('www-authenticate'), null, 'the browser shows no password dialog');
  }
  const plain = ({ correlationId: _, ...body }: Record<string, unknown>) => body;
  assert.deepEqual(plain(wrong.body), plain(unknown.body));
});

test('after sign-out the cookie no longer works', async () => {
  const person = await makePerson(app, { accountId: (await app.account()).accountId });
  const browser = await person.signIn();
  const out = await browser.send('DELETE /session');
  assert.equal(out.status, 204);
  assert.match(out.headers.get('set-cookie') ?? '', /^daybook_session=; Max-Age=0;/);
  const after = await browser.send('GET /session');
  assert.deepEqual([after.status, after.body.code], [401, 'sessionEnded']);
});

test("a change with a cookie must come from the service's own origin; a key needs no origin", async () => {
  const account = await app.account();
  const browser = await (await makePerson(app, { accountId: account.accountId })).signIn();
  const tried = async (headers: Record<string, string>) => {
    const answer = await app.send('POST /companies', {
      body: { name: 'a' },
      headers: { cookie: browser.cookie, ...headers },
    });
    return answer.status === 200 ? 200 : answer.body.code;
  };
  assert.equal(await tried({}), 'originRefused');
  for (const origin of [
    'null',
    'http://evil.test',
    'http://sub.api.test',
    'https://api.test',
    'http://api.test:81',
    'http://api.test.evil',
  ])
    assert.equal(await tried({ origin }), 'originRefused', origin);
  assert.equal(await tried({ origin: 'http://evil.test', 'sec-fetch-site': 'cross-site' }), 'originRefused');
  assert.equal(await tried({ 'sec-fetch-site': 'same-site' }), 'originRefused');
  assert.equal(await tried(ownOrigin), 200);
  assert.equal(await tried({ 'sec-fetch-site': 'same-origin' }), 200);
  assert.equal((await account.send('POST /companies', { body: { name: 'b' } })).status, 200);
  // Reads are allowed: another site cannot see the response.
  assert.equal((await app.send('GET /companies', { headers: { cookie: browser.cookie } })).status, 200);
});

test('another site cannot sign in; a program without an origin can', async () => {
  const { email } = await makePerson(app, { accountId: (await app.account()).accountId });
  const foreign = await trySignIn(app, { email }, { origin: 'http://evil.test' });
  assert.deepEqual([foreign.status, foreign.body.code], [403, 'originRefused']);
  const program = await app.send('POST /session', { body: { email, password: goodPassword } });
  assert.equal(program.status, 200);
});

test('a sign-in creates a new session and closes the one that the browser had', async () => {
  const person = await makePerson(app, { accountId: (await app.account()).accountId });
  const first = await person.signIn();
  const planted = await trySignIn(app, { email: person.email }, { cookie: `daybook_session=${'A'.repeat(43)}` });
  assert.notEqual(cookieOf(planted), `daybook_session=${'A'.repeat(43)}`);
  const again = await trySignIn(app, { email: person.email }, { cookie: first.cookie });
  assert.notEqual(cookieOf(again), first.cookie);
  assert.equal((await first.send('GET /session')).status, 401);
  assert.equal((await browserOf(app, again).send('GET /session')).status, 200);
});

/** The time when a session was last seen is written after the response: waits for it, then clears the cache. */
async function seen(personId: string): Promise<void> {
  await waitFor(async () => {
    const { last_seen_at } = await app.ctx.db.system
      .selectFrom('person')
      .select('last_seen_at')
      .where('person_id', '=', personId)
      .executeTakeFirstOrThrow();
    return last_seen_at?.getTime() === clock.nowMs();
  });
  app.ctx.sessions.forget();
}

test('a session expires after 12 idle hours, and after 7 days even if it is in use', async () => {
  const person = await makePerson(app, { accountId: (await app.account()).accountId });
  const idle = await person.signIn();
  clock.advanceMs(11 * hourMs);
  assert.equal((await idle.send('GET /session')).status, 200);
  await seen(person.personId);
  clock.advanceMs(11 * hourMs);
  assert.equal((await idle.send('GET /session')).status, 200, 'it was used in between');
  await seen(person.personId);
  clock.advanceMs(12 * hourMs + minuteMs);
  assert.equal((await idle.send('GET /session')).body.code, 'sessionEnded');

  const busy = await person.signIn();
  for (let hours = 0; hours < 7 * 24 - 10; hours += 10) {
    clock.advanceMs(10 * hourMs);
    app.ctx.sessions.forget();
    assert.equal((await busy.send('GET /session')).status, 200, `after ${hours + 10} hours`);
    await seen(person.personId);
  }
  clock.advanceMs(10 * hourMs);
  app.ctx.sessions.forget();
  assert.equal((await busy.send('GET /session')).status, 401);
});

test('a page without a session gets 401 without a browser dialog that asks for a key', async () => {
  const browser = await app.send('GET /session', { headers: { 'sec-fetch-site': 'same-origin' } });
  assert.deepEqual([browser.status, browser.body.code], [401, 'sessionMissing']);
  assert.equal(browser.headers.get('www-authenticate'), null);
  assert.equal((await app.send('GET /session')).body.code, 'keyMissing');
});

test('anyone can read the sign-in methods', async () => {
  const answer = await app.send('GET /session/methods');
  assert.deepEqual(answer.body, { password: true, singleSignOn: [], mail: false, hasPeople: true });
});
