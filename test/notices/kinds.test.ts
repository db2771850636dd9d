import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { SMTPServer } from 'smtp-server';
import { settableClock } from '../../src/base/clock.ts';
import { dayMs, hourMs, minuteMs } from '../../src/base/durations.ts';
import { purgeCompany } from '../../src/companies/purge-company.ts';
import { companyErasers } from '../../src/handlers.ts';
import { chatBody, composeNotice } from '../../src/notices/compose-notice.ts';
import { openApp, type TestApp } from '../harness.ts';
import { type Browser, makePerson } from '../people/people.ts';
import { waitFor } from '../wait-for.ts';
import { type Receiver, startReceiver } from '../webhooks/receiver.ts';
import { makeFailingConsumer, passMinutes, setFailing } from './notices.ts';

/** A mail server that can call a function before it accepts a mail. */
const mails: string[] = [];
let beforeAccepting = async () => {};
const server = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  onData(stream, _session, callback) {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', async () => {
      mails.push(Buffer.concat(chunks).toString());
      await beforeAccepting();
      callback();
    });
  },
});

const clock = settableClock('2026-03-01T00:00:00Z');
const ago = (ms: number) => new Date(clock.nowMs() - ms);
let smtpUrl = '';
let app: TestApp;
let chat: Receiver;
let stop: () => Promise<void>;
before(async () => {
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  smtpUrl = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  chat = await startReceiver();
  ({ app, stop } = await openApp({ clock, config: { smtpUrl, mailFrom: 'Daybook <daybook@example.com>' } }));
  await app.ctx.jobs.pause();
  // Deliveries of these tests stay where they are.
  await app.lanes.stop();
});
after(async () => {
  await stop();
  await chat.stop();
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
});

const textOf = (index: number): string => JSON.parse(chat.requests[index]?.body ?? '{}').text;

test('a process killed while it sends loses nothing: the same message is sent again with the same Message-ID', async () => {
  const account = await app.account({ name: 'Killed' });
  const member = await (await makePerson(app, { accountId: account.accountId, role: 'viewer' })).signIn();
  await member.send('PUT /session/notices', { body: { kind: 'consumerFailing', email: true, browser: false } });
  const consumerId = await makeFailingConsumer(app, { ...account, name: 'shop', since: ago(2 * hourMs) });
  const script = join(import.meta.dirname, 'send-until-killed.ts');
  const child = spawn(process.execPath, [script, app.databaseUrl, smtpUrl, clock.now().toISOString()], {
    stdio: 'inherit',
  });
  // The mail server has the mail, and the process never learns that it was accepted.
  beforeAccepting = async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  await waitFor(() => mails.length === 1, 60_000);
  await waitFor(() => child.signalCode === 'SIGKILL', 10_000);
  beforeAccepting = async () => {};
  await passMinutes(app, clock, 6);
  assert.equal(mails.length, 2);
  const ids = mails.map((mail) => /^Message-ID: (<notice\..*>)/im.exec(mail)?.[1]);
  assert.ok(ids[0] !== undefined && ids[0] === ids[1], ids.join(' '));
  await passMinutes(app, clock, 3);
  assert.equal(mails.length, 2, 'once it is marked, it is not sent again');
  await setFailing(app, consumerId, null);
});

