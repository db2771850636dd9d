import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apiRoutes } from '../../src/routes.ts';
import { useApp } from '../harness.ts';
import { makePerson } from './people.ts';

/** People of one account see and change nothing of another, whatever their role; keys get nothing that is for people. */
const app = useApp();

const routes = apiRoutes({ baseUrl: '' } as Parameters<typeof apiRoutes>[0]);

test('every operation for people, tried by an administrator of another account, gives nothing of it', async () => {
  const [mine, theirs] = [await app.account({ name: 'mine' }), await app.account({ name: 'secret-name' })];
  const me = await (await makePerson(app, { accountId: mine.accountId })).signIn();
  const other = await makePerson(app, {
    accountId: theirs.accountId,
    name: 'secret-name',
    email: 'secret-name@example.com',
  });
  const them = await other.signIn();
  const invitation = (
    await them.send('POST /team/invitations', { body: { email: 'secret-name2@example.com', role: 'viewer' } })
  ).body;
  const [session] = (await them.send('GET /session/all')).body.results;
  const foreign: Record<string, string> = {
    personId: other.personId,
    invitationId: invitation.invitationId,
    sessionId: session.sessionId,
    consumerId: '01900000-0000-7000-8000-000000000000',
  };
  const own = routes.filter((route) => route.access === 'session' && !leaves.includes(route.operationId));
  assert.ok(own.length > 12);
  for (const route of own) {
    const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => foreign[name] ?? assert.fail(name));
    const body = route.body ? { body: bodies[route.operationId] ?? { role: 'viewer' } } : {};
    const answer = await me.send(`${route.method} ${path}`, body);
    if (route.path.includes('{')) {
      // A session is a person's; the consumer is nobody's.
      const expected = /\{(sessionId|consumerId)\}/.test(route.path) ? 404 : 403;
      assert.equal(answer.status, expected, `${route.operationId} answered ${answer.status}`);
    }
    assert.doesNotMatch(
      answer.text,
      new RegExp(`secret-name|${theirs.accountId}|${other.personId}`),
      route.operationId,
    );
  }
  assert.equal((await them.send('GET /session')).status, 200);
  assert.equal((await them.send('GET /team')).body.results[0].role, 'administrator');
});

/** They end the session that asks. */
const leaves = ['signOut'];

const bodies: Record<string, object> = {
  changeSession: { accountId: '01900000-0000-7000-8000-000000000000' },
  changePassword: { current: 'wrong password', password: 'another good password' },
  changePerson: { name: 'me' },
  confirmTotp: { code: '123456' },
  inviteMember: { email: 'mine@example.com', role: 'viewer' },
  setConsumerAuthorization: { value: 'Basic x' },
};

test('every operation for people refuses a key, and every one of the operator refuses a person who is none', async () => {
  const account = await app.account();
  const person = await (await makePerson(app, { accountId: account.accountId })).signIn();
  const anything = '01900000-0000-7000-8000-000000000000';
  for (const route of routes.filter(({ access }) => access === 'session' || access === 'operator')) {
    const request = `${route.method} ${route.path.replace(/\{\w+\}/g, anything)}`;
    const body = route.body ? { body: {} } : {};
    const byKey = await account.send(request, body);
    assert.deepEqual([byKey.status, byKey.body.code], [403, 'sessionOnly'], route.operationId);
    if (route.access !== 'operator') continue;
    const byPerson = await person.send(request, body);
    assert.deepEqual([byPerson.status, byPerson.body.code], [403, 'roleTooLow'], route.operationId);
  }
});

test('what is for people is for nobody else: without key and cookie, every operation answers 401', async () => {
  for (const route of routes.filter(({ access }) => access !== 'open')) {
    const answer = await app.send(
      `${route.method} ${route.path.replace(/\{\w+\}/g, 'x')}`,
      route.body ? { body: {} } : {},
    );
    assert.equal(answer.status, 401, route.operationId);
  }
});

test('answers about people are kept by nobody on the way', async () => {
  const person = await (await makePerson(app, { accountId: (await app.account()).accountId })).signIn();
  assert.equal((await person.send('GET /session')).headers.get('cache-control'), 'no-store');
  assert.equal((await app.send('GET /session/methods')).headers.get('cache-control'), 'no-store');
  assert.equal((await person.send('GET /companies')).headers.get('cache-control'), 'private, no-cache');
});
