import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { commandLine } from '../../src/audit/write-audit.ts';
import { settableClock } from '../../src/base/clock.ts';
import { createPerson } from '../../src/people/team/create-person.ts';
import { resetPerson } from '../../src/people/team/repair-person.ts';
import { openApp } from '../harness.ts';
import { waitFor } from '../wait-for.ts';
import { useAppWithMail } from './mail-server.ts';
import { goodPassword, makePerson, ownOrigin, trySignIn } from './people.ts';

/** Protection against people who want to break in, or to lock someone else out. */
const clock = settableClock('2026-03-01T10:00:00Z');
const { app, mail } = await useAppWithMail({ clock, config: { trustedProxies: ['127.0.0.1'] } });

const from = (address: string) => ({ 'x-forwarded-for': address });
const newEmail = () => `p${randomBytes(5).toString('hex')}@example.com`;

async function makeAdministrator(name = 'Grace') {
  const account = await app.account({ name: 'Acme' });
  const person = await makePerson(app, { accountId: account.accountId, name });
  return { account, person, browser: await person.signIn() };
}

test('A-25: when an unverified address becomes an operator, the password, sessions and links set up under it are removed', async () => {
  const { personId, email, signIn } = await makePerson(app, { accountId: (await app.account()).accountId });
  const browser = await signIn();
  await app.ctx.db.system
    .updateTable('person')
    .set({ totp_secret: app.ctx.sealer.seal('X', 'x'), totp_confirmed_at: clock.now() })
    .where('person_id', '=', personId)
    .execute();
  await createPerson(app.ctx, { email, isOperator: true, by: commandLine });
  assert.equal((await browser.send('GET /session')).status, 401, 'its sessions are closed');
  assert.equal((await trySignIn(app, { email })).status, 401, 'its password no longer works');
  const { body } = await app.send('GET /session/methods');
  assert.equal(body.hasPeople, true);
  const row = await app.ctx.db.system
    .selectFrom('person')
    .select(['is_operator', 'password_hash', 'totp_secret', 'totp_confirmed_at'])
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow();
  assert.deepEqual(row, { is_operator: true, password_hash: null, totp_secret: null, totp_confirmed_at: null });

  const proved = await makePerson(app, { accountId: (await app.account()).accountId });
  await app.ctx.db.system
    .updateTable('person')
    .set({ email_verified_at: clock.now() })
    .where('person_id', '=', proved.personId)
    .execute();
  const kept = await proved.signIn();
  await createPerson(app.ctx, { email: proved.email, isOperator: true, by: commandLine });
  assert.equal((await kept.send('GET /session')).status, 200, 'a verified address keeps its sessions');
});

test('A-25: invitations are limited per address and per account', async () => {
  const { browser } = await makeAdministrator();
  const invite = (email: string) => browser.send('POST /team/invitations', { body: { email, role: 'viewer' } });
  const victim = newEmail();
  for (let i = 0; i < 3; i++) assert.equal((await invite(victim)).status, 201);
  const limited = await invite(victim);
  assert.equal(limited.status, 429, limited.text);
  assert.ok(Number(limited.headers.get('retry-after')) > 0);
  let made = 3;
  while (made < 60 && (await invite(newEmail())).status === 201) made++;
  assert.ok(made >= 20 && made <= 30, `${made} from one account`);
  assert.equal(mail.mails.filter(({ to }) => to === victim).length, 3);
  const other = await makeAdministrator();
  const answer = await other.browser.send('POST /team/invitations', { body: { email: newEmail(), role: 'viewer' } });
  assert.equal(answer.status, 201, 'another account has its own limit');
  clock.advanceMs(15 * 60_000);
  assert.equal((await invite(victim)).status, 201);
});

