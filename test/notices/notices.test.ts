import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { settableClock } from '../../src/base/clock.ts';
import { dayMs, hourMs, minuteMs } from '../../src/base/durations.ts';
import type { TestAccount } from '../harness.ts';
import { useAppWithMail } from '../people/mail-server.ts';
import { type Browser, makePerson } from '../people/people.ts';
import { makeFailingConsumer, passMinutes, setFailing } from './notices.ts';

const clock = settableClock('2026-03-01T00:00:00Z');
const { app, mail } = await useAppWithMail({ clock });
// The tests do themselves what the job does, at times that they choose.
before(() => app.ctx.jobs.pause());

const ago = (ms: number) => new Date(clock.nowMs() - ms);
const mailsTo = (email: string) => mail.mails.filter(({ to }) => to === email);

/** A member who is told of failing consumers by e-mail. */
async function makeMember(account: TestAccount, wanted: { role?: 'viewer'; kind?: string } = {}) {
  const person = await makePerson(app, { accountId: account.accountId, role: wanted.role ?? 'viewer' });
  const browser = await person.signIn();
  const body = { kind: wanted.kind ?? 'consumerFailing', email: true, browser: false };
  const { status } = await browser.send('PUT /session/notices', { body });
  assert.equal(status, 200);
  return { ...person, browser };
}

