import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openApp, type TestApp } from '../harness.ts';
import { client, type Issuer, startIssuer } from './issuer.ts';
import { makePerson, ownOrigin, trySignIn } from './people.ts';

let issuer: Issuer;
let app: TestApp;
let stop: () => Promise<void>;
before(async () => {
  issuer = await startIssuer('http://api.test/session/sso/acme-id/callback');
  ({ app, stop } = await openApp({
    config: {
      ssoIssuer: issuer.url,
      ssoClientId: client.id,
      ssoClientSecret: client.secret,
      ssoName: 'Acme ID',
      ssoAllowedDomains: 'example.com, example.org',
    },
  }));
});
after(async () => {
  await stop();
  await issuer.stop();
});

/** The parts of a browser that a sign-in needs: cookies per host, redirects one by one. */
function createBrowser() {
  const jar = new Map<string, Map<string, string>>();
  const seen: string[] = [];

  async function visit(address: string): Promise<Response> {
    const url = new URL(address);
    seen.push(address);
    const cookies = jar.get(url.host) ?? new Map<string, string>();
    jar.set(url.host, cookies);
    const target = url.host === 'api.test' ? app.url + url.pathname + url.search : address;
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(target, { redirect: 'manual', headers: { cookie, 'user-agent': 'test browser' } });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (value === '' || /Max-Age=0/i.test(set)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return answer;
  }

  /** Follows redirects until a page of the portal, or until `until` is true. Returns the URL. */
  async function follow(start: string, until = (url: URL) => url.pathname.startsWith('/portal/')): Promise<string> {
    let at = start;
    for (let i = 0; i < 12; i++) {
      if (until(new URL(at))) return at;
      const answer = await visit(at);
      const next = answer.headers.get('location');
      if (!next) throw new Error(`${at} returned ${answer.status}: ${await answer.text()}`);
      at = new URL(next, at).href;
    }
    throw new Error(`redirect loop: ${seen.join(' → ')}`);
  }

  const own = jar;
  return {
    visit,
    follow,
    cookies: () => own.get('api.test') ?? new Map<string, string>(),
    setCookies: (cookies: Map<string, string>) => void own.set('api.test', new Map(cookies)),
    session: () =>
      app.send('GET /session', {
        headers: { cookie: `daybook_session=${own.get('api.test')?.get('daybook_session') ?? ''}`, ...ownOrigin },
      }),
  };
}

const start = 'http://api.test/session/sso/acme-id/start';
const atCallback = (url: URL) => url.pathname.endsWith('/callback');

test('an existing person is signed in by e-mail the first time, and by subject afterwards, even with another e-mail', async () => {
  const account = await app.account();
  const person = await makePerson(app, { email: 'ada@example.com', accountId: account.accountId, role: 'developer' });
  issuer.person = { subject: 'sub-ada', email: 'Ada@example.com', name: 'Ada' };
  const methods = await app.send('GET /session/methods');
  assert.deepEqual(methods.body.singleSignOn, [{ name: 'Acme ID', startUrl: start }]);

  const browser = createBrowser();
  assert.equal(await browser.follow(methods.body.singleSignOn[0].startUrl), 'http://api.test/portal/');
  const session = await browser.session();
  assert.deepEqual(
    [session.status, session.body.person.personId, session.body.account.role],
    [200, person.personId, 'developer'],
  );
  assert.equal(browser.cookies().has('daybook_sso'), false, 'the temporary cookie is removed');

  issuer.person = { subject: 'sub-ada', email: 'ada.married@example.com' };
  const again = createBrowser();
  await again.follow(start);
  assert.equal((await again.session()).body.person.personId, person.personId);
  const rows = await app.ctx.db.system
    .selectFrom('audit')
    .select(['operation', 'after'])
    .where('account_id', '=', account.accountId)
    .where('actor_id', '=', person.personId)
    .orderBy('audit_id')
    .execute();
  assert.deepEqual(
    rows.map((row) => row.operation),
    ['linkSso', 'signIn', 'signIn'],
  );
});

test('a password set for an unverified address is removed when the issuer verifies the address', async () => {
  const account = await app.account();
  const person = await makePerson(app, { email: 'squatted@example.com', accountId: account.accountId });
  const squatter = await person.signIn();
  issuer.person = { subject: 'sub-owner', email: 'squatted@example.com' };
  const owner = createBrowser();
  await owner.follow(start);
  assert.equal((await owner.session()).status, 200);
  app.ctx.sessions.forget();
  assert.equal((await squatter.send('GET /session')).status, 401);
  assert.equal((await trySignIn(app, { email: person.email })).body.code, 'signInRefused');
});

test('an e-mail that is unverified, unknown or of another domain leads back to the sign-in page', async () => {
  const account = await app.account();
  await makePerson(app, { email: 'eve@example.com', accountId: account.accountId });
  await makePerson(app, { email: 'eve@other.example', accountId: account.accountId });
  const cases: [person: Issuer['person'], error: string][] = [
    [{ subject: 'sub-eve', email: 'eve@example.com', isVerified: false }, 'ssoEmailUnverified'],
    [{ subject: 'sub-eve' }, 'ssoEmailUnverified'],
    [{ subject: 'sub-eve', email: 'unknown@example.com' }, 'ssoUnknown'],
    [{ subject: 'sub-eve', email: 'eve@other.example' }, 'ssoDomainRefused'],
    [{ subject: 'sub-eve', email: 'eve@evil.example.com' }, 'ssoDomainRefused'],
  ];
  for (const [person, error] of cases) {
    issuer.person = person;
    const browser = createBrowser();
    assert.equal(await browser.follow(start), `http://api.test/portal/sign-in?error=${error}`, JSON.stringify(person));
    assert.equal(browser.cookies().has('daybook_session'), false);
  }
  assert.ok(app.logLines.some((line) => line.msg === 'a single sign-on was refused' && line.reason === 'ssoUnknown'));
});

test('an invited person joins every inviting account by single sign-on, without a password', async () => {
  const accounts = [await app.account({ name: 'A' }), await app.account({ name: 'B' })];
  for (const { accountId } of accounts) {
    const administrator = await (await makePerson(app, { accountId })).signIn();
    await administrator.send('POST /team/invitations', { body: { email: 'new@example.org', role: 'viewer' } });
  }
  issuer.person = { subject: 'sub-new', email: 'new@example.org', name: 'Noor' };
  const browser = createBrowser();
  await browser.follow(start);
  const { body } = await browser.session();
  assert.deepEqual(
    [body.person.name, body.person.hasPassword, body.accounts.map((one: { name: string }) => one.name)],
    ['Noor', false, ['A', 'B']],
  );
});

test('a callback for another browser or with another state does not sign in', async () => {
  const account = await app.account();
  await makePerson(app, { email: 'state@example.com', accountId: account.accountId });
  issuer.person = { subject: 'sub-state', email: 'state@example.com' };
  const victim = createBrowser();
  const attacker = createBrowser();
  const callback = await attacker.follow(start, atCallback);
  assert.match(callback, /code=/);
  const refused = 'http://api.test/portal/sign-in?error=ssoRefused';
  assert.equal(await victim.follow(callback), refused, 'the browser has started no sign-in');
  await victim.follow(start, atCallback);
  assert.equal(await victim.follow(callback), refused, 'the browser has started another sign-in');
  const third = createBrowser();
  const changed = new URL(await third.follow(start, atCallback));
  changed.searchParams.set('state', 'another');
  assert.equal(await third.follow(changed.href), refused, 'its own code with another state');
  for (const browser of [victim, attacker, third]) assert.equal(browser.cookies().has('daybook_session'), false);
});

test('an authorization code works once', async () => {
  const account = await app.account();
  await makePerson(app, { email: 'once@example.com', accountId: account.accountId });
  issuer.person = { subject: 'sub-once', email: 'once@example.com' };
  const browser = createBrowser();
  const callback = await browser.follow(start, atCallback);
  const before = new Map(browser.cookies());
  assert.equal(await browser.follow(callback), 'http://api.test/portal/');
  const copied = createBrowser();
  copied.setCookies(before);
  assert.equal(await copied.follow(callback), 'http://api.test/portal/sign-in?error=ssoRefused');
});

test('a rejection by the issuer and an unexpected callback both lead to the sign-in page', async () => {
  const refused = 'http://api.test/portal/sign-in?error=ssoRefused';
  const browser = createBrowser();
  const callback = new URL(await browser.follow(start, atCallback));
  const denied = `${callback.origin}${callback.pathname}?error=access_denied&state=${callback.searchParams.get('state')}`;
  assert.equal(await browser.follow(denied), refused);
  assert.equal(await createBrowser().follow('http://api.test/session/sso/acme-id/callback'), refused);
});

test('the cookie of a sign-in in progress is sealed and limited to its own path', async () => {
  const answer = await createBrowser().visit(start);
  assert.equal(answer.status, 302);
  assert.match(
    answer.headers.get('set-cookie') ?? '',
    /^daybook_sso=v1\.test\.[^;]+; Max-Age=600; Path=\/session\/sso; HttpOnly; SameSite=Lax$/,
  );
  const url = new URL(answer.headers.get('location') ?? '');
  assert.equal(url.searchParams.get('code_challenge_method'), 'S256');
  assert.ok(url.searchParams.get('nonce'));
});
