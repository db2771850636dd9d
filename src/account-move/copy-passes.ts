import type pg from 'pg';
import { within } from '../db/within.ts';
import { compareEarly, type Sums } from './compare-sides.ts';
import { type CopiedSets, laterRecords, publishedRecords, readSets } from './copy-records.ts';
import { type Copying, copyTable, type Wanted, writeTable } from './copy-table.ts';
import { type MovedTable, movedTables } from './moved-tables.ts';
import { movePersons } from './persons.ts';
import { readAll } from './row-texts.ts';
import { oneSnapshot, rowsOf } from './side.ts';

/** What has been copied so far: all early rows that were written by transactions before `before`. */
export type Copied = { before: string; sets: CopiedSets };

export type PassResult = Copied & { rows: number };

/** Copies the early rows while the account works: at first all of them, later those that have changed. */
export async function copyEarly(copying: Copying, last?: Copied): Promise<PassResult> {
  const { from, to, accountId } = copying;
  await makeDays(copying);
  return within(
    from.client,
    async () => {
      const before = await oldestRunning(from.client);
      await copying.ids.assign(before);
      const sets = await readSets(from.client, accountId);
      const rows = await within(to.client, async () => {
        const pass = { sets, last, isSwitch: false };
        const copied = await copyRows(copying, earlyTables(), pass);
        if (!last)
          await compareEarly(
            copying,
            earlyTables().map((table) => ({ table, wanted: wantedOf(accountId, table, pass) })),
          );
        return copied;
      });
      return { before, sets, rows };
    },
    oneSnapshot,
  );
}

const earlyTables = () => movedTables.filter(({ early }) => early !== undefined);

/** Copies everything that is left. Both sides must be in a transaction, and the account must be frozen. */
export async function copyRest(
  copying: Omit<Copying, 'persons'>,
  { last, sums }: { last: Copied; sums: Sums },
): Promise<number> {
  const { to, accountId } = copying;
  await copying.ids.assign(null);
  const persons = await movePersons(copying);
  const sets = await readSets(copying.from.client, accountId);
  const filled = movedTables.filter(({ name }) => (sums.get(name)?.count ?? 0) > 0);
  const copy = (tables: readonly MovedTable[]) =>
    copyRows({ ...copying, persons }, tables, { sets, last, isSwitch: true });
  const rows = await copy(filled.filter(({ isCounted }) => !isCounted));
  for (const { name } of movedTables.filter(({ isCounted }) => isCounted))
    await to.client.query(`delete from ${name} where account_id = $1`, [accountId]);
  return rows + (await copy(filled.filter(({ isCounted }) => isCounted)));
}

type Pass = { sets: CopiedSets; last: Copied | undefined; isSwitch: boolean };

async function copyRows(copying: Copying, tables: readonly MovedTable[], pass: Pass): Promise<number> {
  let rows = 0;
  if (pass.isSwitch) {
    // The rows of the next table are read while those of earlier ones are being inserted.
    let reading: Promise<unknown> = Promise.resolve();
    const read = await Promise.all(
      tables.map(async (table) => ({
        table,
        wanted: wantedOf(copying.accountId, table, pass),
        columns: await copying.columnsOf(table),
      })),
    );
    const batches = read.map(({ wanted, columns }) => {
      const next = reading.then(() => readAll(copying.from.client, columns, wanted));
      next.catch(() => {});
      reading = next;
      return next;
    });
    for (const [at, { table, wanted }] of read.entries())
      rows += await writeTable(copying, table, wanted, (await batches[at]) ?? []);
  } else for (const table of tables) rows += await copyTable(copying, table, wantedOf(copying.accountId, table, pass));
  return rows;
}

/**
 * A row version that was written by `last.before` or a later transaction. Row versions name 32 bits of the transaction,
 * so their ages are compared.
 */
const isLater = 'age(t.xmin) <= age(($2::xid8::text::numeric % 4294967296)::text::xid)';

function wantedOf(accountId: string, table: MovedTable, { sets, last, isSwitch }: Pass): Wanted {
  if (table.name === 'record')
    return last ? laterRecords(accountId, last.sets, isSwitch ? undefined : sets) : publishedRecords(accountId, sets);
  const { name, early, only } = table;
  const conditions = ['t.account_id = $1'];
  if (only) conditions.push(only);
  if (early === undefined || !last) {
    if (early !== undefined && !isSwitch) conditions.push(early);
    return {
      from: `${name} t where ${conditions.join(' and ')}`,
      values: [accountId],
      again: false,
    };
  }
  conditions.push(isSwitch ? `(${isLater} or not (${early}))` : `${isLater} and ${early}`);
  return {
    from: `${name} t where ${conditions.join(' and ')}`,
    values: [accountId, last.before],
    again: true,
  };
}

async function oldestRunning(client: pg.Client): Promise<string> {
  const [row] = await rowsOf<{ oldest: string }>(
    client,
    'select pg_snapshot_xmin(pg_current_snapshot())::text as oldest',
  );
  return row?.oldest ?? '3';
}

/** Rows of a day need its partitions: rows in the default partition would never be dropped. */
async function makeDays({ from, to }: Copying): Promise<void> {
  const days = await rowsOf<{ day: string }>(
    from.client,
    `select distinct substring(c.relname from '\\d{8}$') as day from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'message'::regclass and c.relname ~ '_\\d{8}$'`,
  );
  for (const { day } of days) await to.client.query('call make_message_day($1::date)', [day]);
}
