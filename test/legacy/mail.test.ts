import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { SMTPServer } from 'smtp-server';
import { settableClock } from '../../src/base/clock.ts';
import { describeConfig, readConfig } from '../../src/config/config.ts';
import { isFinalReply } from '../../src/outbound/mail.ts';
import { openApp, type TestApp, testSecretKeys } from '../harness.ts';
import { companyCreated, deliveriesOf, emit, makeRule } from './older-account.ts';

/** A real mail server on loopback; a test can make it reject recipients. */
type Got = { from: string; to: string[]; text: string };
const mails: Got[] = [];
let refusal: { responseCode: number } | undefined;
const server = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  onRcptTo(_address, _session, callback) {
    callback(refusal ? Object.assign(new Error('not now'), refusal) : null);
  },
  onData(stream, session, callback) {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => {
      const { mailFrom, rcptTo } = session.envelope;
      const from = mailFrom ? mailFrom.address : '';
      mails.push({ from, to: rcptTo.map(({ address }) => address), text: Buffer.concat(chunks).toString() });
      callback();
    });
  },
});

const clock = settableClock('2026-03-01T00:00:00Z');
let app: TestApp;
let stop: () => Promise<void>;
before(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve());
  });
  const { port } = server.server.address() as AddressInfo;
  const config = { smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom: 'Daybook <daybook@example.com>' };
  ({ app, stop } = await openApp({ clock, config }));
});
after(async () => {
  await stop();
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
});

/** Decodes quoted-printable text. */
function readable(text: string): string {
  return text
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/(?:=[0-9A-F]{2})+/g, (hex) => Buffer.from(hex.replaceAll('=', ''), 'hex').toString());
}

test('R-LEGACY-12: an alert is sent by e-mail to each address of its rule', async () => {
  refusal = undefined;
  mails.length = 0;
  const account = await app.account({ webhooks: 'older' });
  const emails = ['ops@client.example', "o'hara+books@client.example"];
  await makeRule(account, { emails });
  assert.deepEqual((await account.send('GET /rules')).body.results[0].notifiers, { emails });
  await emit(app, account.accountId, companyCreated(account.accountId, 'Bäckerei\nSunrise'));
  await app.alerts.look();
  assert.deepEqual(mails.map(({ to }) => to).sort(), emails.map((email) => [email]).sort());
  const [mail] = mails;
  assert.equal(mail?.from, 'daybook@example.com');
  assert.match(mail?.text ?? '', /^From: Daybook <daybook@example\.com>/m);
  assert.match(mail?.text ?? '', /^Subject: .*company=2Ecreated=3A_The_company_B=C3=A4/m);
  assert.match(mail?.text ?? '', new RegExp(`^X-Service-ClientId: ${account.accountId}`, 'im'));
  const [delivery, second] = await deliveriesOf(app, account.accountId);
  assert.match(mail?.text ?? '', new RegExp(`^Message-ID: <${delivery?.alert_id}\\.[12]@daybook>`, 'im'));
  assert.match(readable(mail?.text ?? ''), /"RuleType":"company\.created"/);
  assert.match(readable(mail?.text ?? ''), /The company Bäckerei/);
  for (const row of [delivery, second]) {
    assert.equal(row?.kind, 'email');
    assert.equal(row?.status, 'delivered');
    assert.equal(row?.attempts[0]?.statusCode, 250);
  }
});

