import { sql } from 'kysely';
import type { Clock } from '../base/clock.ts';
import { type Eraser, tableEraser } from '../companies/erase-rows.ts';
import type { Db } from '../db/db.ts';
import { unlessClosed } from '../db/error-codes.ts';
import { dropUnused } from './keep-contents.ts';
import { deleteUnused } from './store.ts';

const hourMs = 3_600_000;
const accountsAtOnce = 100;
const rowsAtOnce = 1000;
const contentsAtOnce = 50;

/**
 * Removes the files that no current record has had for as long as versions of records are kept, contents that nobody
 * has ended, and those that no file has.
 */
export async function forgetContents(ctx: {
  db: Db;
  clock: Clock;
  config: { versionsKeptHours: number };
}): Promise<void> {
  const missingBefore = new Date(ctx.clock.nowMs() - ctx.config.versionsKeptHours * hourMs);
  await sql`delete from kept_file where ctid = any (array(select ctid from kept_file
    where missing_since < ${missingBefore} order by missing_since limit ${rowsAtOnce}))`.execute(ctx.db.system);
  // Their process has died, or its connection was deleted: reading one file takes no day.
  const begunBefore = new Date(ctx.clock.nowMs() - 24 * hourMs);
  await sql`delete from kept_content where ctid = any (array(select ctid from kept_content
    where hash is null and began_at < ${begunBefore} order by began_at limit ${rowsAtOnce}))`.execute(ctx.db.system);
  const { rows } = await sql<{ account_id: string }>`select distinct account_id from (
    select account_id from kept_content where is_suspect limit ${rowsAtOnce}) k limit ${accountsAtOnce}`.execute(
    ctx.db.system,
  );
  for (const { account_id } of rows) await dropUnused(ctx, account_id).catch(unlessClosed);
}

/** Erase the kept files of a deleted company, then the contents that no other company of the account has. */
export const contentErasers: readonly Eraser[] = [
  tableEraser({ name: 'keptFiles', table: 'kept_file', key: { connection_id: 'uuid', file_id: 'text' } }),
  tableEraser({ name: 'keptWork', table: 'kept_work', key: { connection_id: 'uuid' } }),
  {
    name: 'keptContents',
    async erase(tx, { companyId }) {
      const { numAffectedRows = 0n } = await sql`delete from kept_content where account_id = ${tx.accountId}::uuid
        and hash is null and writing_for = ${companyId}::uuid`.execute(tx);
      let removed = Number(numAffectedRows);
      for (let batch = { checked: contentsAtOnce, removed: 0 }; batch.checked === contentsAtOnce; ) {
        batch = await deleteUnused(tx, contentsAtOnce);
        removed += batch.removed;
      }
      return { rows: removed };
    },
  },
];
