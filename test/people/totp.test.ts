import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import { settableClock } from '../../src/base/clock.ts';
import { useApp } from '../harness.ts';
import { type Browser, makePerson, trySignIn } from './people.ts';

const clock = settableClock('2026-03-01T10:00:00Z');
const app = useApp({ clock });

const codeOf = (secret: string, stepsOff = 0) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: clock.nowMs() + stepsOff * 30_000 });

async function setUp(browser: Browser): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret, uri } = (await browser.send('POST /session/totp')).body;
  assert.match(uri, /^otpauth:\/\/totp\/Daybook:/);
  const confirmed = await browser.send('PUT /session/totp', { body: { code: codeOf(secret) } });
  assert.equal(confirmed.status, 200, confirmed.text);
  clock.advanceMs(30_000);
  return { secret, recoveryCodes: confirmed.body.recoveryCodes };
}

async function makeOne() {
  const person = await makePerson(app, { accountId: (await app.account()).accountId });
  return { ...person, browser: await person.signIn() };
}

test('codes are required once one has been confirmed, and not before', async () => {
  const { email, browser } = await makeOne();
  const { secret } = (await browser.send('POST /session/totp')).body;
  assert.equal((await trySignIn(app, { email })).status, 200, 'set-up only started');
  assert.equal((await browser.send('PUT /session/totp', { body: { code: '000000' } })).body.code, 'codeIncorrect');
  assert.equal((await browser.send('PUT /session/totp', { body: { code: codeOf(secret) } })).status, 200);
  assert.equal((await browser.send('GET /session')).body.person.hasTotp, true);
  assert.deepEqual(await trySignIn(app, { email }).then(({ status, body }) => [status, body.code]), [
    401,
    'codeRequired',
  ]);
  assert.equal((await trySignIn(app, { email, code: codeOf(secret) })).body.code, 'codeIncorrect', 'already used');
  clock.advanceMs(30_000);
  assert.equal((await trySignIn(app, { email, code: codeOf(secret) })).status, 200);
});

test('a code signs in once, even if sent several times at once; an older code does not work after a newer one', async () => {
  const { email, browser } = await makeOne();
  const { secret } = await setUp(browser);
  const code = codeOf(secret);
  const answers = await Promise.all([1, 2, 3].map(() => trySignIn(app, { email, code })));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401, 401]);
  assert.equal((await trySignIn(app, { email, code })).body.code, 'codeIncorrect');
  clock.advanceMs(30_000);
  assert.equal((await trySignIn(app, { email, code: codeOf(secret, 1) })).status, 200, 'from a device that is fast');
  assert.equal((await trySignIn(app, { email, code: codeOf(secret) })).body.code, 'codeIncorrect');
});

test('after five wrong codes even the right one is rejected, until 15 minutes have passed', async () => {
  const { email, browser } = await makeOne();
  const { secret } = await setUp(browser);
  const wrong = codeOf(secret, 20);
  for (let i = 0; i < 5; i++) assert.equal((await trySignIn(app, { email, code: wrong })).body.code, 'codeIncorrect');
  const limited = await trySignIn(app, { email, code: codeOf(secret) });
  assert.deepEqual([limited.status, limited.body.code], [429, 'signInLimited']);
  assert.ok(Number(limited.headers.get('retry-after')) > 800);
  clock.advanceMs(15 * 60_000);
  assert.equal((await trySignIn(app, { email, code: codeOf(secret) })).status, 200);
});

test('a recovery code signs in once, however it is written; only its hash is stored', async () => {
  const { email, browser, personId } = await makeOne();
  const { recoveryCodes } = await setUp(browser);
  assert.equal(new Set(recoveryCodes).size, 10);
  const [first = '', second = ''] = recoveryCodes;
  assert.equal((await trySignIn(app, { email, code: first })).status, 200);
  assert.equal((await trySignIn(app, { email, code: first })).body.code, 'codeIncorrect');
  assert.equal((await trySignIn(app, { email, code: second.replaceAll('-', ' ').toUpperCase() })).status, 200);
  const rows = await app.ctx.db.system
    .selectFrom('recovery_code')
    .selectAll()
    .where('person_id', '=', personId)
    .execute();
  assert.equal(rows.length, 8);
  const { totp_secret } = await app.ctx.db.system
    .selectFrom('person')
    .select('totp_secret')
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow();
  assert.match(totp_secret ?? '', /^v1\./, 'the secret is sealed');
});

test('an authenticator app is removed with a code, and can be set up again', async () => {
  const { email, browser } = await makeOne();
  const { secret } = await setUp(browser);
  assert.equal((await browser.send('POST /session/totp')).status, 409);
  assert.equal((await browser.send('DELETE /session/totp?code=000000')).body.code, 'codeIncorrect');
  assert.equal((await browser.send(`DELETE /session/totp?code=${codeOf(secret)}`)).status, 204);
  assert.equal((await trySignIn(app, { email })).status, 200);
  assert.equal((await browser.send(`DELETE /session/totp?code=${codeOf(secret)}`)).status, 409);
  await setUp(browser);
  assert.equal((await trySignIn(app, { email })).body.code, 'codeRequired');
});
