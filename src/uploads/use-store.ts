import type { FileReading, UploadedFile } from '@daybook/connector-kit';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/db.ts';
import type { UploadIds, UploadPlace } from './store.ts';

/** SQL on `upload_use`: which data sets consist of which files. */
export type DataTypePlace = UploadPlace & { dataType: string };

/** The files of a data set in the order in which they count. */
export async function findFiles(db: Db, of: DataTypePlace & { accountId: string }): Promise<UploadedFile[]> {
  const rows = await db.read(
    of.accountId,
    sql<{ upload_id: string; file_name: string; reading: FileReading }>`select e.upload_id, u.file_name, u.reading
      from upload_use e join upload u on u.account_id = e.account_id and u.company_id = e.company_id
        and u.upload_id = e.upload_id
      where e.account_id = ${of.accountId}::uuid and e.company_id = ${of.companyId}::uuid
        and e.connection_id = ${of.connectionId}::uuid and e.data_type = ${of.dataType} and e.is_current
      order by e.position`,
  );
  return rows.map(({ upload_id: fileId, file_name: name, reading }) => ({ fileId, name, reading }));
}

/** The data types that consist of the file. */
export async function currentUses(tx: Tx, place: UploadIds): Promise<string[]> {
  const { rows } = await sql<{ data_type: string }>`select data_type from upload_use
    where account_id = ${tx.accountId}::uuid and company_id = ${place.companyId}::uuid
      and upload_id = ${place.uploadId}::uuid and is_current order by data_type`.execute(tx);
  return rows.map((row) => row.data_type);
}

/** A file that is read anew fills other data sets than before. */
export async function deleteUses(tx: Tx, place: UploadIds): Promise<void> {
  await sql`delete from upload_use where account_id = ${tx.accountId}::uuid and company_id = ${place.companyId}::uuid
    and upload_id = ${place.uploadId}::uuid`.execute(tx);
}

/** Makes a data set consist of no file, before one that replaces all of them. */
export async function replaceFiles(tx: Tx, of: DataTypePlace): Promise<void> {
  await sql`update upload_use set is_current = false where account_id = ${tx.accountId}::uuid
    and company_id = ${of.companyId}::uuid and connection_id = ${of.connectionId}::uuid
    and data_type = ${of.dataType} and is_current`.execute(tx);
}

/** Adds a file to a data set as its last one. The caller has locked the connection. */
export async function addUse(tx: Tx, place: UploadIds, use: { dataType: string; syncId: string }): Promise<void> {
  await sql`insert into upload_use (account_id, company_id, upload_id, data_type, connection_id, position, is_current, sync_id)
    select ${tx.accountId}::uuid, ${place.companyId}::uuid, ${place.uploadId}::uuid, ${use.dataType},
      ${place.connectionId}::uuid, coalesce(max(position), 0) + 1, true, ${use.syncId}::uuid
    from upload_use where account_id = ${tx.accountId}::uuid and company_id = ${place.companyId}::uuid
      and connection_id = ${place.connectionId}::uuid and data_type = ${use.dataType}`.execute(tx);
}

/** Marks files that no data set consists of any more. */
export async function markReplaced(tx: Tx, place: UploadPlace): Promise<void> {
  await sql`update upload u set status = 'Replaced' where u.account_id = ${tx.accountId}::uuid
    and u.company_id = ${place.companyId}::uuid and u.connection_id = ${place.connectionId}::uuid
    and u.status = 'Confirmed' and not exists (select from upload_use e where e.account_id = u.account_id
      and e.company_id = u.company_id and e.upload_id = u.upload_id and e.is_current)`.execute(tx);
}
