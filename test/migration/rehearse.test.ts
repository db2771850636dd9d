import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { compareGenerations } from '../../src/webhook-migration/compare-generations.ts';
import { followRehearsal } from '../../src/webhook-migration/report-rehearsal.ts';
import { removeRetired } from '../../src/webhook-migration/retire-consumers.ts';
import { startRehearsal } from '../../src/webhook-migration/start-rehearsal.ts';
import { useApp } from '../harness.ts';
import { companyCreated, emit, makeRule } from '../legacy/older-account.ts';
import { waitFor } from '../wait-for.ts';
import { answering, type Received, type Receiver, startReceiver } from '../webhooks/receiver.ts';
import { makeMigrating, operator } from './migrating-account.ts';

const app = useApp();
let receiver: Receiver;
before(async () => {
  receiver = await startReceiver();
});
after(() => receiver.stop());

const rehearse = (accountId: string, more: { events?: number; toUrl?: string } = {}) =>
  startRehearsal(app.ctx, { accountId, by: 'test', minutes: 5, events: 100, ...more });
const isRehearsed = (got: Received) => got.headers['x-daybook-rehearsal'] === 'true';
const bodyOf = (got: Received): Record<string, unknown> => JSON.parse(got.body);

test('R-VER-06 R-LEGACY-01: both generations send all 1,000 events of a rehearsal, identical except RuleId and AlertId', async (t) => {
  const account = await makeMigrating(app, { url: receiver.url });
  const { accountId, companyId, otherId } = account;
  await makeRule(account, { type: 'company.created', webhook: `${receiver.url}/all`, companyId });
  await rehearse(accountId, { events: 1000 });
  const from = Date.now();
  const following = followRehearsal(app.ctx, { accountId });
  for (let n = 0; n < 100; n++)
    await emit(
      app,
      accountId,
      ...Array.from({ length: 10 }, (_, at) => companyCreated(at % 2 ? companyId : otherId, `${n}.${at}`)),
    );
  const report = await following;
  const { perEvent: _, ...figures } = report;
  t.diagnostic(JSON.stringify({ ...figures, ms: Date.now() - from }));
  assert.deepEqual([report.events, report.same, report.different, report.reasons], [1000, 1000, 0, {}]);
  assert.equal(report.olderSentTwice, 500, 'the older webhooks send twice if two rules have the same URL');
  const ofAccount = receiver.requests.filter((got) => bodyOf(got).ClientId === accountId);
  const [newer, older] = [ofAccount.filter(isRehearsed), ofAccount.filter((got) => !isRehearsed(got))];
  assert.deepEqual([newer.length, older.length], [1500, 2000]);
  const byEvent = new Map(newer.map((got) => [`${got.path} ${bodyOf(got).EventId}`, got.body]));
  for (const got of older) {
    const { AlertId, RuleId, ...rest } = bodyOf(got);
    assert.ok(AlertId && RuleId);
    assert.equal(JSON.stringify(rest), byEvent.get(`${got.path} ${rest.EventId}`), 'both sent the same bytes');
  }
  assert.equal((await account.send('GET /profile')).body.webhookGeneration, 'older');
});

test('after a rehearsal only the older webhooks send, and the consumers of the rehearsal are removed', async () => {
  const account = await makeMigrating(app, { url: receiver.url });
  const { accountId, otherId } = account;
  await rehearse(accountId, { events: 1 });
  await emit(app, accountId, companyCreated(otherId, 'during'));
  await followRehearsal(app.ctx, { accountId, everyMs: 50 });
  await emit(app, accountId, companyCreated(otherId, 'after'));
  await removeRetired(app.ctx);
  await app.alerts.look();
  const told = receiver.requests
    .filter((got) => bodyOf(got).ClientId === accountId)
    .map((got) => `${(bodyOf(got).Data as { name: string }).name} ${isRehearsed(got)}`);
  assert.deepEqual(told.sort(), ['after false', 'during false', 'during true']);
  assert.deepEqual((await account.send('GET /webhooks/consumers')).body.totalResults, 0);
  const { results } = (await account.send('GET /webhooks/messages')).body;
  assert.deepEqual(
    results.map((one: { isTest: boolean }) => one.isTest),
    [true],
    'the message log marks it as a test message',
  );
});