test('a chat address gets the text of each kind it has, through the egress guard, and is muted by its link', async () => {
  const account = await app.account({ name: 'Chat <!channel>' });
  const admin = await (await makePerson(app, { accountId: account.accountId })).signIn();
  const body = { name: 'Team', url: `${chat.url}/T000/secret-path`, kinds: ['consumerFailing'] };
  const forbidden = await admin.send('POST /notices/chats', { body: { ...body, url: 'http://10.0.0.1/hook' } });
  assert.deepEqual([forbidden.status, forbidden.body.code], [400, 'chatUrlRefused']);
  const made = await admin.send('POST /notices/chats', { body });
  assert.equal(made.status, 201);
  const { rows } = await sql<{ text: string }>`select jsonb_agg(a)::text || (select url from notice_chat
    where account_id = ${account.accountId}) as text from audit a where operation = 'createNoticeChat'`.execute(
    app.ctx.db.system,
  );
  for (const shown of [made.text, (await admin.send('GET /notices/chats')).text, rows[0]?.text ?? ''])
    assert.doesNotMatch(shown, /secret-path/, 'neither shown, nor in the audit log, nor stored as text');

  chat.behave({ kind: 'answer', status: 500 });
  const consumerId = await makeFailingConsumer(app, { ...account, name: '@channel', since: ago(2 * hourMs) });
  await passMinutes(app, clock, 3);
  assert.match((await admin.send('GET /notices/chats')).body.results[0].lastError, /responded with 500/);
  chat.behave({ kind: 'answer', status: 200 });
  await passMinutes(app, clock, 8);
  const [shown] = (await admin.send('GET /notices/chats')).body.results;
  assert.deepEqual([shown.lastError, typeof shown.lastSent], [undefined, 'string']);
  const last = chat.requests.length - 1;
  assert.equal(chat.requests[last]?.path, '/T000/secret-path');
  assert.match(textOf(last), /^Chat ‹!channel›: Deliveries to the consumer "@\u200bchannel" have been failing/);
  const sent = chat.requests.length;
  const token = /portal\/mute\/([\w-]+)/.exec(textOf(last))?.[1] ?? assert.fail();
  assert.equal((await app.send(`POST /notices/mutes/${token}`)).body.chatName, 'Team');
  await setFailing(app, consumerId, null);
  await passMinutes(app, clock, 3);
  assert.equal(chat.requests.length, sent, 'muted');
  const { chatId } = made.body;
  assert.ok((await admin.send('GET /notices/chats')).body.results[0].mutedUntil);
  for (const mutedUntil of ['2030-01-01T00:00:00.000Z', '', 0, false])
    assert.equal((await admin.send(`PATCH /notices/chats/${chatId}`, { body: { mutedUntil } })).status, 400);
  const unmuted = await admin.send(`PATCH /notices/chats/${chatId}`, { body: { mutedUntil: null } });
  assert.equal(unmuted.body.mutedUntil, undefined);
  assert.equal((await admin.send(`DELETE /notices/chats/${chatId}`)).status, 204);
});

test('operators get notices of waiting work and of a database that grows fast, also in their chat', async () => {
  const operator = await (await makePerson(app, { isOperator: true })).signIn();
  const kinds = ['backlogGrowing', 'databaseGrowing'];
  for (const kind of kinds)
    await operator.send('PUT /session/notices', { body: { kind, email: false, browser: true } });
  const made = await operator.send('POST /operator/notices/chats', { body: { name: 'Ops', url: chat.url, kinds } });
  const before = chat.requests.length;
  const account = await app.account();
  const consumerId = await makeFailingConsumer(app, { ...account, name: 'slow', since: null });
  const { system } = app.ctx.db;
  await sql`insert into delivery (account_id, message_id, consumer_id, lane, due_at)
    select account_id, ${randomUUID()}::uuid, consumer_id, lane, ${ago(20 * minuteMs)} from consumer
    where consumer_id = ${consumerId}::uuid`.execute(system);
  await sql`insert into database_size (taken_at, bytes) values (${ago(25 * hourMs)}, -6e9)`.execute(system);
  await passMinutes(app, clock, 2);
  assert.equal(chat.requests.length, before + 1, 'both in one message');
  assert.match(textOf(before), /^Daybook installation: 2 problems/);
  assert.match(textOf(before), /deliveries to 1 working consumer have been due for 10 minutes/);
  const { results: notices } = (await operator.send('GET /session/notices/current')).body;
  assert.deepEqual(notices.map(({ kind }: { kind: string }) => kind).toSorted(), kinds);
  // The backlog stays near the limit at which it began. That is neither its end nor a new beginning.
  for (const lateMs of [9 * minuteMs, 11 * minuteMs, 6 * minuteMs]) {
    await sql`update delivery set due_at = ${ago(lateMs)} where consumer_id = ${consumerId}::uuid`.execute(system);
    await passMinutes(app, clock, 2);
  }
  assert.equal(chat.requests.length, before + 1, 'one notice');
  await sql`delete from delivery where consumer_id = ${consumerId}::uuid`.execute(system);
  await sql`delete from database_size`.execute(system);
  await passMinutes(app, clock, 3);
  assert.match(textOf(before + 1), /2 recovered/);
  assert.equal((await operator.send(`DELETE /operator/notices/chats/${made.body.chatId}`)).status, 204);
});