test('A-25: a name cannot contain a link, neither when it is set nor in an e-mail', async () => {
  const { account, browser } = await makeAdministrator();
  for (const name of ['Win at https://evil.example/x', 'evil.example', 'www.evil', 'ada@evil.example', 'A\nB: c']) {
    const answer = await browser.send('PATCH /session/person', { body: { name } });
    assert.deepEqual([answer.status, answer.body.validation?.errors?.[0]?.itemId], [400, 'name'], name);
  }
  for (const name of ['Dr. Ada B. Lovelace', "Siobhán O'Brien-Ngô", 'J. R. R. Tolkien'])
    assert.equal((await browser.send('PATCH /session/person', { body: { name } })).status, 200, name);
  await app.ctx.db.system
    .updateTable('account')
    .set({ name: 'Prize https://evil.example/win' })
    .where('account_id', '=', account.accountId)
    .execute();
  const email = newEmail();
  await browser.send('POST /team/invitations', { body: { email, role: 'viewer' } });
  await waitFor(() => mail.mails.some(({ to }) => to === email));
  const { text, subject } = mail.mails.find(({ to }) => to === email) ?? { text: '', subject: '' };
  assert.ok(!/evil\.example/.test(text + subject), text);
  const token = await mail.linkTo(email);
  const body = { password: goodPassword, name: 'http://evil.example' };
  assert.equal((await app.send(`POST /invitations/${token}`, { body, headers: ownOrigin })).status, 400);
});

test('A-25: however often one address tries to sign in, the person can sign in from another', async () => {
  const { email } = await makePerson(app, { accountId: (await app.account()).accountId });
  const attacker = from('192.0.2.66');
  for (let i = 0; i < 130; i++) await trySignIn(app, { email, password: 'not the right password' }, attacker);
  assert.equal((await trySignIn(app, { email }, attacker)).status, 429);
  const own = await trySignIn(app, { email }, from('198.51.100.9'));
  assert.equal(own.status, 200, own.text);
});

test('A-25: one address cannot use up the codes or the reset links of a person', async () => {
  const { email, personId } = await makePerson(app, { accountId: (await app.account()).accountId });
  await app.ctx.db.system
    .updateTable('person')
    .set({
      totp_secret: app.ctx.sealer.seal('JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', `person|${personId}`),
      totp_confirmed_at: clock.now(),
    })
    .where('person_id', '=', personId)
    .execute();
  for (let i = 0; i < 8; i++) await trySignIn(app, { email, code: '000000' }, from('192.0.2.67'));
  const own = await trySignIn(app, { email, code: '000001' }, from('198.51.100.10'));
  assert.equal(own.body.code, 'codeIncorrect', 'the code is still checked');
  const ask = (address: string) =>
    app.send('POST /session/password-reset', { body: { email }, headers: { ...ownOrigin, ...from(address) } });
  for (let i = 0; i < 6; i++) await ask('192.0.2.67');
  const sent = () => mail.mails.filter(({ to }) => to === email).length;
  await waitFor(() => sent() === 3);
  await ask('198.51.100.10');
  await waitFor(() => sent() === 4);
});

test("A-25: the operator's reset clears the attempts of a person from every address", async () => {
  const { email, personId } = await makePerson(app, { accountId: (await app.account()).accountId });
  const totp = {
    totp_secret: app.ctx.sealer.seal('JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', `person|${personId}`),
    totp_confirmed_at: clock.now(),
  };
  await app.ctx.db.system.updateTable('person').set(totp).where('person_id', '=', personId).execute();
  const [codes, passwords] = [from('192.0.2.71'), from('192.0.2.72')];
  for (let i = 0; i < 6; i++) await trySignIn(app, { email, code: '000000' }, codes);
  for (let i = 0; i < 11; i++) await trySignIn(app, { email, password: 'not the right password' }, passwords);
  const statuses = async () =>
    Promise.all([codes, passwords].map(async (at) => (await trySignIn(app, { email, code: '000001' }, at)).status));
  assert.deepEqual(await statuses(), [429, 429]);
  const by = commandLine;
  await resetPerson({ ...app.ctx, baseUrl: '' }, { email, removeCodes: false, endSessions: false, by });
  assert.deepEqual(await statuses(), [401, 401], 'checked again');
});