test('a rehearsal can send to another URL; a header names the URL that each event would have gone to', async () => {
  const { accountId, companyId } = await makeMigrating(app, { url: receiver.url });
  await rehearse(accountId, { events: 1, toUrl: `${receiver.url}/elsewhere` });
  await emit(app, accountId, companyCreated(companyId, 'moved'));
  const report = await followRehearsal(app.ctx, { accountId, everyMs: 50 });
  assert.deepEqual([report.events, report.same], [1, 1]);
  const got = receiver.requests.filter((one) => one.path === '/elsewhere');
  assert.deepEqual(
    got.map((one) => one.headers['x-daybook-rehearsal-for']).sort(),
    ['/all', '/one'].map((path) => `${receiver.url}${path}`),
  );
  assert.ok(got.every(isRehearsed));
});

test('a different outcome is reported with the reason', async () => {
  const { accountId, otherId } = await makeMigrating(app, { url: receiver.url });
  receiver.behave((got) => (isRehearsed(got) ? answering(410) : answering(200)));
  await rehearse(accountId, { events: 2 });
  await app.ctx.db.system
    .updateTable('consumer')
    .set({ is_disabled_by_410: true })
    .where('account_id', '=', accountId)
    .execute();
  await emit(app, accountId, companyCreated(otherId, 'one'));
  await waitFor(async () => {
    const [one] = await app.ctx.db.system
      .selectFrom('consumer')
      .select('is_enabled')
      .where('account_id', '=', accountId)
      .where('url', 'like', '%/all')
      .execute();
    return one?.is_enabled === false;
  });
  await emit(app, accountId, companyCreated(otherId, 'two'));
  const report = await followRehearsal(app.ctx, { accountId, everyMs: 50 });
  receiver.behave(answering(200));
  assert.deepEqual([report.events, report.different, report.reasons], [2, 2, { outcome: 1, onlyOlder: 1 }]);
  assert.match(report.perEvent[0]?.differences[0]?.text ?? '', /older delivered \(200\), newer failed \(410\)/);
  const { out } = await operator(app).run('rehearse', accountId, '--report');
  assert.match(out, /different\s+2/);
  assert.match(out, /outcome: .*older delivered \(200\), newer failed \(410\)/);
});

test('the fields in which two bodies differ are reported', () => {
  const at = new Date();
  const event = {
    event_id: 'e',
    rule_type: 'company.created',
    at,
    alerts: [{ body: '{"AlertId":"a","RuleId":"r","EventId":"e","Message":"one"}', deliveries: [] }],
    message_body: '{"EventId":"e","Message":"two"}',
    attempts: [],
    pending: [],
  };
  const { isSame, differences } = compareGenerations(event, new Map());
  assert.equal(isSame, false);
  assert.deepEqual(differences, [{ kind: 'body', text: 'the bodies differ in Message' }]);
  const same = { ...event, message_body: '{"EventId":"e","Message":"one"}' };
  assert.equal(compareGenerations(same, new Map()).isSame, true);
});

test('a rehearsal ends on time even if its process has died; a migrated account cannot be rehearsed', async () => {
  const { accountId, otherId } = await makeMigrating(app, { url: receiver.url });
  await rehearse(accountId);
  await app.ctx.db.system
    .updateTable('rehearsal')
    .set({ until: new Date() })
    .where('account_id', '=', accountId)
    .execute();
  await new Promise((resolve) => setTimeout(resolve, 5));
  await emit(app, accountId, companyCreated(otherId, 'late'));
  const messages = await app.ctx.db.system
    .selectFrom('message')
    .selectAll()
    .where('account_id', '=', accountId)
    .execute();
  assert.deepEqual(messages, []);
  const { accountId: newer } = await app.account();
  await assert.rejects(rehearse(newer), /newer webhooks already serve this account/);
  const { run } = operator(app);
  assert.equal((await run('rehearse', accountId, '--minutes', '0')).code, 2);
});
