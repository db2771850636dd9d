import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { beginDeparture, freeze, handOver, MoveLost } from '../../src/account-move/departure.ts';
import { openTextClient } from '../../src/account-move/side.ts';
import { createPerson } from '../../src/people/team/create-person.ts';
import type { TestAccount } from '../harness.ts';
import { waitFor } from '../wait-for.ts';
import { startReceiver } from '../webhooks/receiver.ts';
import { startTwoCells, type TwoCells } from './two-cells.ts';

let cells: TwoCells;
before(async () => {
  cells = await startTwoCells();
});
after(() => cells?.stop());

/** Does what the command does up to the switch. */
async function withDeparture<T>(
  account: TestAccount,
  work: (client: Awaited<ReturnType<typeof openTextClient>>, place: Parameters<typeof freeze>[1]) => Promise<T>,
): Promise<T> {
  const client = await openTextClient(cells.a.databaseUrl);
  try {
    const { accountId } = account;
    const to = { cell: 'b', url: cells.b.url };
    const { move_id: moveId, run } = await beginDeparture(client, { accountId, moveId: randomUUID(), to });
    return await work(client, { accountId, moveId, run });
  } finally {
    await client.end();
  }
}

const refused = async (account: TestAccount) => {
  const answer = await account.send('POST /companies', { body: { name: 'refused' } });
  return answer.status === 503 && answer.body.code === 'accountMoving' && answer.headers.get('retry-after') === '1';
};

test('while an account is frozen, changes get 503 and reads go on; it opens by itself', async () => {
  const account = await cells.a.account();
  const other = await cells.a.account();
  await account.send('POST /companies', { body: { name: 'before' } });
  await withDeparture(account, async (client, place) => {
    await freeze(client, place, 2);
    assert.ok(await refused(account));
    for (const path of [
      '/companies',
      '/changes',
      '/webhooks/messages',
      '/webhooks/migration',
      '/profile/linkSettings',
    ]) {
      const answer = await account.send(`GET ${path}`);
      assert.ok([200, 404].includes(answer.status), `${path}: ${answer.text}`);
    }
    assert.equal((await other.send('POST /companies', { body: { name: 'other' } })).status, 200);
  });
  await sleep(2100);
  assert.equal((await account.send('POST /companies', { body: { name: 'after' } })).status, 200);
  const { body } = await account.send('GET /companies');
  assert.equal(body.totalResults, 2);
});

test('the freeze waits for changes that began before it', async () => {
  const account = await cells.a.account();
  let isCommitted = false;
  let wasCommitted: boolean | undefined;
  await withDeparture(account, async (client, place) => {
    const change = cells.a.ctx.db.transaction(account.accountId, async (tx) => {
      await sql`update account set name = 'changed' where account_id = ${account.accountId}`.execute(tx);
      await sleep(500);
    });
    const changed = change.then(() => {
      isCommitted = true;
    });
    await sleep(150);
    await freeze(client, place, 3);
    wasCommitted = isCommitted;
    await changed;
  });
  assert.equal(wasCommitted, true);
});

test('a run that another has overtaken, or that is too slow, cannot hand the account over', async () => {
  const account = await cells.a.account();
  await withDeparture(account, async (client, place) => {
    await freeze(client, place, 1);
    await sleep(1000);
    await assert.rejects(handOver(client, place), MoveLost);
    assert.equal(await refused(account), false);
  });
  await withDeparture(account, async (client, place) => {
    await freeze(client, place, 3);
    await withDeparture(account, async () => {});
    await assert.rejects(handOver(client, place), MoveLost);
  });
});

test('an account that was handed over stays closed until the next run finds out who has it', async () => {
  const { a, b } = cells;
  const account = await a.account();
  await account.send('POST /companies', { body: { name: 'one' } });
  await withDeparture(account, async (client, place) => {
    await freeze(client, place, 3);
    await handOver(client, place);
  });
  await sleep(3100);
  assert.ok(await refused(account));
  // The other cell does not have it: the next run opens it and moves it.
  await cells.move(account.accountId);
  const there = await b.send('GET /companies', { key: account.key });
  assert.equal(there.body.totalResults, 1, there.text);

  // The other cell has it: the next run only finishes.
  const second = await a.account();
  await cells.move(second.accountId);
  await sql`update account_departure set state = 'handed' where account_id = ${second.accountId}`.execute(
    a.ctx.db.system,
  );
  const report = await cells.move(second.accountId);
  assert.equal(report.isFinishedNow, true);
  assert.equal((await b.send('GET /companies', { key: second.key })).status, 200);
});

