import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { sealedPlace } from '../../src/base/secrets.ts';
import { useApp } from '../harness.ts';
import { waitFor } from '../wait-for.ts';
import { useReceivers } from './receiver.ts';
import { emitEvents, seedConsumer } from './seed-consumer.ts';

const app = useApp();
const receive = useReceivers();

async function pending(accountId: string): Promise<number> {
  const rows = await app.ctx.db.system.selectFrom('delivery').selectAll().where('account_id', '=', accountId).execute();
  return rows.length;
}

test('R-SVC-05 R-HOOK-10: an event is sent to the consumer by HTTP POST, its delivery ends and its attempt is logged', async () => {
  const { accountId } = await app.account({ name: 'Bakery "Sunrise"' });
  const receiver = await receive();
  const { consumerId } = await seedConsumer(app.ctx, { accountId, url: `${receiver.url}/hooks?a=1` });
  await emitEvents(app.ctx, { accountId });
  const [got] = await receiver.waitFor(1);
  assert.equal(got?.method, 'POST');
  assert.equal(got?.path, '/hooks?a=1');
  assert.equal(got?.headers['content-type'], 'application/json');
  const body = JSON.parse(got?.body ?? '');
  assert.equal(body.RuleType, 'company.created');
  assert.equal(body.ClientName, 'Bakery "Sunrise"');
  assert.equal(got?.headers['webhook-id'], body.EventId);
  await waitFor(async () => (await pending(accountId)) === 0);
  const attempts = await app.ctx.db.system
    .selectFrom('attempt')
    .selectAll()
    .where('account_id', '=', accountId)
    .execute();
  assert.equal(attempts.length, 1);
  const [attempt] = attempts;
  assert.deepEqual(
    [
      attempt?.consumer_id,
      attempt?.message_id,
      attempt?.number,
      attempt?.outcome,
      attempt?.status_code,
      attempt?.cause,
    ],
    [consumerId, body.EventId, 1, 'd', 200, 'e'],
  );
});

test('R-HOOK-04 R-HOOK-18 R-AUTH-08: custom headers, X-Service-ClientId and the Authorization header are sent with every delivery', async () => {
  const { accountId } = await app.account();
  const receiver = await receive();
  const headers = { 'X-Service-ClientId': accountId, 'X-Team': 'ledger', 'User-Agent': 'ours' };
  await seedConsumer(app.ctx, { accountId, url: receiver.url, headers, authorization: 'Bearer abc' });
  await emitEvents(app.ctx, { accountId, count: 3 });
  for (const got of await receiver.waitFor(3)) {
    assert.equal(got.headers['x-service-clientid'], accountId);
    assert.equal(got.headers['x-team'], 'ledger');
    assert.equal(got.headers['user-agent'], 'ours');
    assert.equal(got.headers.authorization, 'Bearer abc');
  }
});

test('R-AUTH-10: the standardwebhooks package verifies deliveries before, during and after a rotation of the secret', async () => {
  const { accountId } = await app.account();
  const receiver = await receive();
  const { consumerId, secret: first } = await seedConsumer(app.ctx, { accountId, url: receiver.url });
  const second = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;
  const verifies = (secret: string, at: number) => {
    const got = receiver.requests[at];
    assert.ok(got);
    try {
      new Webhook(secret).verify(got.body, got.headers as Record<string, string>);
      return true;
    } catch {
      return false;
    }
  };
  const rotate = async (until: Date) => {
    const sealed = (text: string) => app.ctx.sealer.seal(text, sealedPlace('consumer', accountId, consumerId));
    await app.ctx.db.system
      .updateTable('consumer')
      .set((now) => ({
        secret: sealed(second),
        previous_secret: sealed(first),
        previous_secret_until: until,
        version: now('version', '+', 1),
      }))
      .where('consumer_id', '=', consumerId)
      .execute();
  };
  await emitEvents(app.ctx, { accountId });
  await receiver.waitFor(1);
  assert.deepEqual([verifies(first, 0), verifies(second, 0)], [true, false]);
  await rotate(new Date(Date.now() + 60_000));
  await emitEvents(app.ctx, { accountId });
  await receiver.waitFor(2);
  assert.deepEqual([verifies(first, 1), verifies(second, 1)], [true, true]);
  await rotate(new Date(Date.now() - 1));
  await emitEvents(app.ctx, { accountId });
  await receiver.waitFor(3);
  assert.deepEqual([verifies(first, 2), verifies(second, 2)], [false, true]);
});

test('10,000 deliveries to 5 consumers are each made once, and all lanes are released', async () => {
  const { accountId } = await app.account();
  const receiver = await receive();
  for (let at = 0; at < 5; at++) await seedConsumer(app.ctx, { accountId, url: `${receiver.url}/${at}` });
  for (let at = 0; at < 4; at++) await emitEvents(app.ctx, { accountId, count: 500 });
  await receiver.waitFor(10_000, 60_000);
  await waitFor(async () => (await pending(accountId)) === 0);
  const seen = new Set(receiver.requests.map((got) => `${got.path} ${got.headers['webhook-id']}`));
  assert.equal(seen.size, 10_000);
  assert.equal(receiver.requests.length, 10_000);
  await waitFor(() => app.lanes.stats().lanes === 0);
  const { rows } = await app.ctx.db.pool.query(
    `select count(*)::int as n from pg_locks where locktype = 'advisory' and classid = 77
      and database = (select oid from pg_database where datname = current_database())`,
  );
  assert.equal(rows[0].n, 0);
});
