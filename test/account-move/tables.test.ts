import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { leftTables, movedTables } from '../../src/account-move/moved-tables.ts';
import { useApp } from '../harness.ts';

const app = useApp();

test('a move knows every table with rows of accounts, and every column with ids of transactions', async () => {
  const { rows } = await sql<{ name: string; transactions: string[] }>`
    select c.relname as name, coalesce(array_agg(a.attname::text order by a.attnum)
      filter (where a.atttypid = 'xid8'::regtype), '{}') as transactions
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and exists (select from pg_attribute o where o.attrelid = c.oid and o.attname = 'account_id' and o.attnum > 0)
    group by 1`.execute(app.ctx.db.system);
  const known = [...movedTables.map(({ name }) => name), ...leftTables];
  assert.deepEqual(rows.map(({ name }) => name).toSorted(), known.toSorted());
  for (const { name, transactions = [], omitted = [] } of movedTables) {
    const copied = rows.find((row) => row.name === name)?.transactions.filter((column) => !omitted.includes(column));
    assert.deepEqual(copied?.toSorted(), transactions.toSorted(), name);
  }
});
