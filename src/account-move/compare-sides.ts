import { sealedColumns } from '../operations/reseal.ts';
import { type CopiedSets, publishedRecords } from './copy-records.ts';
import type { Copying } from './copy-table.ts';
import { type MovedTable, movedTables } from './moved-tables.ts';
import { arrayOf } from './row-texts.ts';
import { rowsOf } from './side.ts';

/** Rows of one table on both sides. `isSame` compares counts and, unless `isCounted`, the sums of all rows' hashes. */
export type Compared = { table: string; rows: number; arrived: number; isSame: boolean; isCounted?: true };

/** The number of rows of each table, and the sum of their hashes. */
export type Sums = ReadonlyMap<string, { count: number; sum: string | null }>;

/** If more rows were copied early, their tables are only counted, because hashing them would make the pause longer. */
export const hashedMax = 300_000;

/** Reads the sums of all tables with one statement. */
export async function readSums(
  copying: Copying,
  side: 'from' | 'to',
  { areEarlyHashed }: { areEarlyHashed: boolean },
): Promise<Sums> {
  const parts: string[] = [];
  for (const table of movedTables) {
    const columns = (await copying.columnsOf(table)).filter(({ name }) => !isOwn(table, name));
    const isHashed = table.early === undefined || areEarlyHashed;
    const sum = isHashed ? `sum(hashtextextended(${arrayOf(columns, 't')}, 0)::numeric)::text` : 'null';
    // The condition `only` is about ids of the old cell.
    const only = side === 'from' && table.only ? `and ${table.only}` : '';
    parts.push(`select '${table.name}' as name, count(*)::int8 as count, ${sum} as sum from ${table.name} t
      where t.account_id = $1 ${only}`);
  }
  const rows = await rowsOf<{ name: string; count: number; sum: string | null }>(
    copying[side].client,
    parts.join(' union all '),
    [copying.accountId],
  );
  return new Map(rows.map(({ name, count, sum }) => [name, { count, sum }]));
}

/**
 * Compares the records that were copied first, as a whole. Rows do not change afterwards, except that later generations
 * close them. At the switch, only their keys, generations and hashes are compared.
 */
export async function compareRecords(copying: Copying, sets: CopiedSets): Promise<void> {
  const table = movedTables.find(({ name }) => name === 'record');
  if (!table) return;
  const columns = (await copying.columnsOf(table)).filter(({ name }) => name !== 'gen_to');
  const sum = `select count(*)::int8 as count, sum(hashtextextended(${arrayOf(columns, 't')}, 0)::numeric)::text as sum`;
  const { from, values } = publishedRecords(copying.accountId, sets);
  const [[theirs], [ours]] = await Promise.all([
    rowsOf<{ count: number; sum: string }>(copying.from.client, `${sum} from ${from}`, values),
    rowsOf<{ count: number; sum: string }>(copying.to.client, `${sum} from record t where t.account_id = $1`, [
      copying.accountId,
    ]),
  ]);
  if (theirs?.count !== ours?.count || theirs?.sum !== ours?.sum)
    throw new Error(`The copied records differ from the original (${theirs?.count} rows, ${ours?.count} arrived).`);
}

export function compareSums(theirs: Sums, ours: Sums, { areEarlyHashed }: { areEarlyHashed: boolean }): Compared[] {
  return movedTables.map(({ name, early }) => {
    const [left, right] = [theirs.get(name), ours.get(name)];
    return {
      table: name,
      rows: left?.count ?? 0,
      arrived: right?.count ?? 0,
      isSame: left?.count === right?.count && left?.sum === right?.sum,
      ...(early !== undefined && !areEarlyHashed && { isCounted: true as const }),
    };
  });
}

/** Columns whose values belong to one cell. */
function isOwn(table: MovedTable, name: string): boolean {
  const sealed = sealedColumns.some((column) => column.table === table.name && column.column === name);
  const { transactions = [], set = {}, persons = [], compared } = table;
  if (compared && !compared.includes(name)) return true;
  return sealed || transactions.includes(name) || persons.includes(name) || Object.hasOwn(set, name);
}
