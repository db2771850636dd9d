import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { switchGeneration } from '../../src/accounts/webhook-generation.ts';
import { applyMigration, checkAccount } from '../../src/webhook-migration/apply-migration.ts';
import { removeRetired } from '../../src/webhook-migration/retire-consumers.ts';
import { rollbackMigration } from '../../src/webhook-migration/rollback-migration.ts';
import { useApp } from '../harness.ts';
import { companyCreated, emit, emitNow } from '../legacy/older-account.ts';
import { untilWaiting } from '../lock-waits.ts';
import { waitFor } from '../wait-for.ts';
import { type Receiver, startReceiver } from '../webhooks/receiver.ts';
import { makeMigrating, operator } from './migrating-account.ts';

const app = useApp();
let receiver: Receiver;
before(async () => {
  receiver = await startReceiver();
});
after(() => receiver.stop());

const pause = () => new Promise((resolve) => setTimeout(resolve, 150));

test('an account with 10,000 rules is checked and planned in less than 5 seconds, and applied', async (t) => {
  const { accountId, companyId, otherId } = await makeMigrating(app, { url: receiver.url });
  const types = ['company.created', 'company.synced', 'sync.completed', 'sync.failed', 'push.failed'];
  const rules = Array.from({ length: 9998 }, (_, n) => ({
    account_id: accountId,
    rule_id: `0198c5a0-0000-7000-8000-${String(n).padStart(12, '0')}`,
    rule_type: types[n % types.length] ?? '',
    company_id: [null, companyId, otherId][n % 3] ?? null,
    webhook_url: `${receiver.url}/${n % 40}`,
    emails: [],
    created_at: new Date(),
    changed_at: new Date(),
  }));
  for (let at = 0; at < rules.length; at += 2000)
    await app.ctx.db.system
      .insertInto('rule')
      .values(rules.slice(at, at + 2000))
      .execute();
  const from = performance.now();
  const { plan, isReady } = await checkAccount(app.ctx, { accountId, days: 30 });
  const ms = performance.now() - from;
  t.diagnostic(`${Math.round(ms)} ms; ${plan.rules} rules become ${plan.consumers.length} consumers`);
  assert.ok(ms < 5000, `${ms} ms`);
  assert.deepEqual([isReady, plan.rules], [true, 10_000]);
  const applied = await applyMigration(app.ctx, { accountId, by: 'test', days: 30 });
  assert.deepEqual([applied.planHash, applied.consumers.length], [plan.hash, plan.consumers.length]);
});

test('while a migration is being applied, retired consumers are not removed, because it may reuse them', async () => {
  const { accountId, otherId } = await makeMigrating(app, { url: receiver.url });
  await applyMigration(app.ctx, { accountId, by: 'test', days: 30 });
  await rollbackMigration(app.ctx, { accountId, by: 'test' });
  let commit = () => {};
  const order: string[] = [];
  const switching = app.ctx.db.transaction(accountId, async (tx) => {
    await switchGeneration(tx, { to: 'newer' });
    order.push('locked');
    await new Promise<void>((resolve) => {
      commit = resolve;
    });
    await switchGeneration(tx, { to: 'older' });
  });
  await waitFor(() => order.length === 1);
  const removing = removeRetired(app.ctx).then(() => order.push('removed'));
  await pause();
  const meanwhile = [...order];
  commit();
  await Promise.all([switching, removing]);
  assert.deepEqual(meanwhile, ['locked'], 'the removal waits');
  assert.deepEqual(order, ['locked', 'removed']);
  await applyMigration(app.ctx, { accountId, by: 'test', days: 30 });
  await emit(app, accountId, companyCreated(otherId, 'applied again'));
  await waitFor(() => receiver.requests.some((got) => JSON.parse(got.body).Data.name === 'applied again'));
});

test('changes between the check and the lock count: a call blocks, and a new rule is part of the plan', async () => {
  const account = await makeMigrating(app, { url: receiver.url });
  const { accountId, otherId } = account;
  /** Runs `meanwhile` after the first check, while the switch waits for a transaction that has stored an event. */
  async function applyAround(meanwhile: () => Promise<unknown>) {
    let commit = () => {};
    let isEmitted = false;
    const emitting = app.ctx.db.transaction(accountId, async (tx) => {
      await emitNow(app, tx, companyCreated(otherId, 'holds it up'));
      isEmitted = true;
      await new Promise<void>((resolve) => {
        commit = resolve;
      });
    });
    await waitFor(() => isEmitted);
    const applying = applyMigration(app.ctx, { accountId, by: 'test', days: 30 }).then(
      (applied) => applied.consumers.map(({ url }) => new URL(url).pathname).sort(),
      (error) => String(error),
    );
    await untilWaiting(app.databaseUrl, 1);
    await meanwhile();
    commit();
    await emitting;
    return applying;
  }
  const refused = await applyAround(() => account.send('GET /rules/alerts'));
  assert.match(String(refused), /eventLogCalls/);
  await app.ctx.db.system.deleteFrom('event_log_use').where('account_id', '=', accountId).execute();
  const paths = await applyAround(() =>
    app.ctx.db.system
      .insertInto('rule')
      .values({
        account_id: accountId,
        rule_id: '0198c5a0-0000-7000-8000-000000000001',
        rule_type: 'company.created',
        company_id: null,
        webhook_url: `${receiver.url}/late`,
        emails: [],
        created_at: new Date(),
        changed_at: new Date(),
      })
      .execute(),
  );
  assert.deepEqual(paths, ['/all', '/late', '/one']);
});

test('every command rejects an unknown account', async () => {
  const { run } = operator(app);
  const nobody = '0198c5a0-0000-7000-8000-0000000000ee';
  for (const [verb = '', ...more] of [
    ['check'],
    ['plan'],
    ['declare', '--by', 'Ada'],
    ['request', '--by', 'Ada'],
    ['rehearse'],
    ['apply'],
    ['rollback'],
    ['status'],
  ]) {
    const { code, err } = await run(verb, nobody, ...more);
    assert.equal(code, 1, verb);
    assert.match(err, /no such account/, verb);
  }
});
