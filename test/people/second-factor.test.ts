import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import { commandLine } from '../../src/audit/write-audit.ts';
import { settableClock } from '../../src/base/clock.ts';
import { minuteMs } from '../../src/base/durations.ts';
import { createPerson } from '../../src/people/team/create-person.ts';
import { apiRoutes } from '../../src/routes.ts';
import { waitFor } from '../wait-for.ts';
import { useAppWithMail } from './mail-server.ts';
import { type Browser, goodPassword, makeCode, makePerson, ownOrigin, signInAs } from './people.ts';

/** Who must use a second factor, and which changes ask for the password again. */
const clock = settableClock('2026-03-01T10:00:00Z');
const { app, mail } = await useAppWithMail({ clock });

async function setUpCodes(browser: Browser): Promise<void> {
  const { secret } = (await browser.send('POST /session/totp')).body;
  const code = TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: clock.nowMs() });
  const confirmed = await browser.send('PUT /session/totp', { body: { code } });
  assert.equal(confirmed.status, 200, confirmed.text);
  clock.advanceMs(30_000);
}

test('A-25: an operator without a second factor can do nothing but set one up', async () => {
  const { accountId } = await app.account();
  const email = 'olga@operator.example';
  await createPerson(app.ctx, { email, password: goodPassword, isOperator: true, by: commandLine });
  const browser = await signInAs(app, { email });
  const session = await browser.send('GET /session');
  assert.equal(session.body.person.needsSecondFactor, true);
  for (const request of ['GET /operator/accounts', 'GET /operator/health']) {
    const answer = await browser.send(request);
    assert.deepEqual([answer.status, answer.body.code], [403, 'secondFactorRequired'], request);
  }
  await browser.send('PATCH /session', { body: { accountId } });
  assert.equal((await browser.send('GET /companies')).body.code, 'secondFactorRequired', 'also inside an account');
  await setUpCodes(browser);
  assert.equal((await browser.send('GET /session')).body.person.needsSecondFactor, false);
  assert.equal((await browser.send('GET /operator/accounts')).status, 200);
  assert.equal((await browser.send('GET /companies')).status, 200);
});

test('A-25: an account can require a second factor from its members', async () => {
  const { accountId } = await app.account();
  const administrator = await (await makePerson(app, { accountId })).signIn();
  const viewer = await (await makePerson(app, { accountId, role: 'viewer' })).signIn();
  assert.deepEqual((await viewer.send('GET /team/settings')).body, { secondFactorRequired: false });
  const body = { secondFactorRequired: true };
  assert.equal((await viewer.send('PUT /team/settings', { body })).status, 403);
  const set = await administrator.send('PUT /team/settings', { body });
  assert.deepEqual([set.status, set.body], [200, body]);
  assert.equal((await viewer.send('GET /companies')).body.code, 'secondFactorRequired');
  assert.equal((await viewer.send('GET /session')).body.person.needsSecondFactor, true);
  await setUpCodes(viewer);
  assert.equal((await viewer.send('GET /companies')).status, 200);
  const elsewhere = (await app.account()).accountId;
  const other = await (await makePerson(app, { accountId: elsewhere })).signIn();
  assert.equal((await other.send('GET /companies')).status, 200, 'other accounts require none');
});

test('A-25: a sensitive change asks for the password again 15 minutes after it was entered', async () => {
  const { accountId } = await app.account();
  const { personId, signIn } = await makePerson(app, { accountId });
  const browser = await signIn();
  const create = () => browser.send('POST /apiKeys', { body: { name: 'x' } });
  assert.equal((await create()).status, 201, 'just signed in');
  clock.advanceMs(16 * minuteMs);
  const refused = await create();
  assert.deepEqual([refused.status, refused.body.code], [403, 'proofRequired']);
  assert.equal((await browser.send('POST /companies', { body: { name: 'x' } })).status, 200, 'other changes pass');
  const prove = (body: object) => browser.send('POST /session/proof', { body });
  const wrong = await prove({ password: 'not the right password' });
  assert.deepEqual([wrong.status, wrong.body.code], [400, 'passwordIncorrect']);
  assert.equal((await create()).status, 403);
  assert.equal((await prove({ password: goodPassword })).status, 204);
  assert.equal((await create()).status, 201);

  await setUpCodes(browser);
  clock.advanceMs(16 * minuteMs);
  assert.equal((await browser.send('DELETE /session/totp?code=123456')).body.code, 'proofRequired');
  assert.equal((await prove({ password: goodPassword })).body.code, 'codeRequired', 'and the second factor');
  assert.equal((await prove({ password: goodPassword, code: await makeCode(app, personId) })).status, 204);
  const removed = await browser.send(`DELETE /session/totp?code=${await makeCode(app, personId)}`);
  assert.equal(removed.status, 204, removed.text);
});

test('A-25: these operations are sensitive, and an API key is not asked for a password', async () => {
  const routes = apiRoutes({ baseUrl: '' } as Parameters<typeof apiRoutes>[0]);
  const names = routes.filter((route) => route.sensitive).map(({ operationId }) => operationId);
  assert.deepEqual(names.sort(), [
    'changeMember',
    'changePassword',
    'changeTeamSettings',
    'confirmTotp',
    'createApiKey',
    'deleteApiKey',
    'removeConsumerAuthorization',
    'removeTotp',
    'rotateConsumerSecret',
    'setApplication',
    'setConsumerAuthorization',
    'setConsumerOauth',
    'startTotp',
  ]);
  const account = await app.account();
  clock.advanceMs(60 * minuteMs);
  assert.equal((await account.send('POST /apiKeys', { body: { name: 'x' } })).status, 201);
});

test('A-25: a sensitive change is reported to the person by e-mail', async () => {
  const { accountId } = await app.account();
  const { email, signIn } = await makePerson(app, { accountId });
  const browser = await signIn();
  const told = (subject: RegExp) =>
    waitFor(() => mail.mails.some((one) => one.to === email && subject.test(one.subject)));
  await browser.send('POST /apiKeys', { body: { name: 'x' } });
  await told(/^An API key was created/);
  await setUpCodes(browser);
  await told(/^A second factor was set up/);
  const password = 'a kettle under seven umbrellas';
  const changed = await browser.send('PUT /session/password', { body: { current: goodPassword, password } });
  assert.equal(changed.status, 204, changed.text);
  await told(/^Your password was changed/);
  const { text } = mail.mails.findLast((one) => one.to === email) ?? { text: '' };
  assert.match(text, /from the IP address 127\.0\.0\.1/);
  assert.ok(!text.includes(password));

  const other = await makePerson(app, { accountId });
  await app.send('POST /session/password-reset', { body: { email: other.email }, headers: ownOrigin });
  const token = await mail.linkTo(other.email);
  const reset = await app.send(`POST /invitations/${token}`, { body: { password }, headers: ownOrigin });
  assert.equal(reset.status, 200, reset.text);
  await waitFor(() => mail.mails.some(({ to, subject }) => to === other.email && /password was reset/.test(subject)));
});