test('A-25: a rejected sign-in is logged with its address', async () => {
  const { email } = await makePerson(app, { accountId: (await app.account()).accountId });
  await trySignIn(app, { email, password: 'not the right password' }, from('192.0.2.68'));
  const unknown = newEmail();
  await trySignIn(app, { email: unknown }, from('192.0.2.69'));
  const lines = app.logLines.filter(({ msg }) => msg === 'a sign-in was refused');
  const one = lines.find((line) => line.email === email);
  assert.deepEqual([one?.address, one?.isKnown, one?.reason], ['192.0.2.68', true, 'password']);
  const other = lines.find((line) => line.email === unknown);
  assert.deepEqual([other?.address, other?.isKnown], ['192.0.2.69', false]);
  assert.ok(!JSON.stringify(lines).includes('not the right password'));
});

test("A-25: a viewer sees the names of a consumer's headers, but not their values", async () => {
  const account = await app.account();
  const body = {
    name: 'x',
    url: 'http://127.0.0.1:9/x',
    eventTypes: ['company.created'],
    headers: { 'X-Secret': 'plum-4711' },
  };
  const made = await account.send('POST /webhooks/consumers', { body });
  assert.equal(made.status, 201, made.text);
  const { consumerId } = made.body;
  const viewer = await (await makePerson(app, { accountId: account.accountId, role: 'viewer' })).signIn();
  for (const path of ['/webhooks/consumers', `/webhooks/consumers/${consumerId}`]) {
    const { text } = await viewer.send(`GET ${path}`);
    assert.ok(!text.includes('plum-4711') && text.includes('X-Secret'), `${path}: ${text}`);
  }
  const developer = await (await makePerson(app, { accountId: account.accountId, role: 'developer' })).signIn();
  assert.equal((await developer.send(`GET /webhooks/consumers/${consumerId}`)).body.headers['X-Secret'], 'plum-4711');
});

test('A-25: common passwords are rejected, also with digits around them or written twice', async () => {
  const { browser } = await makeAdministrator();
  const change = (password: string) =>
    browser.send('PUT /session/password', { body: { current: goodPassword, password } });
  for (const password of [
    'liverpool1234567',
    'chocolate!!2026',
    'basketballbasketball',
    'm0nkeym0nkey12',
    '1q2w3e4r5t6y7u8i',
    'Manchester-1999!',
  ])
    assert.equal((await change(password)).body?.code, 'passwordWeak', password);
  assert.equal((await change('a kettle under seven umbrellas')).status, 204);
});

test('A-25: behind TLS the session cookie has the prefix __Host-, and every response requires TLS from then on', async () => {
  const secure = await openApp({ config: { baseUrl: 'https://api.test' } });
  try {
    const { accountId } = await secure.app.account();
    const { email } = await makePerson(secure.app, { accountId });
    const signedIn = await secure.app.send('POST /session', {
      body: { email, password: goodPassword },
      headers: { origin: 'https://api.test' },
    });
    assert.equal(signedIn.status, 200, signedIn.text);
    const cookie = signedIn.headers.get('set-cookie') ?? '';
    assert.match(cookie, /^__Host-daybook_session=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
    const [pair = ''] = cookie.split(';');
    const session = await secure.app.send('GET /session', { headers: { cookie: pair } });
    assert.equal(session.status, 200, session.text);
    const plain = pair.replace('__Host-', '');
    assert.equal((await secure.app.send('GET /session', { headers: { cookie: plain } })).status, 401, 'planted cookie');
    for (const path of ['/session', '/nowhere', '/docs'])
      assert.match(
        (await fetch(`${secure.app.url}${path}`)).headers.get('strict-transport-security') ?? '',
        /^max-age=31536000/,
        path,
      );
  } finally {
    await secure.stop();
  }
  assert.equal((await app.send('GET /session/methods')).headers.get('strict-transport-security'), null);
  assert.match((await trySignIn(app, { email: newEmail() })).text, /signInRefused/);
});
