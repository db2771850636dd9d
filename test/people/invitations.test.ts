import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settableClock } from '../../src/base/clock.ts';
import { dayMs, minuteMs } from '../../src/base/durations.ts';
import { waitFor } from '../wait-for.ts';
import { useAppWithMail } from './mail-server.ts';
import { browserOf, goodPassword, makePerson, ownOrigin, trySignIn } from './people.ts';

const clock = settableClock('2026-03-01T10:00:00Z');
const { app, mail } = await useAppWithMail({ clock });

async function makeAdministrator(name = 'Grace') {
  const account = await app.account({ name: 'Acme' });
  const person = await makePerson(app, { accountId: account.accountId, name });
  return { account, person, browser: await person.signIn() };
}

const accept = (token: string, body: object) => app.send(`POST /invitations/${token}`, { body, headers: ownOrigin });

test('an invited person gets a link by e-mail, sets a password with it, and has the given role in the account', async () => {
  const { browser, account } = await makeAdministrator();
  const made = await browser.send('POST /team/invitations', { body: { email: 'New@Client.example', role: 'viewer' } });
  assert.equal(made.status, 201, made.text);
  assert.equal(made.body.email, 'new@client.example');
  assert.equal(made.body.isMailed, true);
  assert.equal(made.body.link, undefined, 'only the address itself gets the link');
  assert.equal((await browser.send('GET /team/invitations')).body.results[0].isMailed, true);

  const token = await mail.linkTo('new@client.example');
  const shown = await app.send(`GET /invitations/${token}`);
  assert.deepEqual(
    { ...shown.body, expires: undefined },
    {
      email: 'new@client.example',
      kind: 'invitation',
      accountName: 'Acme',
      role: 'viewer',
      expires: undefined,
      isKnown: false,
      needsCode: false,
    },
  );
  const accepted = await accept(token, { password: goodPassword, name: 'Noor' });
  assert.equal(accepted.status, 200, accepted.text);
  assert.deepEqual([accepted.body.person.name, accepted.body.account.role], ['Noor', 'viewer']);
  assert.equal((await browserOf(app, accepted).send('GET /companies')).status, 200);
  assert.equal((await browser.send('GET /team/invitations')).body.totalResults, 0);
  const team = (await browser.send('GET /team?orderBy=name')).body;
  assert.equal(team.totalResults, 2);
  for (const { email, lastSeen } of team.results) assert.ok(lastSeen, `${email} has signed in`);

  const again = await accept(token, { password: goodPassword });
  assert.deepEqual([again.status, again.body.code], [410, 'linkExpired'], 'a link works once');
  assert.equal((await app.send(`GET /invitations/${token}`)).status, 410);
  assert.equal(account.accountId, accepted.body.account.accountId);
});

test('a link works for 7 days; a replaced or cancelled one does not work', async () => {
  const { browser } = await makeAdministrator();
  const invite = async () =>
    (await browser.send('POST /team/invitations', { body: { email: 'old@client.example', role: 'viewer' } })).body;
  await invite();
  const first = await mail.linkTo('old@client.example');
  const { invitationId } = await invite();
  const second = await mail.linkTo('old@client.example');
  assert.notEqual(first, second);
  assert.equal((await app.send(`GET /invitations/${first}`)).body.code, 'linkUnknown');
  assert.equal((await app.send(`GET /invitations/${second}`)).status, 200);
  clock.advanceMs(7 * dayMs);
  assert.equal((await accept(second, { password: goodPassword })).body.code, 'linkExpired');

  const again = await makeAdministrator();
  const made = await again.browser.send('POST /team/invitations', {
    body: { email: 'back@client.example', role: 'viewer' },
  });
  const third = await mail.linkTo('back@client.example');
  assert.equal((await again.browser.send(`DELETE /team/invitations/${made.body.invitationId}`)).status, 204);
  assert.equal((await again.browser.send(`DELETE /team/invitations/${made.body.invitationId}`)).status, 404);
  assert.equal((await accept(third, { password: goodPassword })).body.code, 'linkUnknown');
  assert.ok(invitationId);
});

