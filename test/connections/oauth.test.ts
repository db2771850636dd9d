import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { AuthRejected } from '@daybook/connector-kit';
import { sql } from 'kysely';
import { authorizationServer } from '../../src/connections/oauth/authorization-server.ts';
import { revokeTokens } from '../../src/connections/oauth/revoke-tokens.ts';
import { registryOf } from '../../src/connectors/registry.ts';
import { startAuthorizationServer } from '../contract-servers/authorization-server.ts';
import { useApp } from '../harness.ts';
import { waitFor } from '../wait-for.ts';
import { authorizeInBrowser } from './authorize-in-browser.ts';
import { oauthPlatform } from './oauth-platform.ts';
import { authorize, begin, beginAgain, comeBack, linked, redirectUri, tokenRow } from './oauth-stage.ts';

const server = await startAuthorizationServer({ redirectUri });
after(() => server.stop());
const platform = oauthPlatform(server.issuer);
const app = useApp({ registry: registryOf([platform]) });
const start = () => begin(app, { platformKey: 'ledger', application: server.client });

test('an authorization with code and PKCE links the connection and redirects the browser, and data can be fetched', async () => {
  const begun = await start();
  const asked = new URL(begun.authorizeUrl).searchParams;
  assert.deepEqual(
    [asked.get('response_type'), asked.get('code_challenge_method'), asked.get('scope'), asked.get('redirect_uri')],
    ['code', 'S256', 'accounting offline_access', redirectUri],
  );
  assert.match(
    begun.cookie,
    /^daybook_authorization_[\w-]{16}=[\w-]{43}; Path=\/oauth; Max-Age=1800; HttpOnly; SameSite=Lax$/,
  );
  const answer = await authorize(app, begun);
  const { body: connection } = await begun.account.send(`GET ${begun.path}`);
  assert.deepEqual([answer.status, connection.status], [302, 'Linked']);
  assert.equal(answer.headers.get('location'), `${connection.linkUrl}?outcome=linked&platform=ledger`);
  const { account, companyId } = begun;
  await account.send(`POST /companies/${companyId}/data/queue/info`);
  const read = () => account.send(`GET /companies/${companyId}/data/info`);
  await waitFor(async () => (await read()).body.results?.length === 1);
  assert.equal((await read()).body.results[0].companyName, 'Acme Ltd');
});

test('tokens, verifier and secret are stored encrypted, and appear in no response and not in the log', async () => {
  const begun = await linked(app, server);
  const { account } = begun;
  const row = (await tokenRow(app, begun)) ?? assert.fail();
  assert.match(row.tokens, /^v1\.test\./);
  const read = await account.send('GET /platforms/ledger/application');
  const { created, changed, ...shown } = read.body;
  assert.deepEqual(shown, {
    platformKey: 'ledger',
    clientId: 'daybook',
    hasNotificationKey: false,
    redirectUri,
    notificationUrl: `http://api.test/providers/ledger/notifications/${account.accountId}`,
  });
  const kept = await sql`select * from oauth_application, oauth_state`.execute(app.ctx.db.system);
  assert.ok(!JSON.stringify(kept.rows).includes(server.client.clientSecret));
  assert.ok(!JSON.stringify(app.logLines).includes(server.client.clientSecret));
});

test('a state can be used only once', async () => {
  const begun = await start();
  const back = await authorizeInBrowser(begun.authorizeUrl, redirectUri);
  assert.equal((await comeBack(app, back, begun.cookie)).status, 302);
  const before = server.requests();
  const again = await comeBack(app, back, begun.cookie);
  assert.equal(again.status, 400);
  assert.match(again.text, /^This authorization was already used.+start again\.\n$/);
  assert.equal(server.requests(), before, 'no request is sent to the platform');
});

test("a platform's error that is cut in the middle of a character is still reported", async () => {
  const begun = await start();
  const state = new URL(begun.authorizeUrl).searchParams.get('state');
  const back = new URL(`${redirectUri}?${new URLSearchParams({ state: state ?? '', error: `x${'😀'.repeat(60)}` })}`);
  const answer = await comeBack(app, back, begun.cookie);
  assert.equal(answer.status, 302, answer.text);
  assert.match(answer.headers.get('location') ?? '', /outcome=refused/);
});

test('of several concurrent callbacks with the same state, only one succeeds', async () => {
  const begun = await start();
  const back = await authorizeInBrowser(begun.authorizeUrl, redirectUri);
  const statuses = await Promise.all([1, 2, 3, 4].map(async () => (await comeBack(app, back, begun.cookie)).status));
  assert.deepEqual(statuses.sort(), [302, 400, 400, 400]);
});

test('a state from another browser, an unknown state and an expired state are rejected', async () => {
  const [mine, theirs, late] = [await start(), await start(), await start()];
  const back = await authorizeInBrowser(theirs.authorizeUrl, redirectUri);
  assert.equal((await comeBack(app, back, mine.cookie)).status, 400, 'another browser');
  assert.equal((await comeBack(app, back, theirs.cookie)).status, 400, 'the attempt has used it up');
  assert.equal((await theirs.account.send(`GET ${theirs.path}`)).body.status, 'PendingAuth');
  const invented = new URL(`${redirectUri}?code=x&state=invented`);
  assert.equal((await comeBack(app, invented, mine.cookie)).status, 400, 'unknown state');
  assert.equal((await comeBack(app, new URL(redirectUri), mine.cookie)).status, 400, 'no state at all');
  const malformed = await comeBack(app, new URL(`${redirectUri}?state=1&state=2`), mine.cookie);
  assert.deepEqual([malformed.status, malformed.body.code], [400, 'inputInvalid'], malformed.text);
  const backLate = await authorizeInBrowser(late.authorizeUrl, redirectUri);
  await sql`update oauth_state set expires_at = now() where connection_id = ${late.connectionId}`.execute(
    app.ctx.db.system,
  );
  assert.equal((await comeBack(app, backLate, late.cookie)).status, 400, 'expired');
});

