import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { dayOf } from '../../src/base/days.ts';
import { newId } from '../../src/base/ids.ts';
import { findMessageOwner } from '../../src/webhooks/messages/find-message-owner.ts';
import { keepDays } from '../../src/webhooks/messages/message-days.ts';
import { blocksRead } from '../blocks-read.ts';
import { useApp } from '../harness.ts';

const app = useApp({ config: { role: 'api' } });
const run = (text: string) => app.ctx.db.pool.query(text);
const [accounts, messagesEach] = [5000, 8];

test('A-4: the account of a message is found by its id alone, in a few pages of its day, however many accounts there are', async () => {
  await keepDays(app.ctx);
  await run(`insert into account (account_id, name, plan, created_at)
    select gen_random_uuid(), 'Client ' || n, 'paid', now() from generate_series(1, ${accounts}) n`);
  // In the order of their ids, as they are written, and the accounts in no order.
  await run(`insert into message (account_id, message_id, event_type, recipients, created_at, body)
    select account_id, (lpad(to_hex(ms + n), 12, '0') || '7' || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15))::uuid,
      'sync.completed', 0, now(), repeat('x', 200)
    from (select account_id, row_number() over () as n,
        (extract(epoch from date_trunc('day', now(), 'UTC')) * 1000)::bigint as ms
      from generate_series(1, ${messagesEach}) cross join account) made order by n`);
  await run('vacuum (analyze)');
  const part = `message_${dayOf(Date.now()).replaceAll('-', '')}`;
  const [one] = (await run(`select account_id, message_id from ${part} where ctid = '(700,3)'`)).rows;
  const tables = [part, 'message_default', 'account'];
  const known = await blocksRead(app.ctx.db, tables, async (tx) => {
    assert.deepEqual(await findMessageOwner(tx, one.message_id), [one.account_id]);
  });
  assert.ok(known < 60, `${known} blocks`);
  const unknown = await blocksRead(app.ctx.db, tables, async (tx) => {
    assert.deepEqual(await findMessageOwner(tx, randomUUID()), []);
    assert.deepEqual(await findMessageOwner(tx, newId(app.ctx.clock)), []);
  });
  assert.ok(unknown < 100, `${unknown} blocks for two unknown ids`);
  // As in a database with partitions that an earlier release has made.
  await run(`drop index ${part}_by_id`);
  assert.deepEqual(await findMessageOwner(app.ctx.db.system, one.message_id), [one.account_id]);
});
