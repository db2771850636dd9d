import { sealedColumns } from '../operations/reseal.ts';
import type { Copying, Wanted } from './copy-table.ts';
import { type MovedTable, movedTables } from './moved-tables.ts';
import { arrayOf, type Columns } from './row-texts.ts';
import { rowsOf } from './side.ts';

/** Rows of one table on both sides. `isSame` compares their counts and the sums of their hashes. */
export type Compared = { table: string; rows: number; arrived: number; isSame: boolean };

/** The number of rows of each table, and the sum of their hashes. */
export type Sums = ReadonlyMap<string, { count: number; sum: string | null }>;

const sumOf = (columns: Columns) =>
  `count(*)::int8 as count, sum(hashtextextended(${arrayOf(columns, 't')}, 0)::numeric)::text as sum`;

/**
 * Reads the sums of all tables with one statement, at the switch. Of early rows, which were compared as a whole when they
 * were copied, only the keys are read again.
 */
export async function readSums(copying: Copying, side: 'from' | 'to'): Promise<Sums> {
  const parts: string[] = [];
  for (const table of movedTables) {
    const columns = (await copying.columnsOf(table)).filter(({ name, isKey }) =>
      table.early === undefined || isOwn(table, name) ? !isOwn(table, name) : (table.light?.includes(name) ?? isKey),
    );
    // The condition `only` is about ids of the old cell.
    const only = side === 'from' && table.only ? `and ${table.only}` : '';
    parts.push(
      `select '${table.name}' as name, ${sumOf(columns)} from ${table.name} t where t.account_id = $1 ${only}`,
    );
  }
  const rows = await rowsOf<{ name: string; count: number; sum: string | null }>(
    copying[side].client,
    parts.join(' union all '),
    [copying.accountId],
  );
  return new Map(rows.map(({ name, count, sum }) => [name, { count, sum }]));
}

/** Compares early rows as a whole, right after they were copied. */
export async function compareEarly(
  copying: Copying,
  early: readonly { table: MovedTable; wanted: Wanted }[],
): Promise<void> {
  for (const { table, wanted } of early) {
    // A generation that is being written may have closed records that are open in the copy.
    const columns = (await copying.columnsOf(table)).filter(({ name }) => !isOwn(table, name) && name !== 'gen_to');
    const sum = `select ${sumOf(columns)}`;
    const [[theirs], [ours]] = await Promise.all([
      rowsOf<{ count: number; sum: string }>(copying.from.client, `${sum} from ${wanted.from}`, wanted.values),
      rowsOf<{ count: number; sum: string }>(copying.to.client, `${sum} from ${table.name} t where t.account_id = $1`, [
        copying.accountId,
      ]),
    ]);
    if (theirs?.count !== ours?.count || theirs?.sum !== ours?.sum)
      throw new Error(
        `The copy of ${table.name} differs from the original (${theirs?.count} rows, ${ours?.count} arrived).`,
      );
  }
}

export function compareSums(theirs: Sums, ours: Sums): Compared[] {
  return movedTables.map(({ name }) => {
    const [left, right] = [theirs.get(name), ours.get(name)];
    return {
      table: name,
      rows: left?.count ?? 0,
      arrived: right?.count ?? 0,
      isSame: left?.count === right?.count && left?.sum === right?.sum,
    };
  });
}

/** Columns whose values belong to one cell. */
function isOwn(table: MovedTable, name: string): boolean {
  const sealed = sealedColumns.some((column) => column.table === table.name && column.column === name);
  const { transactions = [], set = {}, persons = [] } = table;
  return sealed || transactions.includes(name) || persons.includes(name) || Object.hasOwn(set, name);
}