test('a person who declines on the platform returns to the link page, and an event reports it', async () => {
  server.consent.answer = 'no';
  const begun = await start();
  const answer = await authorize(app, begun);
  server.consent.answer = 'yes';
  assert.match(answer.headers.get('location') ?? '', /\/link\/[\w-]{75}\?outcome=denied&platform=ledger$/);
  assert.equal((await begun.account.send(`GET ${begun.path}`)).body.status, 'PendingAuth');
  const { rows } = await sql<{ body: string }>`select body::text from message
    where account_id = ${begun.accountId} and event_type = 'connection.failed'`.execute(app.ctx.db.system);
  assert.equal(rows.length, 1);
  assert.match(rows[0]?.body ?? '', /Access to Ledger was not granted, because the person who was asked declined\./);
});

test('a code is rejected without the verifier that it was requested with', async () => {
  const begun = await start();
  const back = await authorizeInBrowser(begun.authorizeUrl, redirectUri);
  const application = { ...server.client, notificationKey: undefined };
  const oauth = platform.oauth ?? assert.fail();
  const talk = authorizationServer(app.ctx, { platform: oauth, application, name: 'Ledger' });
  await assert.rejects(
    talk.exchange({ callback: back.searchParams, redirectUri, codeVerifier: 'x'.repeat(43) }),
    (error: Error) => error instanceof AuthRejected && /invalid_grant/.test(error.message),
  );
});

test('if the platform does not respond, the connection stays pending, and the authorization can be started again', async () => {
  const begun = await start();
  const back = await authorizeInBrowser(begun.authorizeUrl, redirectUri);
  server.failTokens(1);
  const answer = await comeBack(app, back, begun.cookie);
  assert.match(answer.headers.get('location') ?? '', /\?outcome=unavailable&platform=ledger$/);
  const again = await beginAgain(app, begun.account, begun, 'ledger');
  assert.equal((await authorize(app, { ...begun, ...again })).status, 302);
  assert.equal((await begun.account.send(`GET ${begun.path}`)).body.status, 'Linked');
});

test('without an OAuth application no authorization can start, and credentials are not accepted instead', async () => {
  const account = await app.account();
  assert.equal((await account.send('GET /platforms/ledger/application')).status, 404);
  const { companyId } = (await account.send('POST /companies', { body: { name: 'a' } })).body;
  const body = { platformKey: 'ledger' };
  const { connectionId } = (await account.send(`POST /companies/${companyId}/connections`, { body })).body;
  await assert.rejects(
    beginAgain(app, account, { companyId, connectionId }, 'ledger'),
    /no OAuth application for Ledger is set up/,
  );
  const path = `/companies/${companyId}/connections/${connectionId}/authorization`;
  const refused = await account.send(`PUT ${path}`, { body: { credentials: {} } });
  assert.deepEqual([refused.status, refused.body.code], [409, 'wrongState']);
  const set = await account.send('PUT /platforms/nobody/application', { body: server.client });
  assert.equal(set.status, 404);
});

test('unlinking or deleting a connection revokes its tokens, unless the company is still linked elsewhere', async () => {
  const [first, second] = [await linked(app, server), await linked(app, server)];
  await app.ctx.jobs.pause();
  const revoke = async () => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from oauth_revocation`.execute(app.ctx.db.system);
    await revokeTokens(app.ctx);
    return rows[0]?.n;
  };
  await sql`delete from oauth_token where connection_id not in (${first.connectionId}, ${second.connectionId})`.execute(
    app.ctx.db.system,
  );
  await sql`delete from oauth_revocation`.execute(app.ctx.db.system);
  const before = server.revocations();
  await first.account.send(`PATCH ${first.path}`, { body: { status: 'Unlinked' } });
  assert.equal(await tokenRow(app, first), undefined);
  await revoke();
  assert.equal(server.revocations(), before, 'the company has another linked connection');
  await second.account.send(`DELETE ${second.path}`);
  await revoke();
  await waitFor(async () => server.revocations() === before + 1);
  // The worker's own loop may have sent the revocation; it stores the outcome a moment later.
  await waitFor(async () => (await revoke()) === 0);
  assert.equal(server.revocations(), before + 1, 'nothing is left to revoke');
});

test('connections that were authorized for a removed application stop working', async () => {
  const begun = await linked(app, server);
  assert.equal((await begun.account.send('DELETE /platforms/ledger/application')).status, 204);
  assert.equal((await begun.account.send('DELETE /platforms/ledger/application')).status, 404);
  await sql`update oauth_token set expires_at = now() where connection_id = ${begun.connectionId}`.execute(
    app.ctx.db.system,
  );
  await assert.rejects(
    app.ctx.tokens.of({ ...begun, platformKey: 'ledger' }).current(),
    /OAuth application that the connection to Ledger was authorized for is no longer set up/,
  );
});
