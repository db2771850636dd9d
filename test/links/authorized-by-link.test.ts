import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { readState, wayBack } from '../../portal/src/link/way-back.ts';
import { sealedPlace } from '../../src/base/secrets.ts';
import { openPending } from '../../src/connections/oauth/pending-seal.ts';
import { registryOf } from '../../src/connectors/registry.ts';
import { authorizeInBrowser } from '../connections/authorize-in-browser.ts';
import { oauthPlatform } from '../connections/oauth-platform.ts';
import { comeBack, redirectUri } from '../connections/oauth-stage.ts';
import { startAuthorizationServer } from '../contract-servers/authorization-server.ts';
import { useApp } from '../harness.ts';

/** The link page with a platform that uses OAuth 2: the redirects to it and back, and what is stored of them. */
const server = await startAuthorizationServer({ redirectUri });
after(() => server.stop());
const app = useApp({ registry: registryOf([oauthPlatform(server.issuer)]) });

const state = 'a&b=c/"ü" +';
const returnUrl = 'https://client.example/linked?from=daybook';

/** Starts an authorization through the company's own link, as a client sends it out. */
async function beginByLink(body: { state?: string } = {}) {
  const account = await app.account();
  await account.send('PUT /platforms/ledger/application', { body: server.client });
  await account.send('PUT /profile/linkSettings', { body: { returnUrl } });
  const { companyId, redirect } = (await account.send('POST /companies', { body: { name: 'Acme' } })).body;
  const token = redirect.split('/').at(-1);
  const begin = async () => {
    const answer = await app.send(`POST /links/${token}/connections`, { body: { platformKey: 'ledger', ...body } });
    assert.equal(answer.status, 200, answer.text);
    const { authorizeUrl, connectionId } = answer.body;
    return { authorizeUrl, connectionId, cookie: answer.headers.getSetCookie()[0] ?? '' };
  };
  return { account, companyId, token, begin, ...(await begin()) };
}
type Begun = Awaited<ReturnType<typeof beginByLink>>;

/** Accepts or denies at the platform and returns from it. The result is the URL to which the browser is redirected. */
async function goAndComeBack({ authorizeUrl, cookie }: Pick<Begun, 'authorizeUrl' | 'cookie'>) {
  const answer = await comeBack(app, await authorizeInBrowser(authorizeUrl, redirectUri), cookie);
  assert.equal(answer.status, 302, answer.text);
  return new URL(answer.headers.get('location') ?? '');
}

async function trailOf({ account }: Begun) {
  const rows = await app.ctx.db.system
    .selectFrom('audit')
    .select(['actor_kind', 'actor_name', 'subject_kind', 'subject_id', 'company_id', 'before', 'after', 'address'])
    .select('correlation_id')
    .where('account_id', '=', account.accountId)
    .where('operation', '=', 'finishAuthorization')
    .orderBy('audit_id')
    .execute();
  return rows as (Omit<(typeof rows)[number], 'after'> & { after: { outcome: string; reason?: string } })[];
}
const owner = "the company's link";

test('the state that the link was opened with returns from the platform and is passed on to the client', async () => {
  const begun = await beginByLink({ state });
  const landing = await goAndComeBack(begun);
  const landingToken = landing.pathname.split('/').at(-1);
  assert.notEqual(landingToken, begun.token, 'the browser returns to a link of the connection');
  assert.deepEqual(Object.fromEntries(landing.searchParams), { outcome: 'linked', platform: 'ledger', state });
  // What the page then does, in whichever tab or window.
  const shown = (await app.send(`GET /links/${landingToken}`)).body;
  const back = new URL(wayBack(shown.returnUrl, landing.search) ?? '');
  assert.equal(`${back.origin}${back.pathname}`, 'https://client.example/linked');
  assert.deepEqual(Object.fromEntries(back.searchParams), {
    from: 'daybook',
    companyId: begun.companyId,
    connectionId: begun.connectionId,
    status: 'linked',
    state,
  });
});

test('denying access at the platform also returns the state, and the next attempt still has it', async () => {
  const begun = await beginByLink({ state });
  server.consent.answer = 'no';
  const landing = await goAndComeBack(begun);
  server.consent.answer = 'yes';
  assert.deepEqual(Object.fromEntries(landing.searchParams), { outcome: 'denied', platform: 'ledger', state });
  const answer = await app.send(`POST ${landing.pathname.replace('/link/', '/links/')}/connections`, {
    body: { platformKey: 'ledger', state: readState(landing.search) },
  });
  const again = { authorizeUrl: answer.body.authorizeUrl, cookie: answer.headers.getSetCookie()[0] ?? '' };
  assert.equal((await goAndComeBack(again)).searchParams.get('state'), state);
});

test('a link that was opened without a state returns without one', async () => {
  assert.equal((await goAndComeBack(await beginByLink())).search, '?outcome=linked&platform=ledger');
});