test('a consumer that has failed for an hour is told once, and its end once', async () => {
  const account = await app.account({ name: 'Acme' });
  const { email } = await makeMember(account);
  const consumerId = await makeFailingConsumer(app, { ...account, name: 'shop', since: ago(hourMs - 5 * minuteMs) });
  await passMinutes(app, clock, 3);
  assert.equal(mailsTo(email).length, 0, 'it has not failed for an hour');
  await passMinutes(app, clock, 10);
  assert.equal(mailsTo(email).length, 1);
  const [told] = mailsTo(email);
  assert.match(
    told?.text ?? '',
    /^- Deliveries to the consumer "shop" have been failing for more than an hour, since /m,
  );
  assert.match(told?.text ?? '', new RegExp(`http://api.test/portal/webhooks/consumers/${consumerId}`));
  assert.match(told?.text ?? '', /^List-Unsubscribe:\s+<http:\/\/api\.test\/portal\/mute\//m);

  await setFailing(app, consumerId, null);
  await passMinutes(app, clock, 5);
  assert.equal(mailsTo(email).length, 2);
  assert.match(mailsTo(email)[1]?.text ?? '', /^Recovered:\s+- The consumer "shop" is no longer failing/m);

  await setFailing(app, consumerId, ago(2 * hourMs));
  await passMinutes(app, clock, 3);
  assert.equal(mailsTo(email).length, 3, 'when it begins again, it is told again');
});

test('what begins together is one message, also with what has ended', async () => {
  const account = await app.account({ name: 'Group' });
  const { email } = await makeMember(account);
  const first = await makeFailingConsumer(app, { ...account, name: 'one', since: ago(2 * hourMs) });
  await passMinutes(app, clock, 1);
  for (const name of ['two', 'three']) await makeFailingConsumer(app, { ...account, name, since: ago(2 * hourMs) });
  await passMinutes(app, clock, 3);
  assert.deepEqual(
    mailsTo(email).map(({ subject }) => subject),
    ['Group: 3 problems'],
  );
  for (const name of ['one', 'two', 'three']) assert.match(mailsTo(email)[0]?.text ?? '', new RegExp(`"${name}"`));
  await setFailing(app, first, null);
  await makeFailingConsumer(app, { ...account, name: 'four', since: ago(2 * hourMs) });
  await passMinutes(app, clock, 3);
  assert.equal(mailsTo(email)[1]?.subject, 'Group: 1 problem, 1 recovered');
});

test('a condition that ends before anybody was told is not mentioned', async () => {
  const account = await app.account();
  const { email } = await makeMember(account);
  const consumerId = await makeFailingConsumer(app, { ...account, name: 'short', since: ago(2 * hourMs) });
  await passMinutes(app, clock, 1);
  await setFailing(app, consumerId, null);
  await passMinutes(app, clock, 4);
  assert.equal(mailsTo(email).length, 0);
});

test('one click on the page of the mute link mutes for 7 days; opening the link changes nothing', async () => {
  const account = await app.account({ name: 'Mute' });
  const [loud, other] = [await makeMember(account), await makeMember(account)];
  const first = await makeFailingConsumer(app, { ...account, name: 'first', since: ago(2 * hourMs) });
  await passMinutes(app, clock, 3);
  const token = /portal\/mute\/([\w-]+)/.exec(mailsTo(loud.email)[0]?.text ?? '')?.[1] ?? assert.fail();
  const opened = await app.send(`GET /notices/mutes/${token}`);
  const about = { medium: 'email', accountName: 'Mute', kinds: ['consumerFailing'] };
  assert.deepEqual(opened.body, about, 'opening the link mutes nothing');
  const muted = await app.send(`POST /notices/mutes/${token}`);
  const until = new Date(clock.nowMs() + 7 * dayMs).toISOString();
  assert.deepEqual(muted.body, { ...about, mutedUntil: until });
  assert.equal((await loud.browser.send('GET /session/notices')).body.account[0].mutedUntil, until);
  assert.equal((await app.send(`POST /notices/mutes/${token.slice(0, -2)}AA`)).status, 404, 'a changed token');

  await setFailing(app, first, null);
  const second = await makeFailingConsumer(app, { ...account, name: 'second', since: ago(2 * hourMs) });
  await passMinutes(app, clock, 3);
  assert.deepEqual([mailsTo(loud.email).length, mailsTo(other.email).length], [1, 2]);
  clock.advanceMs(7 * dayMs);
  await passMinutes(app, clock, 3);
  assert.equal(mailsTo(loud.email).length, 2, 'what still fails after 7 days is told then');
  assert.match(mailsTo(loud.email)[1]?.text ?? '', /"second"/);
  assert.equal(mailsTo(other.email).length, 2);
  await setFailing(app, second, null);

  const { rows } = await sql<{ operation: string; actor_kind: string }>`select operation, actor_kind from audit
    where account_id = ${account.accountId} and operation like '%otice%' order by audit_id`.execute(app.ctx.db.system);
  assert.deepEqual(
    rows.map((row) => `${row.actor_kind} ${row.operation}`),
    ['person setNoticeChoice', 'person setNoticeChoice', 'link muteNotices'],
  );
});

test('while the mail server is down, nothing is lost, and the end waits for the start', async () => {
  const account = await app.account({ name: 'Down' });
  const { email } = await makeMember(account);
  const consumerId = await makeFailingConsumer(app, { ...account, name: 'shop', since: ago(2 * hourMs) });
  mail.isClosed = true;
  await passMinutes(app, clock, 4);
  await setFailing(app, consumerId, null);
  await passMinutes(app, clock, 4);
  assert.equal(mailsTo(email).length, 0);
  mail.isClosed = false;
  clock.advanceMs(2 * hourMs);
  await passMinutes(app, clock, 2);
  assert.deepEqual(
    mailsTo(email).map(({ text }) => /^Recovered:/m.test(text)),
    [false, true],
  );
});

test('a person chooses only for themselves, members for their account and operators for the installation', async () => {
  const account = await app.account();
  const { accountId } = account;
  const viewer = await (await makePerson(app, { accountId, role: 'viewer' })).signIn();
  const admin = await (await makePerson(app, { accountId })).signIn();
  const operator = await (await makePerson(app, { isOperator: true })).signIn();
  const choose = (browser: Browser, kind: string) =>
    browser.send('PUT /session/notices', { body: { kind, email: true, browser: true } });
  assert.equal((await choose(viewer, 'syncsFailing')).status, 200);
  const refused = await choose(admin, 'backlogGrowing');
  assert.deepEqual([refused.status, refused.body.code], [403, 'noticeKindRefused']);
  assert.equal((await choose(operator, 'backlogGrowing')).status, 200);
  assert.equal((await choose(operator, 'syncsFailing')).status, 403);
  await operator.send('PATCH /session', { body: { accountId } });
  assert.equal((await choose(operator, 'syncsFailing')).status, 403, 'in an account, an operator is not its member');
  const { body } = await admin.send('GET /session/notices');
  assert.deepEqual(
    body.account.map((kind: { email: boolean }) => kind.email),
    [false, false, false],
    "the viewer's choice is not the administrator's",
  );
  assert.deepEqual(body.operator, []);
  assert.deepEqual((await account.send('GET /session/notices')).body.code, 'sessionOnly', 'API keys have no choices');

  const chat = { name: 'Team', url: 'http://127.0.0.1:1/hook', kinds: ['syncsFailing'] };
  assert.equal((await viewer.send('POST /notices/chats', { body: chat })).body.code, 'roleTooLow');
  assert.equal((await admin.send('POST /operator/notices/chats', { body: chat })).body.code, 'roleTooLow');
  assert.equal((await admin.send('POST /notices/chats', { body: { ...chat, kinds: ['backlogGrowing'] } })).status, 403);
});

test('a former member is not told', async () => {
  const account = await app.account();
  const member = await makeMember(account);
  const stays = await makeMember(account);
  await makeFailingConsumer(app, { ...account, name: 'late', since: ago(2 * hourMs) });
  await passMinutes(app, clock, 1);
  await sql`delete from member where person_id = ${member.personId}::uuid`.execute(app.ctx.db.system);
  await passMinutes(app, clock, 3);
  assert.deepEqual([mailsTo(member.email).length, mailsTo(stays.email).length], [0, 1]);
});

test('R-HOOK-20: a client event is not sent by e-mail, whatever a person has chosen', async () => {
  const account = await app.account();
  const { email, browser } = await makeMember(account);
  for (const kind of ['connectionDeauthorized', 'syncsFailing'])
    await browser.send('PUT /session/notices', { body: { kind, email: true, browser: true } });
  await makeFailingConsumer(app, { ...account, name: 'fine', since: null });
  await account.send('POST /companies', { body: { name: 'Sunrise' } });
  const { rows } = await sql`select from message where account_id = ${account.accountId}`.execute(app.ctx.db.system);
  assert.equal(rows.length, 1, 'the event is in the message log');
  await passMinutes(app, clock, 5);
  assert.equal(mailsTo(email).length, 0);
});
