import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { useApp } from '../harness.ts';
import { waitFor } from '../wait-for.ts';
import { useReceivers } from './receiver.ts';
import { emitEvents, seedConsumer } from './seed-consumer.ts';

const app = useApp();
const receive = useReceivers();

for (const isOrdered of [false, true]) {
  const which = isOrdered ? 'ordered' : 'unordered';
  test(`an outcome that PostgreSQL does not accept puts its delivery off and does not occupy the lane of an ${which} consumer`, async (t) => {
    const { accountId } = await app.account();
    const receiver = await receive();
    const { consumerId } = await seedConsumer(app.ctx, { accountId, url: receiver.url, isOrdered });
    const { pool } = app.ctx.db;
    await pool.query(`create or replace function refuse_attempt() returns trigger language plpgsql as $$
      begin raise 'not accepted'; end $$`);
    await pool.query(`create trigger refused before insert on attempt for each row
      when (new.account_id = '${accountId}') execute function refuse_attempt()`);
    t.after(() => pool.query('drop trigger if exists refused on attempt'));
    await emitEvents(app.ctx, { accountId });
    await receiver.waitFor(1);
    await waitFor(
      () => app.logLines.some(({ msg, accountId: of }) => of === accountId && /will be sent again/.test(String(msg))),
      60_000,
    );
    await waitFor(() => app.lanes.stats().lanes === 0);
    const { rows } = await pool.query(
      `select d.attempts, d.due_at > now() + interval '4 minutes' as is_late,
        c.hold_until > now() + interval '4 minutes' as is_held
      from delivery d join consumer c using (consumer_id) where c.consumer_id = $1`,
      [consumerId],
    );
    assert.deepEqual(rows, [{ attempts: 0, is_late: !isOrdered, is_held: isOrdered ? true : null }]);
    assert.equal(receiver.requests.length, 1);
    await pool.query('drop trigger refused on attempt');
    await pool.query('update consumer set hold_until = null where consumer_id = $1', [consumerId]);
    await pool.query('update delivery set due_at = now() where consumer_id = $1', [consumerId]);
    await app.lanes.sweep();
    await waitFor(
      async () => (await pool.query('select from delivery where consumer_id = $1', [consumerId])).rowCount === 0,
    );
    assert.equal(receiver.requests.length, 2);
  });
}

test('outcomes wait while the disk of PostgreSQL is full: no delivery is put off and sent again', async (t) => {
  const { accountId } = await app.account();
  const receiver = await receive();
  const { consumerId } = await seedConsumer(app.ctx, { accountId, url: receiver.url });
  const { pool } = app.ctx.db;
  await pool.query(`create or replace function no_room() returns trigger language plpgsql as $$
    begin raise 'could not extend file: No space left on device' using errcode = '53100'; end $$`);
  await pool.query(`create trigger full_disk before insert on attempt for each row
    when (new.account_id = '${accountId}') execute function no_room()`);
  t.after(() => pool.query('drop trigger if exists full_disk on attempt'));
  await emitEvents(app.ctx, { accountId });
  await receiver.waitFor(1);
  await sleep(3000);
  const read = async () =>
    (await pool.query('select due_at <= now() as is_due from delivery where consumer_id = $1', [consumerId])).rows;
  assert.deepEqual(await read(), [{ is_due: true }]);
  await pool.query('drop trigger full_disk on attempt');
  await waitFor(async () => (await read()).length === 0);
  assert.equal(receiver.requests.length, 1);
});
