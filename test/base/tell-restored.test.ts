import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noticeRestore, tellAll } from '../../src/operations/notice-restore.ts';
import { restoreSteps } from '../../src/restore-steps.ts';
import { useApp } from '../harness.ts';

// Without a worker, which would also tell accounts.
const app = useApp({ config: { role: 'api' } });

test('A-23: a process that dies while it tells accounts of a restore is continued by the next, and each is told once', async () => {
  const { db } = app.ctx;
  // Three batches. Each message locks its account until the end of its transaction, and PostgreSQL has room for some
  // thousands of locks.
  await db.pool.query(
    `insert into account (account_id, name, plan, created_at) select gen_random_uuid(), 'a' || n, 'paid', now()
     from generate_series(1, 1100) n`,
  );
  let batches = 0;
  const dying: typeof restoreSteps = {
    ...restoreSteps,
    async tellAccounts(...args) {
      if (++batches === 2) throw new Error('killed');
      return restoreSteps.tellAccounts(...args);
    },
  };
  await assert.rejects(noticeRestore(app.ctx, { steps: dying, isKnown: true }), /killed/);
  assert.equal(await noticeRestore(app.ctx, { steps: dying }), undefined, 'the restore itself was noticed before');
  assert.ok(batches > 3, `${batches} batches`);
  const { rows } = await db.pool.query(
    `select a.account_id, count(m.message_id)::int as told from account a
     left join message m on m.account_id = a.account_id and m.event_type = 'account.restored' group by 1`,
  );
  assert.ok(rows.length >= 1100);
  assert.deepEqual(
    rows.filter(({ told }) => told !== 1),
    [],
  );
  const { rows: state } = await db.pool.query('select telling from cell_state');
  assert.deepEqual(state, [{ telling: null }]);
});

test('A-23: with many accounts, a start does not wait until all are told of a restore, and a worker tells the others', async () => {
  const { db } = app.ctx;
  const toldTwice = async () => {
    const { rows } = await db.pool.query(
      `select told, count(*)::int as accounts from (select a.account_id, count(m.message_id)::int as told from account a
        left join message m on m.account_id = a.account_id and m.event_type = 'account.restored' group by 1) t
        group by 1 order by 1`,
    );
    return Object.fromEntries(rows.map(({ told, accounts }) => [told, accounts]));
  };
  const { rows: all } = await db.pool.query('select count(*)::int as n from account');
  await db.pool.query("update cell_state set served_as = 'another', noticed_at = null");
  await noticeRestore(app.ctx, { steps: restoreSteps, tellWithinMs: 1 });
  const { rows: state } = await db.pool.query('select telling from cell_state');
  assert.ok(state[0]?.telling, 'not all were told');
  await tellAll(app.ctx, restoreSteps);
  assert.deepEqual(await toldTwice(), { 2: all[0]?.n });
});
