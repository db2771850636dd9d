import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Role } from '../../src/http/access/principal.ts';
import { useApp } from '../harness.ts';
import { type Browser, makePerson, ownOrigin } from './people.ts';

const app = useApp();

async function makeTeam() {
  const account = await app.account();
  const { accountId } = account;
  const people = {
    viewer: await makePerson(app, { accountId, role: 'viewer', name: 'Vera' }),
    developer: await makePerson(app, { accountId, role: 'developer', name: 'Dan' }),
    administrator: await makePerson(app, { accountId, role: 'administrator', name: 'Ann' }),
  };
  const browsers = {
    viewer: await people.viewer.signIn(),
    developer: await people.developer.signIn(),
    administrator: await people.administrator.signIn(),
  };
  return { account, people, browsers };
}

const outcome = ({ status, body }: { status: number; body: { code?: string } | undefined }) =>
  status < 400 ? 'done' : body?.code;

test('a role can do what it includes and nothing more; the error names the required role', async () => {
  const { browsers } = await makeTeam();
  const operations: [request: string, body: object | undefined, least: Role][] = [
    ['GET /companies', undefined, 'viewer'],
    ['GET /apiKeys', undefined, 'viewer'],
    ['GET /team', undefined, 'viewer'],
    ['GET /webhooks/consumers', undefined, 'viewer'],
    ['POST /companies', { name: 'made' }, 'developer'],
    ['PUT /profile/syncSettings', { settings: [] }, 'developer'],
    ['POST /apiKeys', { name: 'key' }, 'administrator'],
    ['POST /team/invitations', { email: 'new@example.com', role: 'viewer' }, 'administrator'],
    ['GET /audit', undefined, 'administrator'],
  ];
  const order: Role[] = ['viewer', 'developer', 'administrator'];
  for (const [request, body, least] of operations) {
    for (const role of order) {
      const answer = await browsers[role].send(request, body ? { body } : {});
      const isAllowed = order.indexOf(role) >= order.indexOf(least);
      assert.equal(outcome(answer), isAllowed ? 'done' : 'roleTooLow', `${role}: ${request}`);
      if (!isAllowed) assert.match(answer.body.error, new RegExp(`"${least}"`));
    }
  }
});

test('a key cannot use operations for people, nor a person those of the operator', async () => {
  const { account, browsers } = await makeTeam();
  for (const request of ['GET /session', 'GET /team', 'GET /audit', 'GET /session/all'])
    assert.equal(outcome(await account.send(request)), 'sessionOnly', request);
  assert.equal(
    outcome(
      await browsers.administrator.send('PATCH /session', { body: { accountId: (await app.account()).accountId } }),
    ),
    'notFound',
  );
});

test('R-COMPANY-09: createdByUserName names the person who created the company; a key leaves it out', async () => {
  const { account, browsers } = await makeTeam();
  const { body } = await browsers.developer.send('POST /companies', { body: { name: 'by Dan' } });
  assert.equal(body.createdByUserName, 'Dan');
  assert.equal(
    (await account.send('POST /companies', { body: { name: 'by a key' } })).body.createdByUserName,
    undefined,
  );
  const found = await account.send('GET /companies?query=createdByUserName=Dan');
  assert.deepEqual(
    found.body.results.map((company: { name: string }) => company.name),
    ['by Dan'],
  );
});

test('a changed role takes effect at once, and so does a removal', async () => {
  const { browsers, people } = await makeTeam();
  const change = (personId: string, role: Role) =>
    browsers.administrator.send(`PATCH /team/${personId}`, { body: { role } });
  const changed = await change(people.viewer.personId, 'developer');
  assert.deepEqual([changed.status, changed.body.role, changed.body.name], [200, 'developer', 'Vera']);
  assert.equal(outcome(await browsers.viewer.send('POST /companies', { body: { name: 'now' } })), 'done');
  await change(people.viewer.personId, 'viewer');
  assert.equal(outcome(await browsers.viewer.send('POST /companies', { body: { name: 'no more' } })), 'roleTooLow');

  assert.equal((await browsers.administrator.send(`DELETE /team/${people.developer.personId}`)).status, 204);
  assert.equal(outcome(await browsers.developer.send('GET /companies')), 'roleTooLow');
  const session = await browsers.developer.send('GET /session');
  assert.deepEqual([session.status, session.body.account, session.body.accounts], [200, undefined, []]);
  assert.equal((await browsers.administrator.send(`DELETE /team/${people.developer.personId}`)).status, 404);
});

test('the last administrator cannot be demoted or removed, not even by two concurrent requests', async () => {
  const { account, browsers, people } = await makeTeam();
  const own = people.administrator.personId;
  assert.equal(
    outcome(await browsers.administrator.send(`PATCH /team/${own}`, { body: { role: 'viewer' } })),
    'lastAdministrator',
  );
  assert.equal(outcome(await browsers.administrator.send(`DELETE /team/${own}`)), 'lastAdministrator');
  const second = await makePerson(app, { accountId: account.accountId });
  const other = await second.signIn();
  const answers = await Promise.all([
    browsers.administrator.send(`DELETE /team/${second.personId}`),
    other.send(`DELETE /team/${own}`),
  ]);
  const outcomes = answers.map(outcome);
  assert.equal(outcomes.filter((one) => one === 'done').length, 1, String(outcomes));
  const { rows } = {
    rows: await app.ctx.db.system
      .selectFrom('member')
      .select('role')
      .where('account_id', '=', account.accountId)
      .where('role', '=', 'administrator')
      .execute(),
  };
  assert.equal(rows.length, 1);
});

