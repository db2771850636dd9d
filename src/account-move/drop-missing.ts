import type { Copying } from './copy-table.ts';
import { movedTables } from './moved-tables.ts';
import { batchOf, quote, readRows, rowsIn } from './row-texts.ts';

/** Deletes rows in the new cell that the old one no longer has, by comparing the keys of one table. */
export async function dropMissing(copying: Copying, name: string): Promise<void> {
  const { from, to, accountId } = copying;
  const table = movedTables.find((one) => one.name === name);
  if (!table) return;
  const keys = (await copying.columnsOf(table)).filter(({ isKey }) => isKey);
  const names = keys.map((key) => quote(key.name));
  await to.client.query(`create temp table kept_keys on commit drop as select ${names.join()} from ${name} limit 0`);
  const source = { from: `${name} t where t.account_id = $1`, values: [accountId] };
  for await (const rows of readRows(from.client, keys, source))
    await to.client.query(`insert into kept_keys ${rowsIn(keys)}`, [batchOf(rows)]);
  const same = names.map((key) => `k.${key} = t.${key}`).join(' and ');
  await to.client.query(
    `delete from ${name} t where t.account_id = $1 and not exists (select from kept_keys k where ${same})`,
    [accountId],
  );
  await to.client.query('drop table kept_keys');
}
