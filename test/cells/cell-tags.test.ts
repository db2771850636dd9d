import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { registryOf } from '../../src/connectors/registry.ts';
import { kindNames } from '../../src/notices/kinds.ts';
import { makeMuteToken } from '../../src/notices/mute-token.ts';
import { makeResetLink } from '../../src/people/sign-in/request-reset.ts';
import { oauthPlatform } from '../connections/oauth-platform.ts';
import { authorize, begin, redirectUri } from '../connections/oauth-stage.ts';
import { startAuthorizationServer } from '../contract-servers/authorization-server.ts';
import { startOn, type TestApp, useApp } from '../harness.ts';
import { cookieOf, makePerson, ownOrigin, trySignIn } from '../people/people.ts';

/**
 * What reaches the service without a key begins with the name of its cell, and what an installation with one cell has
 * made before still works. `app` is one of several cells; `alone` is the same database without DAYBOOK_CELLS.
 */
const server = await startAuthorizationServer({ redirectUri });
after(() => server.stop());
const registry = registryOf([oauthPlatform(server.issuer)]);
const cells = [
  { name: 'eu1', url: 'http://127.0.0.1:1' },
  { name: 'eu2', url: 'http://127.0.0.1:2' },
];
const app = useApp({ registry, config: { cell: 'eu1', cells, cellsKey: Buffer.alloc(32, 1) } });
let alone: TestApp;
let stopAlone: () => Promise<void>;
before(async () => {
  ({ app: alone, stop: stopAlone } = await startOn(app.databaseUrl, { registry, config: { cell: 'eu1' } }));
});
after(() => stopAlone());

const lastPart = (url: string) => url.split('/').at(-1) ?? '';

test('the cookie of a session begins with the cell, and one without it still works', async () => {
  const { accountId } = await app.account();
  const person = await makePerson(app, { accountId });
  for (const [made, form] of [
    [app, /^daybook_session=eu1\.[\w-]{43}$/],
    [alone, /^daybook_session=[\w-]{43}$/],
  ] as const) {
    const cookie = cookieOf(await trySignIn(made, { email: person.email }));
    assert.match(cookie, form);
    for (const asked of [app, alone])
      assert.equal((await asked.send('GET /session', { headers: { cookie } })).status, 200);
  }
  const cookie = 'daybook_session=eu1.eu1.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';
  assert.equal((await app.send('GET /session', { headers: { cookie } })).status, 401);
});

test('the name of another cell on a session or a state does not make it valid', async () => {
  const { accountId } = await app.account();
  const { cookie } = await (await makePerson(app, { accountId })).signIn();
  const elsewhere = cookie.replace('eu1.', 'eu2.');
  assert.notEqual(elsewhere, cookie);
  assert.equal((await app.send('GET /session', { headers: { cookie: elsewhere } })).status, 401);
});

test('the state of an authorization begins with the cell and leads back; one without it does, too', async () => {
  for (const [made, form] of [
    [app, /^eu1\.[\w-]{43}$/],
    [alone, /^[\w-]{43}$/],
  ] as const) {
    const begun = await begin(made, { platformKey: 'ledger', application: server.client });
    assert.match(new URL(begun.authorizeUrl).searchParams.get('state') ?? '', form);
    const answer = await authorize(app, begun);
    assert.equal(answer.status, 302, answer.text);
    assert.match(answer.headers.get('location') ?? '', /outcome=linked/);
  }
});

test('link pages begin with the cell, and links from before still open', async () => {
  const account = await app.account();
  const { companyId, redirect } = (await account.send('POST /companies', { body: { name: 'Bakery' } })).body;
  assert.match(redirect, /\/link\/eu1\.[\w-]{20,100}$/);
  const old = (await alone.send(`GET /companies/${companyId}`, { key: account.key })).body.redirect;
  assert.equal(lastPart(redirect), `eu1.${lastPart(old)}`);
  for (const link of [redirect, old]) assert.equal((await app.send(`GET /links/${lastPart(link)}`)).status, 200);
  assert.equal((await app.send(`GET /links/${lastPart(redirect).slice(0, -2)}AA`)).status, 404);
});

test('links to set a password begin with the cell, and links from before still open', async () => {
  const person = await makePerson(app);
  for (const [made, form] of [
    [app, /\/portal\/invitations\/eu1\.[\w-]{43}$/],
    [alone, /\/portal\/invitations\/[\w-]{43}$/],
  ] as const) {
    const ctx = { ...made.ctx, baseUrl: made.ctx.config.baseUrl };
    const options = { person: { person_id: person.personId }, isMailed: true, keptMs: 60_000 };
    const url = await makeResetLink(ctx, ctx.db.people, options);
    assert.match(url, form);
    assert.equal((await app.send(`GET /invitations/${lastPart(url)}`)).body.email, person.email);
  }
});

test('a mute link is read with and without the cell', async () => {
  const { accountId } = await app.account();
  const { personId: recipientId } = await makePerson(app, { accountId });
  const [kind] = kindNames;
  const { system } = app.ctx.db;
  await sql`insert into notice_choice (account_id, person_id, kind, medium)
    values (${accountId}, ${recipientId}, ${kind}, 'email')`.execute(system);
  const expires = new Date(Date.now() + 60_000);
  const token = makeMuteToken(app.ctx.muteKey, { accountId, medium: 'email', recipientId, kinds: [kind], expires });
  const status = async (text: string) => (await app.send(`GET /notices/mutes/${text}`)).status;
  // Not the last character: some of its bits are not used.
  const wrong = token.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'));
  assert.deepEqual([await status(`eu1.${token}`), await status(token), await status(wrong)], [200, 200, 404]);
});

test('the URL for notifications of a platform names the cell before the account, and one without it still works', async () => {
  const account = await app.account();
  await account.send('PUT /platforms/ledger/application', { body: server.client });
  const { notificationUrl } = (await account.send('GET /platforms/ledger/application')).body;
  assert.equal(lastPart(notificationUrl), `eu1.${account.accountId}`);
  const notify = (id: string) =>
    app.send(`POST /providers/ledger/notifications/${id}`, { body: {}, headers: ownOrigin, unchecked: true });
  // Neither is signed by the platform, so both get as far as the signature. An id of another form does not.
  assert.deepEqual(
    [(await notify(lastPart(notificationUrl))).status, (await notify(account.accountId)).status],
    [401, 401],
  );
  assert.equal((await notify(`eu1.eu1.${account.accountId}`)).status, 404);
});