test('R-LEGACY-12: a temporary SMTP error is retried on the webhook schedule, a permanent one is not', async () => {
  mails.length = 0;
  const account = await app.account({ webhooks: 'older' });
  await makeRule(account, { emails: ['ops@client.example'] });
  refusal = { responseCode: 450 };
  await emit(app, account.accountId, companyCreated(account.accountId));
  await app.alerts.look();
  let [row] = await deliveriesOf(app, account.accountId);
  assert.deepEqual([row?.status, row?.attempts[0]?.statusCode], ['pending', 450]);
  assert.equal(row?.due_at.getTime(), clock.nowMs() + 5000);
  refusal = undefined;
  clock.advanceMs(5000);
  await app.alerts.look();
  [row] = await deliveriesOf(app, account.accountId);
  assert.deepEqual([row?.status, mails.length], ['delivered', 1]);

  refusal = { responseCode: 550 };
  const other = await app.account({ webhooks: 'older' });
  await makeRule(other, { emails: ['ops@client.example'] });
  await emit(app, other.accountId, companyCreated(other.accountId));
  await app.alerts.look();
  [row] = await deliveriesOf(app, other.accountId);
  assert.deepEqual([row?.status, row?.attempts.length], ['failed', 1]);
});

test('R-LEGACY-12: while the mail server rejects our own credentials, an alert is retried, and no address fails', async () => {
  let password = 'another';
  const strict = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth(auth, _session, callback) {
      if (auth.password === password) callback(null, { user: 'daybook' });
      else callback(Object.assign(new Error('wrong password'), { responseCode: 535 }));
    },
    onData(stream, _session, callback) {
      stream.resume();
      stream.on('end', () => callback());
    },
  });
  await new Promise<void>((resolve) => {
    strict.listen(0, '127.0.0.1', () => resolve());
  });
  const smtpUrl = `smtp://daybook:right@127.0.0.1:${(strict.server.address() as AddressInfo).port}`;
  const other = await openApp({ clock, config: { smtpUrl, mailFrom: 'Daybook <daybook@example.com>' } });
  after(async () => {
    await other.stop();
    await new Promise<void>((resolve) => {
      strict.close(() => resolve());
    });
  });
  const account = await other.app.account({ webhooks: 'older' });
  await makeRule(account, { emails: ['ops@client.example'] });
  await emit(other.app, account.accountId, companyCreated(account.accountId));
  await other.app.alerts.look();
  let [row] = await deliveriesOf(other.app, account.accountId);
  assert.deepEqual([row?.status, row?.attempts[0]?.statusCode], ['pending', 535]);
  password = 'right';
  clock.advanceMs(5000);
  await other.app.alerts.look();
  [row] = await deliveriesOf(other.app, account.accountId);
  assert.equal(row?.status, 'delivered');
});

test('only a permanent reply to the recipient or the message is final', () => {
  const replies: [code: number | undefined, command: string | undefined, isFinal: boolean][] = [
    [550, 'RCPT TO', true],
    [554, 'DATA', true],
    [521, 'RCPT TO', true],
    [450, 'RCPT TO', false],
    [530, 'RCPT TO', false],
    [535, 'AUTH PLAIN', false],
    [550, 'MAIL FROM', false],
    [554, 'CONN', false],
    [undefined, 'CONN', false],
  ];
  for (const [code, command, isFinal] of replies)
    assert.equal(isFinalReply({ code, command }), isFinal, `${code} ${command}`);
});

test('the mail server and the sender must be set together, and the password is never shown', () => {
  const env = { DAYBOOK_DATABASE_URL: 'postgres://db/daybook', DAYBOOK_SECRET_KEYS: testSecretKeys };
  const smtp = 'smtps://me:hunter2@mail.example.com';
  assert.throws(() => readConfig({ ...env, DAYBOOK_SMTP_URL: smtp }), /DAYBOOK_MAIL_FROM is missing/);
  assert.throws(
    () => readConfig({ ...env, DAYBOOK_SMTP_URL: 'https://mail.example.com' }),
    /DAYBOOK_SMTP_URL must be a URL beginning with smtp:\/\/ or smtps:\/\//,
  );
  const config = readConfig({ ...env, DAYBOOK_SMTP_URL: smtp, DAYBOOK_MAIL_FROM: 'a@example.com' });
  assert.equal(config.smtpUrl, smtp);
  assert.doesNotMatch(JSON.stringify(describeConfig(config, env)), /hunter2/);
  assert.equal(readConfig(env).smtpUrl, '');
});
