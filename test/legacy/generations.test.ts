import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { lockGeneration, switchGeneration } from '../../src/accounts/webhook-generation.ts';
import { runCommand } from '../../src/cli/run-command.ts';
import { type TestAccount, testSecretKeys, useApp } from '../harness.ts';
import { untilWaiting } from '../lock-waits.ts';
import { waitFor } from '../wait-for.ts';
import { type Receiver, startReceiver } from '../webhooks/receiver.ts';
import { seedConsumer } from '../webhooks/seed-consumer.ts';
import { companyCreated, emit, emitNow, makeRule } from './older-account.ts';

const app = useApp();
const receivers: Receiver[] = [];
after(async () => {
  await Promise.all(receivers.map((receiver) => receiver.stop()));
});

/** An account with a rule and a consumer for the same events, both pointing at one receiver. */
async function start(): Promise<{ account: TestAccount; receiver: Receiver }> {
  const receiver = await startReceiver();
  receivers.push(receiver);
  const account = await app.account({ webhooks: 'older' });
  const { accountId } = account;
  await makeRule(account, { webhook: `${receiver.url}/older` });
  await seedConsumer(app.ctx, { accountId, url: `${receiver.url}/newer`, eventTypes: ['company.created'] });
  return { account, receiver };
}

const toGeneration = (accountId: string, to: 'older' | 'newer') =>
  app.ctx.db.transaction(accountId, (tx) => switchGeneration(tx, { to }));

async function eventsIn(table: 'alert' | 'message', accountId: string): Promise<string[]> {
  const id = table === 'alert' ? 'event_id' : 'message_id';
  const { rows } = await sql<{ id: string }>`select ${sql.ref(id)} as id from ${sql.table(table)}
    where account_id = ${accountId}`.execute(app.ctx.db.system);
  return rows.map((row) => row.id);
}

test('R-VER-01: each event goes to the generation that serves the account, and to no other', async () => {
  const { account, receiver } = await start();
  const { accountId } = account;
  await emit(app, accountId, companyCreated(accountId, 'one'));
  assert.equal(await toGeneration(accountId, 'newer'), true);
  assert.equal(await toGeneration(accountId, 'newer'), false, 'it was on the newer generation already');
  await emit(app, accountId, companyCreated(accountId, 'two'));
  assert.equal(await toGeneration(accountId, 'older'), true);
  await emit(app, accountId, companyCreated(accountId, 'three'));
  await receiver.waitFor(3);
  await app.alerts.look();
  const told = receiver.requests.map((got) => `${got.path} ${JSON.parse(got.body).Data.name}`);
  assert.deepEqual(told.sort(), ['/newer two', '/older one', '/older three']);
  assert.equal((await eventsIn('alert', accountId)).length, 2);
  assert.equal((await eventsIn('message', accountId)).length, 1);
});

test('R-VER-01: the newer webhooks serve a new account, unless the operator chooses otherwise', async () => {
  const env = { DAYBOOK_DATABASE_URL: app.databaseUrl, DAYBOOK_SECRET_KEYS: testSecretKeys };
  for (const [options, webhooks] of [
    [[], 'newer'],
    [['--webhooks', 'older'], 'older'],
  ] as const) {
    const out: string[] = [];
    const print = (text: string) => void out.push(text);
    const args = ['account', 'create', 'Acme', ...options, '--json'];
    assert.equal(await runCommand({ args, env, print, printError: print }), 0, out.join());
    const { accountId, webhooks: told } = JSON.parse(out.join(''));
    assert.equal(told, webhooks);
    assert.equal(await app.ctx.db.transaction(accountId, lockGeneration), webhooks);
  }
});

test('R-VER-01: a switch waits for transactions that have stored events; later ones wait for the switch', async () => {
  const { account } = await start();
  const { accountId } = account;
  const order: string[] = [];
  let commit = () => {};
  const emitting = app.ctx.db.transaction(accountId, async (tx) => {
    await emitNow(app, tx, companyCreated(accountId));
    order.push('emitted');
    await new Promise<void>((resolve) => {
      commit = resolve;
    });
    order.push('committing');
  });
  await waitFor(() => order.length === 1);
  const switching = toGeneration(accountId, 'newer').then(() => order.push('switched'));
  await untilWaiting(app.databaseUrl, 1);
  const later = emit(app, accountId, companyCreated(accountId)).then(() => order.push('later'));
  await untilWaiting(app.databaseUrl, 2);
  const meanwhile = [...order];
  commit();
  await Promise.all([emitting, switching, later]);
  assert.deepEqual(meanwhile, ['emitted'], 'the switch waits for the first event, the later one for the switch');
  assert.deepEqual(order.slice(0, 2), ['emitted', 'committing']);
  assert.equal((await eventsIn('alert', accountId)).length, 1);
  assert.equal((await eventsIn('message', accountId)).length, 1);
});

test('R-VER-01: accounts do not wait for each other', async () => {
  const [one, two] = [await start(), await start()];
  await app.ctx.db.transaction(one.account.accountId, async (tx) => {
    await switchGeneration(tx, { to: 'newer' });
    const { accountId } = two.account;
    await emit(app, accountId, companyCreated(accountId));
  });
  assert.equal((await eventsIn('alert', two.account.accountId)).length, 1);
});

test('R-VER-01: of 2,000 events from 8 emitters during 50 switches, each is in exactly one generation, none is lost, and that generation delivers it', async () => {
  const { account, receiver } = await start();
  const { accountId } = account;
  const [emitters, each, switches] = [8, 250, 50];
  let emitted = 0;
  const emitting = Array.from({ length: emitters }, async () => {
    for (let n = 0; n < each; n++) {
      await emit(app, accountId, companyCreated(accountId));
      emitted++;
    }
  });
  let [last, done]: ['older' | 'newer', number] = ['older', 0];
  const switching = (async () => {
    for (; done < switches; done++) {
      // Spread the switches over the whole run: each one waits for its share of the events.
      await waitFor(() => emitted >= (done * emitters * each) / (switches + 1), 120_000);
      last = last === 'older' ? 'newer' : 'older';
      await toGeneration(accountId, last);
    }
  })();
  await Promise.all([...emitting, switching]);
  const [alerts, messages] = [await eventsIn('alert', accountId), await eventsIn('message', accountId)];
  assert.equal(alerts.length + messages.length, emitters * each, 'none lost, none doubled');
  assert.equal(new Set([...alerts, ...messages]).size, emitters * each, 'none in both');
  assert.ok(alerts.length > 100 && messages.length > 100, `${alerts.length} and ${messages.length}`);
  const arrived = () => new Set(receiver.requests.map((got) => `${got.path} ${JSON.parse(got.body).EventId}`));
  await waitFor(() => receiver.requests.length >= emitters * each, 60_000);
  const wanted = [...alerts.map((id) => `/older ${id}`), ...messages.map((id) => `/newer ${id}`)];
  assert.deepEqual([...arrived()].sort(), wanted.sort(), 'only the generation that has the event delivers it');
});
