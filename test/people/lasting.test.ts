import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { forgetLinks } from '../../src/people/team/forget-links.ts';
import { startOn, useApp } from '../harness.ts';
import { startOwnTime } from '../own-time.ts';
import { waitFor } from '../wait-for.ts';
import { type Browser, makePerson, ownOrigin } from './people.ts';

/** What outlasts a request: streams, caches in other processes, and expired rows. */
const app = useApp();

async function listen(browser: Browser): Promise<() => Promise<string>> {
  const response = await fetch(`${app.url}/live`, { headers: { cookie: browser.cookie } });
  assert.equal(response.status, 200);
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  await reader.read();
  return async () => {
    let rest = '';
    for (let part = await reader.read(); !part.done; part = await reader.read())
      rest += new TextDecoder().decode(part.value);
    return rest;
  };
}

test('a stream closes before the next event when its person is removed or switches to another account', async () => {
  const [account, other] = [await app.account(), await app.account()];
  const administrator = await (await makePerson(app, { accountId: account.accountId })).signIn();
  const people = [
    await makePerson(app, { accountId: account.accountId, role: 'viewer' }),
    await makePerson(app, { accountId: account.accountId, role: 'viewer' }),
  ] as const;
  await app.ctx.db.system
    .insertInto('member')
    .values({ account_id: other.accountId, person_id: people[1].personId, role: 'viewer', joined_at: new Date() })
    .execute();
  const browsers = [await people[0].signIn(), await people[1].signIn()] as const;
  await browsers[1].send('PATCH /session', { body: { accountId: account.accountId } });
  const rests = [await listen(browsers[0]), await listen(browsers[1])];
  await administrator.send(`DELETE /team/${people[0].personId}`);
  await browsers[1].send('PATCH /session', { body: { accountId: other.accountId } });
  await pause(1100);
  await account.send('POST /companies', { body: { name: 'not for them' } });
  for (const rest of rests) assert.doesNotMatch(await rest(), /event: company/);
});

test('a change to a person in one process takes effect in another within a second', async (t) => {
  const { app: second, stop } = await startOn(app.databaseUrl, { config: { role: 'api' } });
  t.after(stop);
  const account = await app.account();
  const administrator = await (await makePerson(app, { accountId: account.accountId })).signIn();
  const person = await makePerson(app, { accountId: account.accountId, role: 'viewer' });
  const { cookie } = await person.signIn();
  const there = (request: string, body?: object) =>
    second.send(request, { headers: { cookie, ...ownOrigin }, ...(body && { body }) });
  assert.equal((await there('POST /companies', { name: 'a' })).body.code, 'roleTooLow');
  await administrator.send(`PATCH /team/${person.personId}`, { body: { role: 'developer' } });
  const within = async (condition: () => Promise<boolean>) => {
    const ownTime = startOwnTime();
    await waitFor(condition);
    const ms = ownTime();
    assert.ok(ms < 1500, `${ms} ms`);
  };
  await within(async () => (await there('POST /companies', { name: 'a' })).status === 200);
  await app.send('DELETE /session', { headers: { cookie, ...ownOrigin } });
  await within(async () => (await there('GET /session')).status === 401);
});

test('housekeeping deletes expired sessions, links and counters, and no others', async () => {
  const { accountId } = await app.account();
  const person = await makePerson(app, { accountId });
  const browser = await person.signIn();
  const { system } = app.ctx.db;
  const { personId } = person;
  const long = new Date('2020-01-01');
  const hash = (text: string) => Buffer.from(`${text} ${personId}`);
  const session = {
    person_id: personId,
    in_account: null,
    address: '',
    user_agent: '',
    created_at: long,
    last_seen_at: long,
  };
  await system
    .insertInto('session')
    .values({ ...session, session_id: crypto.randomUUID(), token_hash: hash('session') })
    .execute();
  await system
    .insertInto('password_reset')
    .values({
      token_hash: hash('reset'),
      person_id: personId,
      is_mailed: true,
      created_at: long,
      expires_at: long,
      used_at: null,
    })
    .execute();
  await system
    .insertInto('invitation')
    .values({
      account_id: accountId,
      invitation_id: crypto.randomUUID(),
      email: 'old@example.com',
      role: 'viewer',
      token_hash: hash('invitation'),
      invited_by: 'Ada',
      is_mailed: true,
      created_at: long,
      expires_at: long,
      used_at: null,
    })
    .execute();
  await system
    .insertInto('attempt_count')
    .values({ bucket: hash('try'), since: long, attempts: 9 })
    .execute();
  await browser.send('POST /team/invitations', { body: { email: 'young@example.com', role: 'viewer' } });
  await forgetLinks(app.ctx);
  const left = {
    sessions: await system.selectFrom('session').select('session_id').where('person_id', '=', personId).execute(),
    resets: await system.selectFrom('password_reset').select('person_id').where('person_id', '=', personId).execute(),
    invitations: await system.selectFrom('invitation').select('email').where('account_id', '=', accountId).execute(),
    counts: await system.selectFrom('attempt_count').select('bucket').where('bucket', '=', hash('try')).execute(),
  };
  assert.deepEqual(
    [left.sessions.length, left.resets.length, left.invitations, left.counts.length],
    [1, 0, [{ email: 'young@example.com' }], 0],
  );
  assert.equal((await browser.send('GET /session')).status, 200);
});
