import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { SMTPServer } from 'smtp-server';
import { openApp, type TestAccount, type TestApp } from '../harness.ts';
import { makeCompany, makeRule } from '../legacy/older-account.ts';
import { operator } from '../migration/migrating-account.ts';
import { waitFor } from '../wait-for.ts';
import { type Received, type Receiver, startReceiver } from '../webhooks/receiver.ts';

/** Walkthrough (e) of ARCHITECTURE.md: check → plan → rehearse → apply → rollback, with the operator's commands. */
const mailedTo: string[] = [];
const mail = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  onData(stream, session, callback) {
    stream.resume();
    stream.on('end', () => {
      mailedTo.push(...session.envelope.rcptTo.map(({ address }) => address));
      callback();
    });
  },
});
let app: TestApp;
let stop: () => Promise<void>;
let receiver: Receiver;
before(async () => {
  await new Promise<void>((resolve) => {
    mail.listen(0, '127.0.0.1', () => resolve());
  });
  const { port } = mail.server.address() as AddressInfo;
  const config = { smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom: 'Daybook <daybook@example.com>' };
  ({ app, stop } = await openApp({ config }));
  receiver = await startReceiver();
});
after(async () => {
  await stop();
  await receiver.stop();
  await new Promise<void>((resolve) => {
    mail.close(() => resolve());
  });
});

const authorization = 'Bearer set-by-the-profile';
const bodyOf = (got: Received): Record<string, unknown> => JSON.parse(got.body);
const isRehearsed = (got: Received) => got.headers['x-daybook-rehearsal'] === 'true';
const generationOf = (got: Received) => (got.headers['webhook-id'] ? 'newer' : 'older');
/** Deliveries outside the rehearsal, for the event with this name: which generation sent them, and to which path. */
const sentOf = (name: string) =>
  receiver.requests
    .filter((got) => !isRehearsed(got) && (bodyOf(got).Data as { name?: string }).name === name)
    .map((got) => `${generationOf(got)} ${got.path}`)
    .sort();
const renamed = (account: TestAccount, name: string) => account.send('POST /companies', { body: { name } });

/** The body without the fields that the older generation adds, and without values that differ between events. */
function kindOf(got: Received | undefined): Record<string, unknown> {
  assert.ok(got);
  const { AlertId, RuleId, EventId, GeneratedAt, CompanyId, Data, ...rest } = bodyOf(got);
  assert.equal(AlertId !== undefined && RuleId !== undefined, generationOf(got) === 'older');
  assert.ok(EventId && GeneratedAt);
  return {
    ...rest,
    Message: String(rest.Message).replaceAll(/"[^"]*"|\b(older|newer)\b/g, ''),
    fields: Object.keys(bodyOf(got)).filter((name) => name !== 'AlertId' && name !== 'RuleId'),
    Data: Object.keys(Data as object),
    CompanyId: typeof CompanyId,
  };
}

