import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apiRoutes } from '../../src/routes.ts';
import { useApp } from '../harness.ts';
import { makePerson } from './people.ts';

/**
 * People of one account cannot see or change another, whatever their role. API keys cannot use operations for people.
 */
const app = useApp();

const routes = apiRoutes({ baseUrl: '' } as Parameters<typeof apiRoutes>[0]);

test('no operation for people reveals anything to an administrator of another account', async () => {
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
  const chat = { name: 'secret-name', url: 'http://127.0.0.1:1/secret-name', kinds: ['consumerFailing'] };
  const { chatId } = (await them.send('POST /notices/chats', { body: chat })).body;
  const [session] = (await them.send('GET /session/all')).body.results;
  const foreign: Record<string, string> = {
    personId: other.personId,
    invitationId: invitation.invitationId,
    sessionId: session.sessionId,
    chatId,
    consumerId: '01900000-0000-7000-8000-000000000000',
  };
  const own = routes
    .filter((route) => route.access === 'session' && !leaves.includes(route.operationId))
    // Requests with the other account's ids come last: the caller's own request log then shows their paths.
    .sort((a, b) => Number(a.path.includes('{')) - Number(b.path.includes('{')));
  assert.ok(own.length > 12);
  for (const route of own) {
    const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => foreign[name] ?? assert.fail(name));
    const body = route.body ? { body: bodies[route.operationId] ?? { role: 'viewer' } } : {};
    const answer = await me.send(`${route.method} ${path}`, body);
    if (route.path.includes('{')) {
      // A session belongs to a person, not to an account; the consumer does not exist.
      const expected = /\{(sessionId|consumerId)\}/.test(route.path) ? 404 : 403;
      assert.equal(answer.status, expected, `${route.operationId} returned ${answer.status}`);
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

/** They close the session that sends the request. */
const leaves = ['signOut'];

const bodies: Record<string, object> = {
  changeSession: { accountId: '01900000-0000-7000-8000-000000000000' },
  changePassword: { current: 'wrong password', password: 'another good password' },
  changePerson: { name: 'me' },
  confirmTotp: { code: '123456' },
  inviteMember: { email: 'mine@example.com', role: 'viewer' },
  setNoticeChoice: { kind: 'consumerFailing', email: true, browser: true },
  createNoticeChat: { name: 'mine', url: 'http://127.0.0.1:1/', kinds: ['consumerFailing'] },
  changeNoticeChat: { mutedUntil: null },
  setConsumerAuthorization: { value: 'Basic x' },
  setConsumerOauth: { tokenUrl: 'http://127.0.0.1:9/', clientId: 'a', clientSecret: 'b' },
};

test('operations for people reject API keys, and operator operations reject people who are not operators', async () => {
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

test('without a key or a cookie, every operation returns 401', async () => {
  for (const route of routes.filter(({ access }) => access !== 'open')) {
    const answer = await app.send(
      `${route.method} ${route.path.replace(/\{\w+\}/g, 'x')}`,
      route.body ? { body: {} } : {},
    );
    assert.equal(answer.status, 401, route.operationId);
  }
});

test('responses about people are not cached', async () => {
  const person = await (await makePerson(app, { accountId: (await app.account()).accountId })).signIn();
  assert.equal((await person.send('GET /session')).headers.get('cache-control'), 'no-store');
  assert.equal((await app.send('GET /session/methods')).headers.get('cache-control'), 'no-store');
  assert.equal((await person.send('GET /companies')).headers.get('cache-control'), 'private, no-cache');
});
