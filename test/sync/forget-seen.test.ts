import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { forgetOldSeen } from '../../src/data/write/find-missing.ts';
import { companyWith, someInvoices } from '../data/seed-data-set.ts';
import { useApp } from '../harness.ts';

const app = useApp({ config: { role: 'api' } });

test('a sync that ends late does not remove the ids that the next sync of the data set has already seen', async () => {
  const { db } = app.ctx;
  const account = await app.account();
  const books = await companyWith(db, account, someInvoices(1));
  const place = [account.accountId, books.companyId, books.dataSetId];
  await db.pool.query(
    'insert into seen_page (account_id, company_id, data_set_id, page, ids) values ($1, $2, $3, 0, $4)',
    [...place, [1]],
  );
  const { rows } = await db.pool.query(
    `insert into sync (account_id, company_id, data_set_id, sync_id, connection_id, platform_key, data_type, trigger, status, requested_at)
     values ($1, $2, $3, $4, $5, 'sandbox', 'invoices', 'schedule', 'Fetching', now()) returning sync_id`,
    [...place, randomUUID(), books.connectionId],
  );
  const seen = async () =>
    (await db.pool.query('select page from seen_page where data_set_id = $1', [books.dataSetId])).rows;
  const forget = () => db.transaction(account.accountId, async (tx) => forgetOldSeen(tx, books));
  await forget();
  assert.equal((await seen()).length, 1);
  await db.pool.query(`update sync set status = 'Complete', completed_at = now() where sync_id = $1`, [
    rows[0].sync_id,
  ]);
  await forget();
  assert.equal((await seen()).length, 0);
});