test('after the hand-over, the old cell sends no deliveries, however long the command takes', async () => {
  const { a } = cells;
  const receiver = await startReceiver();
  try {
    const account = await a.account();
    await account.send('POST /webhooks/consumers', {
      body: { name: 'held', url: receiver.url, eventTypes: ['company.created'] },
    });
    await withDeparture(account, async (client, place) => {
      await freeze(client, place, 3);
      await handOver(client, place);
      const { rows } = await sql<{ held: boolean }>`select hold_until > now() + interval '1 year' as held from consumer
        where account_id = ${account.accountId}`.execute(a.ctx.db.system);
      assert.deepEqual(rows, [{ held: true }]);
    });
    // What an API process of the old cell had written before is still there, and due.
    await sql`insert into delivery (account_id, message_id, consumer_id, lane, due_at)
      select account_id, ${randomUUID()}, consumer_id, lane, now() from consumer
      where account_id = ${account.accountId}`.execute(a.ctx.db.system);
    await a.lanes.sweep();
    await sleep(300);
    assert.equal(receiver.requests.length, 0);
    await cells.move(account.accountId);
  } finally {
    await receiver.stop();
  }
});

test('a move is refused if a member could be another person in the other cell', async () => {
  const { a, b } = cells;
  const account = await a.account();
  const email = `${randomUUID()}@example.com`;
  const by = { kind: 'service' as const, name: 'test' };
  const member = { accountId: account.accountId, role: 'administrator' as const };
  await createPerson(a.ctx, { email, password: randomUUID(), member, by });
  await createPerson(b.ctx, { email, password: randomUUID(), by });
  await assert.rejects(cells.move(account.accountId), /not verified in both/);
  for (const { ctx } of [a, b])
    await sql`update person set email_verified_at = now() where email = ${email}`.execute(ctx.db.system);
  await cells.move(account.accountId);
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from member m join person p using (person_id)
    where m.account_id = ${account.accountId} and p.email = ${email}`.execute(b.ctx.db.system);
  assert.deepEqual(rows, [{ n: 1 }]);
});

test('a move never erases an account that the other cell serves', async () => {
  const { a, b } = cells;
  const account = await a.account();
  const { rows: before } = await sql<{ row: object }>`select to_jsonb(t) as row from account t
    where account_id = ${account.accountId}`.execute(a.ctx.db.system);
  await cells.move(account.accountId);
  // As after a restore of the old cell to a moment before the move.
  await sql`delete from account_departure where account_id = ${account.accountId}`.execute(a.ctx.db.system);
  await sql`insert into account select t.* from jsonb_populate_record(null::account, ${JSON.stringify(before[0]?.row)}::jsonb) t`.execute(
    a.ctx.db.system,
  );
  await assert.rejects(cells.move(account.accountId), /already has this account/);
  assert.equal((await b.send('GET /companies', { key: account.key })).status, 200);
});

test('a deleted company is erased in the cell to which its account has moved', async () => {
  const { a, b } = cells;
  const account = await a.account();
  const { companyId } = (await account.send('POST /companies', { body: { name: 'deleted' } })).body;
  await account.send(`DELETE /companies/${companyId}`);
  const isPurged = async ({ ctx }: typeof a) => {
    const { rows } = await sql<{ purged_at: Date | null }>`select purged_at from purge_receipt
      where account_id = ${account.accountId}`.execute(ctx.db.system);
    return rows[0]?.purged_at instanceof Date;
  };
  await waitFor(() => isPurged(a), 30_000);
  // As if the job had not come to it.
  await sql`update purge_receipt set purged_at = null where account_id = ${account.accountId}`.execute(a.ctx.db.system);
  await cells.move(account.accountId);
  await waitFor(() => isPurged(b), 30_000);
});