test('R-VER-02 R-VER-04 R-VER-05 R-VER-07 R-VER-08 R-VER-09 R-VER-10: a migration is blocked with evidence, planned, rehearsed, applied and rolled back, and both generations deliver the same bodies', async () => {
  const account = await app.account({ webhooks: 'older', name: 'Trip' });
  const { accountId } = account;
  const companyId = await makeCompany(account);
  await account.send('PUT /profile', { body: { webhookAuthorization: authorization } });
  await makeRule(account, { webhook: `${receiver.url}/all` });
  await makeRule(account, { webhook: `${receiver.url}/all`, type: 'company.deleted' });
  await makeRule(account, { webhook: `${receiver.url}/one`, type: 'company.deleted', companyId });
  await makeRule(account, { emails: ['ops@client.example'] });
  const polling = await app.key(accountId, { name: 'polls the event log' });
  await app.send('GET /rules/alerts', { key: polling.secret });
  await app.send('GET /rules/alerts', { key: polling.secret });
  const { run, json } = operator(app);

  // Before: the older generation delivers, by webhook and by e-mail.
  await renamed(account, 'older');
  await waitFor(() => sentOf('older').length === 1 && mailedTo.length === 1);
  assert.deepEqual([sentOf('older'), mailedTo], [['older /all'], ['ops@client.example']]);

  // Check: blocked, with evidence.
  const blocked = await json('check', accountId);
  assert.deepEqual(
    blocked.blockers.map((one: { kind: string }) => one.kind),
    ['eventLogCalls', 'ruleIdNotDeclared'],
  );
  const [evidence] = blocked.blockers[0].evidence;
  assert.deepEqual(
    [evidence.apiKeyId, evidence.keyName, evidence.endpoint, evidence.calls],
    [polling.apiKeyId, 'polls the event log', 'GET /rules/alerts', 2],
  );
  assert.ok(Date.now() - Date.parse(evidence.lastAt) < 60_000);
  const refused = await run('apply', accountId);
  assert.equal(refused.code, 1);
  assert.match(refused.err, /cannot be migrated[\s\S]*polls the event log[\s\S]*ruleIdNotDeclared/);

  // The client stops the calls, declares that it does not use RuleId, and requests the migration.
  await account.send(`DELETE /apiKeys/${polling.apiKeyId}`);
  await json('declare', accountId, '--by', 'Ada of Trip');
  await json('request', accountId, '--by', 'Ada of Trip');
  const automation = ['--automation-url', `${receiver.url}/automation`];
  const ready = await json('check', accountId, ...automation);
  assert.deepEqual([ready.isReady, ready.blockers], [true, []]);
  assert.deepEqual(
    ready.notes.map((one: { kind: string }) => one.kind),
    ['eventLogCallsStopped', 'emailRules'],
  );

  // Plan: one consumer per URL; the company-specific one has a channel.
  const plan = await json('plan', accountId, ...automation);
  type Planned = { url: string; eventTypes: string[]; channels: string[]; headers: object; hasAuthorization: boolean };
  assert.deepEqual(
    plan.consumers.map((one: Planned) => [new URL(one.url).pathname, one.eventTypes, one.channels]),
    [
      ['/all', ['company.created', 'company.deleted'], []],
      ['/automation', ['company.created'], []],
      ['/one', ['company.deleted'], [companyId]],
    ],
  );
  assert.deepEqual(
    plan.consumers.map((one: Planned) => one.hasAuthorization),
    [true, false, true],
  );
  assert.deepEqual(plan.consumers[0].headers, { 'X-Service-ClientId': accountId });

  // Rehearsal: both generations send the same events; the bodies are equal except for RuleId and AlertId.
  const rehearsing = json('rehearse', accountId, '--events', '3', '--minutes', '1');
  await waitFor(async () => (await json('status', accountId)).rehearsal !== undefined);
  await renamed(account, 'rehearsed 1');
  await renamed(account, 'rehearsed 2');
  const { companyId: gone } = (await renamed(account, 'rehearsed 3')).body;
  const report = await rehearsing;
  assert.deepEqual([report.same, report.different], [3, 0]);
  const { rows: trail } = await app.ctx.db.pool.query(
    `select after from audit where operation = 'daybook webhooks migration rehearse' and account_id = $1 order by audit_id`,
    [accountId],
  );
  assert.deepEqual(
    trail.map(({ after: { begun, same } }) => [begun, same]),
    [
      [true, undefined],
      [undefined, 3],
    ],
  );
  const rehearsed = receiver.requests.filter(isRehearsed);
  assert.equal(rehearsed.length, 3);
  for (const got of rehearsed) {
    const { EventId } = bodyOf(got);
    const older = receiver.requests.find(
      (one) => !isRehearsed(one) && one.path === got.path && bodyOf(one).EventId === EventId,
    );
    const { AlertId, RuleId, ...rest } = bodyOf(older as Received);
    assert.ok(AlertId && RuleId);
    assert.equal(got.body, JSON.stringify(rest));
    assert.equal(got.headers.authorization, older?.headers.authorization);
    assert.equal(got.headers['x-service-clientid'], older?.headers['x-service-clientid']);
  }

  // Apply: only the newer generation delivers, with the headers; no more e-mails.
  const mailsBefore = mailedTo.length;
  const applied = await json('apply', accountId, ...automation);
  assert.deepEqual([applied.isNew, applied.planHash, applied.consumers.length], [true, plan.hash, 3]);
  assert.equal((await json('apply', accountId, ...automation)).isNew, false);
  await renamed(account, 'newer');
  await waitFor(() => sentOf('newer').length === 2);
  assert.deepEqual(sentOf('newer'), ['newer /all', 'newer /automation']);
  const named = (name: string, path: string) =>
    receiver.requests.find(
      (got) => !isRehearsed(got) && got.path === path && (bodyOf(got).Data as { name?: string }).name === name,
    );
  assert.deepEqual(kindOf(named('newer', '/all')), kindOf(named('older', '/all')));
  assert.equal(named('newer', '/all')?.headers.authorization, authorization);
  assert.equal(named('newer', '/all')?.headers['x-service-clientid'], accountId);
  await account.send(`DELETE /companies/${companyId}`);
  const deleted = () => receiver.requests.filter((got) => bodyOf(got).RuleType === 'company.deleted');
  await waitFor(() => deleted().length === 2);
  assert.deepEqual(
    deleted()
      .map((got) => `${generationOf(got)} ${got.path}`)
      .sort(),
    ['newer /all', 'newer /one'],
  );
  assert.equal((await account.send('GET /rules/alerts')).status, 410);
  assert.equal((await account.send('PUT /profile', { body: { webhookAuthorization: 'x' } })).status, 409);
  assert.equal(mailedTo.length, mailsBefore);

  // Rollback: the rules serve the account again.
  assert.equal((await json('rollback', accountId)).isNew, true);
  assert.equal((await json('rollback', accountId)).isNew, false);
  await renamed(account, 'back');
  await waitFor(() => sentOf('back').length === 1 && mailedTo.length === mailsBefore + 1);
  assert.deepEqual(sentOf('back'), ['older /all']);
  await account.send(`DELETE /companies/${gone}`);
  await waitFor(() => deleted().length === 3);
  assert.equal(generationOf(deleted().at(-1) as Received), 'older');
  assert.equal((await account.send('GET /rules/alerts')).status, 200);
  const { state, history } = await json('status', accountId);
  assert.equal(state, 'rolled back');
  assert.deepEqual(
    history.map((one: { step: string }) => one.step),
    ['declared', 'requested', 'rehearsed', 'applied', 'rolledBack'],
  );
});