test('a person with a password accepts with it; the link alone is not enough', async () => {
  const other = await makeAdministrator('Olga');
  const { browser, account } = await makeAdministrator();
  await browser.send('POST /team/invitations', { body: { email: other.person.email, role: 'developer' } });
  const token = await mail.linkTo(other.person.email);
  assert.equal((await app.send(`GET /invitations/${token}`)).body.isKnown, true);
  const wrong = await accept(token, { password: 'some other password' });
  assert.deepEqual([wrong.status, wrong.body.code], [401, 'signInRefused']);
  const right = await accept(token, { password: goodPassword, name: 'Somebody else' });
  assert.equal(right.status, 200, right.text);
  assert.deepEqual([right.body.account.accountId, right.body.account.role], [account.accountId, 'developer']);
  assert.equal(right.body.person.name, 'Olga');
  assert.equal(right.body.accounts.length, 2);
  const twice = await browser.send('POST /team/invitations', { body: { email: other.person.email, role: 'viewer' } });
  assert.deepEqual([twice.status, twice.body.code], [409, 'wrongState'], 'already a member');
});

test('if the mail server rejects the e-mail, the invitation shows that it was not sent', async () => {
  const { browser } = await makeAdministrator();
  mail.isClosed = true;
  const made = await browser.send('POST /team/invitations', {
    body: { email: 'later@client.example', role: 'viewer' },
  });
  mail.isClosed = false;
  assert.deepEqual([made.status, made.body.isMailed], [201, false]);
  assert.ok(app.logLines.some((line) => line.msg === 'an e-mail to a person was not sent'));
});

test('a password reset link works once within an hour, and closes all sessions', async () => {
  const { person, browser } = await makeAdministrator();
  const ask = () => app.send('POST /session/password-reset', { body: { email: person.email }, headers: ownOrigin });
  assert.equal((await ask()).status, 202);
  const token = await mail.linkTo(person.email);
  assert.equal((await app.send(`GET /invitations/${token}`)).body.kind, 'reset');
  const weak = await accept(token, { password: 'short' });
  assert.deepEqual([weak.status, weak.body.code], [400, 'passwordWeak']);
  const done = await accept(token, { password: 'another fine password' });
  assert.equal(done.status, 200, done.text);
  assert.equal((await browser.send('GET /session')).status, 401, 'the earlier session is closed');
  assert.equal((await browserOf(app, done).send('GET /session')).status, 200);
  assert.equal((await trySignIn(app, { email: person.email })).status, 401);
  assert.equal((await trySignIn(app, { email: person.email, password: 'another fine password' })).status, 200);
  assert.equal((await accept(token, { password: 'a third fine password' })).body.code, 'linkExpired');

  mail.mails.length = 0;
  await ask();
  const late = await mail.linkTo(person.email);
  clock.advanceMs(60 * minuteMs);
  assert.equal((await accept(late, { password: 'a third fine password' })).body.code, 'linkExpired');
});

test('a password reset for an unknown e-mail gets the same response and sends nothing; four requests in 15 minutes send three e-mails', async () => {
  const { person } = await makeAdministrator();
  mail.mails.length = 0;
  const ask = (email: string) => app.send('POST /session/password-reset', { body: { email }, headers: ownOrigin });
  const [known, unknown] = [await ask(person.email), await ask('nobody@client.example')];
  assert.deepEqual([known.status, known.text], [unknown.status, unknown.text]);
  for (let i = 0; i < 3; i++) assert.equal((await ask(person.email)).status, 202);
  await waitFor(() => app.logLines.some(({ msg }) => msg === 'too many password reset requests: no e-mail was sent'));
  await waitFor(() => mail.mails.length === 3);
  assert.deepEqual([...new Set(mail.mails.map((one) => one.to))], [person.email]);
});

test('a link that was never created is unknown, whatever it looks like', async () => {
  for (const token of ['x', 'A'.repeat(43), '..%2F', `${'A'.repeat(43)}'`]) {
    const answer = await app.send(`GET /invitations/${token}`);
    assert.deepEqual([answer.status, answer.body.code], [404, 'linkUnknown'], token);
  }
});