test('the state is stored sealed, and an authorization started by an earlier release can be finished', async () => {
  const begun = await beginByLink({ state });
  const place = { accountId: begun.account.accountId };
  const row = await app.ctx.db.system
    .selectFrom('oauth_state')
    .selectAll()
    .where('account_id', '=', place.accountId)
    .executeTakeFirstOrThrow();
  assert.match(row.code_verifier, /^v1\.test\./);
  const pending = openPending(app.ctx.sealer, { ...place, stateHash: row.state_hash }, row.code_verifier);
  assert.equal(pending.clientState, state);
  const bare = app.ctx.sealer.seal(pending.codeVerifier, sealedPlace('oauth_state', place.accountId, row.state_hash));
  await sql`update oauth_state set code_verifier = ${bare} where state_hash = ${row.state_hash}`.execute(
    app.ctx.db.system,
  );
  assert.equal((await goAndComeBack(begun)).search, '?outcome=linked&platform=ledger');
});

test('the audit log has the end of an authorization: actor, address, states before and after, and no secrets', async () => {
  const begun = await beginByLink({ state });
  const back = await authorizeInBrowser(begun.authorizeUrl, redirectUri);
  const answer = await comeBack(app, back, begun.cookie);
  assert.equal(answer.status, 302);
  assert.equal((await comeBack(app, back, begun.cookie)).status, 400, 'an unexpected callback is not audited');
  const trail = await trailOf(begun);
  assert.deepEqual(trail, [
    {
      actor_kind: 'link',
      actor_name: owner,
      subject_kind: 'connection',
      subject_id: begun.connectionId,
      company_id: begun.companyId,
      before: { platformKey: 'ledger', status: 'PendingAuth' },
      after: { platformKey: 'ledger', status: 'Linked', outcome: 'linked' },
      address: '127.0.0.1',
      correlation_id: answer.headers.get('x-correlation-id'),
    },
  ]);
  for (const name of ['code', 'state'])
    assert.ok(!JSON.stringify(trail).includes(back.searchParams.get(name) ?? assert.fail()), name);
});

test('the audit log shows why an authorization failed, and that the connection is unchanged', async () => {
  const begun = await beginByLink();
  server.consent.answer = 'no';
  await goAndComeBack(begun);
  server.consent.answer = 'yes';
  server.failTokens(1);
  await goAndComeBack(await begun.begin());
  const stolen = await begun.begin();
  const back = await authorizeInBrowser(stolen.authorizeUrl, redirectUri);
  assert.equal((await comeBack(app, back, 'daybook_authorization=another')).status, 400);
  const late = await begun.begin();
  const backLate = await authorizeInBrowser(late.authorizeUrl, redirectUri);
  await sql`update oauth_state set expires_at = now()`.execute(app.ctx.db.system);
  assert.equal((await comeBack(app, backLate, late.cookie)).status, 400);
  const trail = await trailOf(begun);
  const before = { platformKey: 'ledger', status: 'PendingAuth' };
  assert.deepEqual(
    trail.map((row) => row.before),
    Array(4).fill(before),
  );
  const ends = trail.map(({ actor_name, after: { reason, ...rest } }) => {
    assert.deepEqual({ ...rest, outcome: undefined }, { ...before, outcome: undefined });
    return [actor_name, rest.outcome, reason];
  });
  assert.deepEqual(ends, [
    [owner, 'denied', 'Access to Ledger was not granted, because the person who was asked declined.'],
    [owner, 'unavailable', ends[1]?.[2]],
    ['unknown person, in another browser', 'refused', 'The authorization was started in another browser.'],
    [owner, 'refused', 'The authorization took too long.'],
  ]);
  assert.match(ends[1]?.[2] ?? '', /^Ledger /);
});

/** The cookies of one browser: a later one replaces an earlier one of the same name. */
function cookieJar() {
  const cookies = new Map<string, string>();
  return {
    take(setCookie: string) {
      const [name = '', value = ''] = (setCookie.split(';')[0] ?? '').split(/=(.*)/s);
      cookies.set(name, value);
    },
    header: () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  };
}

test('A-30: two tabs of one owner each return from the platform, in any order', async () => {
  const jar = cookieJar();
  const back = async ({ authorizeUrl }: { authorizeUrl: string }) => {
    const url = await authorizeInBrowser(authorizeUrl, redirectUri);
    const headers = { cookie: jar.header() };
    const answer = await fetch(`${app.url}${url.pathname}${url.search}`, { redirect: 'manual', headers });
    assert.equal(answer.status, 302, await answer.text());
    for (const one of answer.headers.getSetCookie()) jar.take(one);
    return new URL(answer.headers.get('location') ?? '').searchParams.get('outcome');
  };
  const first = await beginByLink();
  jar.take(first.cookie);
  const second = await beginByLink();
  jar.take(second.cookie);
  assert.equal(await back(first), 'linked', 'the tab that started first returns first');
  assert.equal(await back(second), 'linked');

  const one = await beginByLink();
  jar.take(one.cookie);
  const again = await one.begin();
  jar.take(again.cookie);
  assert.equal(await back(one), 'linked', 'the same link in two tabs');
  assert.equal(await back(again), 'linked');
  const { body } = await one.account.send(`GET /companies/${one.companyId}/connections`);
  assert.deepEqual(
    body.results.map(({ status }: { status: string }) => status),
    ['Linked'],
  );
  const stranger = await beginByLink();
  const url = await authorizeInBrowser(stranger.authorizeUrl, redirectUri);
  const other = await fetch(`${app.url}${url.pathname}${url.search}`, {
    redirect: 'manual',
    headers: { cookie: jar.header() },
  });
  assert.equal(other.status, 400, 'an authorization started in another browser is still rejected');
});
