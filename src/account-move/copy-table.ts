import { placeOf, type SealedColumn, sealedColumns } from '../operations/reseal.ts';
import type { MovedTable } from './moved-tables.ts';
import { type Columns, readRows, type TextRow, writeRows } from './row-texts.ts';
import type { Between } from './side.ts';
import type { TransactionIds } from './transaction-ids.ts';

/** Everything that the copy of a table needs. */
export type Copying = Between & {
  ids: TransactionIds;
  /** Persons of the old cell with other ids in the new one. */
  persons: ReadonlyMap<string, string>;
  columnsOf(table: MovedTable): Promise<Columns>;
};

/** Which rows to read: `from` is the source of the rows, with the alias `t`. */
export type Wanted = {
  from: string;
  values: unknown[];
  again: boolean;
  change?: (row: TextRow, columns: Columns) => void;
};

/** Copies rows of one table, and returns how many. Both connections must be in a database transaction. */
export async function copyTable(copying: Copying, table: MovedTable, wanted: Wanted): Promise<number> {
  const columns = await copying.columnsOf(table);
  return writeTable(copying, table, wanted, readRows(copying.from.client, columns, wanted));
}

/** The same for rows that are being read already. */
export async function writeTable(
  copying: Copying,
  table: MovedTable,
  wanted: Wanted,
  batches: AsyncIterable<string[]> | Iterable<string[]>,
): Promise<number> {
  const { to, accountId } = copying;
  const columns = await copying.columnsOf(table);
  const changes = [...changesOf(copying, table, columns)];
  if (wanted.change) changes.push((row) => wanted.change?.(row, columns));
  let count = 0;
  for await (const rows of batches) {
    count += rows.length;
    const changed = changes.length === 0 ? rows : rows.map((text) => change(text, changes));
    await writeRows(to.client, table, columns, changed, { accountId, again: wanted.again });
  }
  return count;
}

type Change = (row: TextRow) => void;

function change(text: string, changes: readonly Change[]): string {
  const row = JSON.parse(text) as TextRow;
  for (const one of changes) one(row);
  return JSON.stringify(row);
}

function* changesOf({ ids, persons, from, to }: Copying, table: MovedTable, columns: Columns): Generator<Change> {
  const at = (name: string) => columns.findIndex((column) => column.name === name);
  for (const name of table.transactions ?? []) {
    const place = at(name);
    yield (row) => {
      if (row[place]) row[place] = ids.oursOf(row[place]);
    };
  }
  for (const name of table.persons ?? []) {
    const place = at(name);
    yield (row) => {
      row[place] = persons.get(row[place] ?? '') ?? row[place] ?? null;
    };
  }
  for (const sealed of sealedColumns.filter((column) => column.table === table.name)) {
    const place = at(sealed.column);
    yield (row) => {
      if (row[place])
        row[place] = reseal(
          row[place],
          sealed,
          sealed.key.map((name) => row[at(name)] ?? ''),
          { from, to },
        );
    };
  }
}

function reseal(text: string, sealed: SealedColumn, key: string[], { from, to }: Pick<Copying, 'from' | 'to'>): string {
  const place = placeOf(sealed, key);
  return to.sealer.seal(from.sealer.unseal(text, place), place);
}
