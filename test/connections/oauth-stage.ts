import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { startAuthorization } from '../../src/connections/oauth/start-authorization.ts';
import type { Answer } from '../client.ts';
import type { TestAuthorizationServer } from '../contract-servers/authorization-server.ts';
import type { TestAccount, TestApp } from '../harness.ts';
import { authorizeInBrowser } from './authorize-in-browser.ts';

/** The callback URL under the public base URL of the app under test. */
export const redirectUri = 'http://api.test/oauth/callback';

export type Begun = {
  accountId: string;
  companyId: string;
  connectionId: string;
  path: string;
  authorizeUrl: string;
  cookie: string;
};

/** Creates an account with its own application and a company, and starts an authorization. */
export async function begin(
  app: TestApp,
  options: { platformKey: string; application: { clientId: string; clientSecret: string }; account?: TestAccount },
): Promise<Begun & { account: TestAccount }> {
  const { platformKey, application } = options;
  const account = options.account ?? (await app.account());
  const set = await account.send(`PUT /platforms/${platformKey}/application`, { body: application });
  assert.equal(set.status, 200, set.text);
  const { companyId } = (await account.send('POST /companies', { body: { name: 'Acme' } })).body;
  const made = await account.send(`POST /companies/${companyId}/connections`, { body: { platformKey } });
  assert.equal(made.status, 200, made.text);
  const { connectionId } = made.body;
  const path = `/companies/${companyId}/connections/${connectionId}`;
  const place = { companyId, connectionId };
  return {
    account,
    accountId: account.accountId,
    ...place,
    path,
    ...(await beginAgain(app, account, place, platformKey)),
  };
}

export function beginAgain(
  app: TestApp,
  { accountId }: TestAccount,
  place: { companyId: string; connectionId: string },
  platformKey: string,
): Promise<{ authorizeUrl: string; cookie: string }> {
  const ctx = { ...app.ctx, baseUrl: 'http://api.test' };
  return app.ctx.db.transaction(accountId, (tx) =>
    startAuthorization(ctx, tx, { ...place, platformKey, linkToken: tokenOf(ctx, place) }),
  );
}

/** The token of the connection's own link. */
function tokenOf({ companyLinks }: TestApp['ctx'], place: { companyId: string; connectionId: string }): string {
  return (
    companyLinks
      .of({ ...place, rotation: 0 })
      .link.split('/')
      .at(-1) ?? ''
  );
}

/** Calls the OAuth callback as the browser does, with the given cookie. */
export async function comeBack(app: TestApp, url: URL, cookie: string): Promise<Answer> {
  const headers = { cookie: cookie.split(';')[0] ?? '' };
  return app.send(`GET ${url.pathname}${url.search}`, { redirect: 'manual', headers });
}

/** Runs the whole authorization as a person in a browser does. */
export async function authorize(app: TestApp, begun: Begun): Promise<Answer> {
  return comeBack(app, await authorizeInBrowser(begun.authorizeUrl, redirectUri), begun.cookie);
}

export async function linked(app: TestApp, server: TestAuthorizationServer) {
  const begun = await begin(app, { platformKey: 'ledger', application: server.client });
  const answer = await authorize(app, begun);
  assert.equal(answer.status, 302, answer.text);
  const { body } = await begun.account.send(`GET ${begun.path}`);
  assert.equal(body.status, 'Linked');
  return begun;
}

/** Makes the access token expire. */
export async function expire(app: TestApp, { connectionId }: { connectionId: string }): Promise<void> {
  await sql`update oauth_token set expires_at = now() - interval '1 second' where connection_id = ${connectionId}`.execute(
    app.ctx.db.system,
  );
}

export async function tokenRow(app: TestApp, { connectionId }: { connectionId: string }) {
  return app.ctx.db.system
    .selectFrom('oauth_token')
    .selectAll()
    .where('connection_id', '=', connectionId)
    .executeTakeFirst();
}
