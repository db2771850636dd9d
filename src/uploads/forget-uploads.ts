import { sql } from 'kysely';
import type { Clock } from '../base/clock.ts';
import { dayMs } from '../base/durations.ts';
import { type Eraser, tableEraser } from '../companies/erase-rows.ts';
import type { Db } from '../db/db.ts';

const atOnce = 20;

/** Removes files that no data set consists of, a while after they were uploaded. */
export async function forgetUploads(ctx: {
  db: Db;
  clock: Clock;
  config: { uploadsKeptDays: number };
}): Promise<number> {
  const before = new Date(ctx.clock.nowMs() - ctx.config.uploadsKeptDays * dayMs);
  let removed = 0;
  for (let batch = atOnce; batch === atOnce; removed += batch) {
    const { numAffectedRows } = await sql`delete from upload where ctid = any (array(
      select ctid from upload where uploaded_at < ${before} and status <> 'Confirmed'
      order by uploaded_at limit ${atOnce}))`.execute(ctx.db.system);
    batch = Number(numAffectedRows ?? 0);
  }
  return removed;
}

/** Erase the files of a deleted company, before its data sets: a sync that still runs finds nothing to read. */
export const uploadErasers: readonly Eraser[] = [
  tableEraser({ name: 'uploadUses', table: 'upload_use', key: { upload_id: 'uuid', data_type: 'text' } }),
  tableEraser({ name: 'uploadParts', table: 'upload_part', key: { upload_id: 'uuid', part: 'int' } }),
  tableEraser({ name: 'uploads', table: 'upload', key: { upload_id: 'uuid' } }),
  tableEraser({ name: 'uploadReadings', table: 'upload_reading', key: { connection_id: 'uuid', columns_key: 'text' } }),
];