test("an operator enters an account as its administrator, and the account's audit log shows it; others cannot", async () => {
  const { account, browsers } = await makeTeam();
  const operator = await (await makePerson(app, { isOperator: true, name: 'Otto' })).signIn();
  const before = await operator.send('GET /session');
  assert.deepEqual([before.body.account, before.body.person.isOperator], [undefined, true]);
  assert.equal(outcome(await operator.send('GET /companies')), 'roleTooLow');
  const entered = await operator.send('PATCH /session', { body: { accountId: account.accountId } });
  assert.equal(entered.body.account.role, 'administrator');
  assert.equal((await operator.send('POST /companies', { body: { name: 'fixed' } })).status, 200);
  const { body } = await browsers.administrator.send('GET /audit?query=actor.kind=operator');
  assert.deepEqual(
    body.results.map((row: { operation: string; actor: { name: string } }) => [row.operation, row.actor.name]),
    [
      ['createCompany', 'Otto'],
      ['operatorEntered', 'Otto'],
      ...Array.from({ length: 3 }, () => ['createPerson', 'command line']),
    ],
  );
});

test('a person with several accounts switches between them and sees only the data of each', async () => {
  const [first, second] = [await app.account({ name: 'A' }), await app.account({ name: 'B' })];
  const person = await makePerson(app, { accountId: first.accountId, role: 'viewer' });
  await app.ctx.db.system
    .insertInto('member')
    .values({ account_id: second.accountId, person_id: person.personId, role: 'administrator', joined_at: new Date() })
    .execute();
  await second.send('POST /companies', { body: { name: 'in B' } });
  const browser = await person.signIn();
  assert.equal((await browser.send('GET /companies')).body.totalResults, 0);
  assert.equal(
    (await browser.send('PATCH /session', { body: { accountId: second.accountId } })).body.account.role,
    'administrator',
  );
  assert.equal((await browser.send('GET /companies')).body.totalResults, 1);
});

test("requests of people do not count towards the account's own limit", async () => {
  const { account, browsers } = await makeTeam();
  const before = await account.send('GET /companies');
  const person = await browsers.viewer.send('GET /companies');
  assert.equal(person.headers.get('ratelimit-policy'), '"minute";q=1200;w=60, "day";q=1728000;w=86400');
  for (let i = 0; i < 5; i++) await browsers.viewer.send('GET /companies');
  const used = await app.ctx.db.system
    .selectFrom('request_quota')
    .select('minute_used')
    .where('account_id', '=', account.accountId)
    .executeTakeFirst();
  assert.ok(used);
  assert.notEqual(before.headers.get('x-rate-limit-limit'), person.headers.get('x-rate-limit-limit'));
});

test('people can list and close their own sessions, but not those of others', async () => {
  const { people, browsers } = await makeTeam();
  const phone = await people.viewer.signIn();
  const listed = (await browsers.viewer.send('GET /session/all')).body.results;
  assert.equal(listed.length, 2);
  assert.deepEqual(listed.map((one: { isThis: boolean }) => one.isThis).sort(), [false, true]);
  const other = listed.find((one: { isThis: boolean }) => !one.isThis);
  const end = (browser: Browser) => browser.send(`DELETE /session/all/${other.sessionId}`);
  assert.equal((await end(browsers.developer)).status, 404);
  assert.equal((await end(browsers.viewer)).status, 204);
  assert.equal((await phone.send('GET /session')).status, 401);
  assert.equal((await browsers.viewer.send('GET /session')).status, 200);
});

test('changing the password closes the other sessions and needs the current password', async () => {
  const { people, browsers } = await makeTeam();
  const phone = await people.viewer.signIn();
  const change = (current: string, password: string) =>
    browsers.viewer.send('PUT /session/password', { body: { current, password } });
  assert.equal(outcome(await change('wrong password', 'a quite new password')), 'passwordIncorrect');
  for (const weak of ['short', people.viewer.email, 'password12345', '111111111111', 'Daybook-2026!!', 'x'.repeat(201)])
    assert.equal(outcome(await change('plum harbour ninety kites', weak)), 'passwordWeak', weak);
  assert.equal(outcome(await change('plum harbour ninety kites', 'a quite new password')), 'done');
  assert.equal((await phone.send('GET /session')).status, 401);
  assert.equal((await browsers.viewer.send('GET /session')).status, 200);
  const again = await app.send('POST /session', {
    body: { email: people.viewer.email, password: 'a quite new password' },
    headers: ownOrigin,
  });
  assert.equal(again.status, 200);
});

test('a changed name appears in the session and in the team list', async () => {
  const { browsers } = await makeTeam();
  const { body } = await browsers.viewer.send('PATCH /session/person', { body: { name: ' Vera Lynn ' } });
  assert.equal(body.person.name, 'Vera Lynn');
  const found = await browsers.administrator.send('GET /team?query=name=Vera Lynn');
  assert.equal(found.body.totalResults, 1);
});
