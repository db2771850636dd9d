import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { eventNames, eventTypes, type NewEvent } from '../../src/events/event-types.ts';
import { apiRoutes } from '../../src/routes.ts';
import { applyMigration } from '../../src/webhook-migration/apply-migration.ts';
import { emit, makeCompany, makeRule } from '../legacy/older-account.ts';
import { useAppWithMail } from '../people/mail-server.ts';
import { waitFor } from '../wait-for.ts';
import { startReceiver } from '../webhooks/receiver.ts';
import { makeMigrating } from './migrating-account.ts';

/** No API operation migrates an account, and a migrated account sends no e-mail (tested with a real mail server). */
const { app, mail } = await useAppWithMail({});
const receiver = await startReceiver();
after(() => receiver.stop());

test('R-VER-03: of all operations, called with an API key of all scopes, none migrates, declares or requests the migration', async () => {
  const account = await makeMigrating(app, { url: receiver.url });
  const { accountId, companyId } = account;
  const routes = apiRoutes({ baseUrl: '' } as Parameters<typeof apiRoutes>[0]);
  const nobody = '0198c5a0-0000-7000-8000-00000000dead';
  const state = async () => {
    const { rows } = await app.ctx.db.pool.query(
      `select webhook_generation, (select count(*)::int from migration_step s where s.account_id = a.account_id) as steps,
        (select count(*)::int from migration_consumer c where c.account_id = a.account_id) as consumers
        from account a where account_id = $1`,
      [accountId],
    );
    return rows[0];
  };
  const before = await state();
  assert.equal(before.webhook_generation, 'older');
  const asked = { webhookGeneration: 'newer', generation: 'newer', migrate: true, force: 'now', ruleIdUnused: true };
  let refused = 0;
  for (const one of routes.filter(({ access }) => access !== 'open')) {
    const isStream = Object.values(one.answers).some(({ eventStream }) => eventStream === 'only');
    if (isStream) continue;
    const path = one.path
      .replaceAll('{accountId}', accountId)
      .replaceAll('{companyId}', companyId)
      .replaceAll('{dataType}', 'invoices')
      .replaceAll(/\{\w+\}/g, nobody);
    // An operation rejects a body with unknown fields as a whole, so call it with and without them.
    for (const body of one.method === 'GET' ? [undefined] : [undefined, {}, asked]) {
      const { status } = await account.send(`${one.method} ${path}`, body === undefined ? {} : { body });
      if (one.access !== undefined) {
        assert.equal(status, 403, `${one.method} ${path} is not open to a key`);
        refused++;
      }
    }
    const now = await state();
    // One of the calls may have deleted the company; that does not matter here.
    assert.deepEqual(now, before, `${one.method} ${path}`);
  }
  assert.ok(routes.length > 100 && refused > 20, `${routes.length} operations, ${refused} rejected`);
});

test('R-HOOK-20 R-HOOK-21: after a migration no event type sends an e-mail; each event is sent to the consumers that subscribe to it, as a trigger', async () => {
  const account = await app.account({ webhooks: 'older' });
  const { accountId } = account;
  const companyId = await makeCompany(account);
  for (const type of eventNames) await makeRule(account, { type, emails: [`${type}@client.example`] });
  const anEvent = (type: (typeof eventNames)[number]) => {
    const { about, example } = eventTypes[type];
    const of = about === 'account' ? {} : about === 'company' ? { companyId } : { companyId, connectionId: companyId };
    return { type, ...of, message: `${type} happened.`, data: example } as NewEvent;
  };
  await emit(app, accountId, anEvent('company.created'));
  await app.alerts.look();
  assert.deepEqual(
    mail.mails.map(({ to }) => to),
    ['company.created@client.example'],
    'the older webhooks send e-mails',
  );
  const { declareRuleIdUnused } = await import('../../src/webhook-migration/declare-readiness.ts');
  await app.ctx.db.transaction(accountId, (tx) => declareRuleIdUnused(app.ctx, tx, { by: 'Ada', source: 'client' }));
  const automationUrl = `${receiver.url}/automation`;
  await applyMigration(app.ctx, { accountId, by: 'test', days: 30, automationUrl });
  const consumerIds = new Map<string, string>();
  for (const type of eventNames) {
    const body = { name: type, url: `${receiver.url}/only/${type}`, eventTypes: [type] };
    const made = await account.send('POST /webhooks/consumers', { body });
    assert.equal(made.status, 201);
    consumerIds.set(type, made.body.consumerId);
  }
  // This event names its consumer, and nobody else gets it.
  const addressed = 'standingQuery.matched';
  const event = (type: (typeof eventNames)[number]) => {
    const made = anEvent(type);
    return type === addressed
      ? ({ ...made, data: { ...made.data, consumerId: consumerIds.get(type) } } as NewEvent)
      : made;
  };
  await emit(app, accountId, ...eventNames.map(event));
  const got = (path: string) => receiver.requests.filter((one) => one.path === path).map((one) => JSON.parse(one.body));
  await waitFor(() => receiver.requests.length === 2 * eventNames.length - 1, 60_000);
  for (const type of eventNames) {
    const [body, ...more] = got(`/only/${type}`);
    assert.deepEqual([body?.RuleType, body?.Message, more.length], [type, `${type} happened.`, 0]);
  }
  assert.deepEqual(
    got('/automation')
      .map(({ RuleType }) => RuleType)
      .sort(),
    eventNames.filter((type) => type !== addressed).sort(),
    'the automation tool gets the events of the e-mail rules',
  );
  await app.alerts.look();
  assert.equal(mail.mails.length, 1, 'no e-mail since the migration');
  const { body } = await account.send('GET /webhooks/consumers');
  for (const { consumerId } of body.results) await account.send(`DELETE /webhooks/consumers/${consumerId}`);
  await emit(app, accountId, ...eventNames.map(event));
  // A single event is stored by a function of its own.
  for (const type of eventNames) await emit(app, accountId, event(type));
  await app.alerts.look();
  assert.equal(mail.mails.length, 1, 'not even where no consumer is left');
});