test('a member sees a lost authorization and syncs that fail for a day in the browser, and their end', async () => {
  const account = await app.account();
  const { accountId } = account;
  const person = await makePerson(app, { accountId, role: 'viewer' });
  const member = await person.signIn();
  for (const kind of ['connectionDeauthorized', 'syncsFailing'])
    await member.send('PUT /session/notices', { body: { kind, email: false, browser: true } });
  const { companyId } = (await account.send('POST /companies', { body: { name: 'Sunrise' } })).body;
  const connect = async (status: string) => {
    const connectionId = randomUUID();
    await sql`insert into connection (account_id, company_id, connection_id, platform_key, source_type, status, created_at)
      values (${accountId}, ${companyId}, ${connectionId}, 'sandbox', 'Other', ${status}, now())`.execute(
      app.ctx.db.system,
    );
    return connectionId;
  };
  const lost = await connect('Deauthorized');
  await failSyncs({ accountId, companyId, connectionId: await connect('Linked') });
  const current = async (browser?: Browser) =>
    (await (browser ?? (await person.signIn())).send('GET /session/notices/current')).body.results.map(
      ({ kind, name, recovered }: Record<string, string>) => `${kind} ${name}${recovered ? ' recovered' : ''}`,
    );
  await passMinutes(app, clock, 1);
  assert.deepEqual((await current()).toSorted(), ['connectionDeauthorized Sunrise (sandbox)']);
  clock.advanceMs(dayMs);
  await passMinutes(app, clock, 1);
  assert.deepEqual((await current()).toSorted(), [
    'connectionDeauthorized Sunrise (sandbox)',
    'syncsFailing Sunrise (sandbox)',
  ]);
  await sql`update connection set status = 'Linked' where connection_id = ${lost}::uuid`.execute(app.ctx.db.system);
  await passMinutes(app, clock, 1);
  assert.ok((await current()).includes('connectionDeauthorized Sunrise (sandbox) recovered'));
  const other = await (await makePerson(app, { accountId })).signIn();
  assert.deepEqual(await current(other), [], 'others have not chosen it');

  await account.send(`DELETE /companies/${companyId}`);
  await purgeCompany({ ...app.ctx, erasers: companyErasers }, { accountId, companyId });
  assert.deepEqual(await current(), [], 'the purge of the company erases what was told about it');
});

/** A data set whose only sync failed an hour ago. */
async function failSyncs({ accountId, companyId, connectionId }: Record<string, string>): Promise<void> {
  const syncId = randomUUID();
  await sql`with d as (insert into data_set (account_id, company_id, connection_id, data_type, latest_sync_id, requested_at)
      values (${accountId}, ${companyId}, ${connectionId}, 'invoices', ${syncId}, now()) returning data_set_id)
    insert into sync (account_id, company_id, sync_id, data_set_id, connection_id, platform_key, data_type, trigger, status,
      requested_at, completed_at)
    select ${accountId}::uuid, ${companyId}::uuid, ${syncId}::uuid, data_set_id, ${connectionId}::uuid, 'sandbox', 'invoices',
      'schedule', 'FetchError', ${ago(hourMs)}, ${ago(hourMs)} from d`.execute(app.ctx.db.system);
}

test('a message lists at most 20 conditions, and names cannot break its lines', () => {
  const item = (i: number) => ({
    ...{ condition_id: String(i), phase: 'opened' as const, kind: 'consumerFailing', name: `a\r\nb ${i}`, detail: '' },
    ...{ page: '/x', since: new Date('2026-03-01T00:00:00Z'), recovered_at: null },
  });
  const items = Array.from({ length: 23 }, (_, i) => item(i));
  const composed = composeNotice({ items, accountName: 'A\nB', portalUrl: 'https://d/portal', muteUrl: 'https://d/m' });
  assert.equal(composed.subject, 'A B: 23 problems');
  assert.equal(composed.text.match(/^- /gm)?.length, 20);
  assert.match(composed.text, /^… and 3 more. The portal shows them\.$/m);
  assert.match(composed.text, /"a b 0"/);
  assert.deepEqual(Object.keys(JSON.parse(chatBody(composed))), ['text']);
});
