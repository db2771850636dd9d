import type { FileReading, FoundFile, UploadMode } from '@daybook/connector-kit';
import { sql } from 'kysely';
import Type from 'typebox';
import { openValues } from '../base/open-values.ts';
import type { Db, Tx } from '../db/db.ts';
import type { Row } from '../db/tables.ts';
import { column, columns, notInLists, shown } from '../lists/columns.ts';
import { countedList } from '../lists/page/counted-list.ts';
import type { List } from '../lists/page/read-page.ts';
import { time, uuid } from '../lists/wire.ts';
import { dataTypeName, FileReading as FileReadingSchema, uploadMode } from './wire.ts';

/** SQL on `upload` and `upload_reading`. */
export type UploadPlace = { companyId: string; connectionId: string };
export type UploadIds = UploadPlace & { uploadId: string };
export type UploadStatus = Row<'upload'>['status'];

const useColumns = columns({
  dataType: shown(sql`e.data_type`, dataTypeName),
  isCurrent: shown(
    sql`e.is_current`,
    Type.Boolean({
      description: 'Whether the data set consists of the file. False since a later file has replaced it.',
    }),
  ),
  syncId: shown(sql`e.sync_id`, Type.Optional(uuid)),
  syncStatus: shown(
    sql`(select s.status from sync s where s.account_id = e.account_id and s.company_id = e.company_id and s.sync_id = e.sync_id)`,
    Type.Optional(
      Type.String({ description: 'Status of that sync, as `getSync` returns it. Absent if it is no longer stored.' }),
    ),
  ),
});

const uploadColumns = columns({
  uploadId: column(sql`u.upload_id`, uuid),
  companyId: shown(sql`u.company_id`, uuid),
  connectionId: shown(sql`u.connection_id`, uuid),
  fileName: column(sql`u.file_name`, Type.String({ description: 'Name of the file.' })),
  bytes: shown(sql`u.bytes`, Type.Integer({ minimum: 0, description: 'Size of the file.' })),
  status: column(
    sql`u.status`,
    Type.Enum(['Received', 'Unreadable', 'Confirmed', 'Replaced'], {
      description: `\`Received\`: waits until it is confirmed how the file is read. \`Unreadable\`: nothing in it can be read. \`Confirmed\`: a data set consists of it, alone or with other files. \`Replaced\`: later files have replaced it. ${openValues()}`,
    }),
  ),
  format: shown(
    sql`u.found ->> 'format'`,
    Type.Optional(Type.String({ description: 'Kind of file, such as `csv`, `xlsx`, `ofx`, `camt.053` or `mt940`.' })),
  ),
  problem: shown(
    sql`u.problem`,
    Type.Optional(Type.String({ description: 'Why nothing in the file can be read, in English.' })),
  ),
  reading: shown(sql`u.reading::text`, Type.Optional(FileReadingSchema), { absent: sql`u.reading is null` }),
  mode: shown(sql`u.mode`, Type.Optional(uploadMode)),
  records: shown(
    sql`u.records`,
    Type.Optional(Type.Integer({ minimum: 0, description: 'Number of records in the file when it was confirmed.' })),
  ),
  problems: shown(
    sql`u.problems`,
    Type.Optional(
      Type.Integer({ minimum: 0, description: 'Number of rows that could not be read when it was confirmed.' }),
    ),
  ),
  dataSets: shown(
    sql`(select '[' || coalesce(string_agg(${useColumns.json}, ',' order by e.data_type), '') || ']' from upload_use e
      where e.account_id = u.account_id and e.company_id = u.company_id and e.upload_id = u.upload_id)`,
    Type.Array(Type.Object(useColumns.shape), {
      description: 'The data sets that the file fills since it was confirmed.',
    }),
  ),
  uploaded: column(sql`u.uploaded_at`, time),
  confirmed: column(sql`u.confirmed_at`, Type.Optional(time)),
  dataTypes: notInLists(
    Type.Optional(Type.Array(dataTypeName, { description: 'The data types as which the file can be read.' })),
  ),
  notes: notInLists(
    Type.Optional(Type.Array(Type.String(), { description: 'What was noticed when the file was read, in English.' })),
  ),
  sheets: notInLists(
    Type.Optional(
      Type.Array(
        Type.Object({
          name: Type.String({ description: 'Name of the sheet. A CSV file has one, with the name of its format.' }),
          rows: Type.Integer({ minimum: 0, description: 'Number of rows below the header.' }),
          columns: Type.Array(
            Type.Object({
              name: Type.String({ description: 'The heading of the column.' }),
              samples: Type.Array(Type.String(), { description: 'The first values of the column.' }),
            }),
            { description: 'The columns of the sheet.' },
          ),
        }),
        { description: 'The tables of the file; empty for a bank statement.' },
      ),
    ),
  ),
});
export const Upload = Type.Object(uploadColumns.shape, { title: 'Upload' });

type Scope = UploadPlace & { accountId: string };
const ofConnection = ({ accountId, companyId, connectionId }: Scope) =>
  sql<boolean>`u.account_id = ${accountId}::uuid and u.company_id = ${companyId}::uuid
    and u.connection_id = ${connectionId}::uuid`;

/** The uploads of a connection, newest first. */
export function uploadList(scope: Scope): List {
  return countedList({
    name: `uploads of ${scope.connectionId}`,
    small: true,
    from: sql`upload u`,
    scope: ofConnection(scope),
    record: uploadColumns.json,
    fields: uploadColumns.fields,
    key: { expression: sql`u.upload_id`, type: sql`uuid`, descending: true },
  });
}

/** One upload, with what was found in it. */
export function uploadStatement(scope: Scope, uploadId: string) {
  const found = sql`jsonb_build_object('dataTypes', u.found -> 'dataTypes', 'notes', u.found -> 'notes',
    'sheets', u.found -> 'sheets')::text`;
  const json = sql`case when u.found is null then ${uploadColumns.json}
    else left(${uploadColumns.json}, -1) || ',' || substr(${found}, 2) end`;
  return sql<{ json: string }>`select ${json} as json from upload u
    where ${ofConnection(scope)} and u.upload_id = ${uploadId}::uuid`;
}

export type UploadRow = {
  file_name: string;
  status: UploadStatus;
  found: FoundFile | null;
  reading: FileReading | null;
  mode: UploadMode | null;
};

const rowColumns = sql`u.file_name, u.status, u.found, u.reading, u.mode`;

export async function readUpload(db: Db, scope: Scope & UploadIds): Promise<UploadRow | undefined> {
  const statement = sql<UploadRow>`select ${rowColumns} from upload u
    where ${ofConnection(scope)} and u.upload_id = ${scope.uploadId}::uuid`;
  return (await db.read(scope.accountId, statement))[0];
}

/** Locks the upload until the transaction ends. */
export async function lockUpload(tx: Tx, place: UploadIds): Promise<UploadRow | undefined> {
  const { rows } = await sql<UploadRow>`select ${rowColumns} from upload u
    where ${ofConnection({ ...place, accountId: tx.accountId })} and u.upload_id = ${place.uploadId}::uuid
    for update`.execute(tx);
  return rows[0];
}

/** The upload with the same content, if the connection has one. */
export async function findSame(tx: Tx, place: UploadPlace, hash: string): Promise<string | undefined> {
  const { rows } = await sql<{ upload_id: string }>`select u.upload_id from upload u
    where ${ofConnection({ ...place, accountId: tx.accountId })} and u.content_hash = ${hash}`.execute(tx);
  return rows[0]?.upload_id;
}

export async function countUploads(tx: Tx, place: UploadPlace): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from upload u
    where ${ofConnection({ ...place, accountId: tx.accountId })}`.execute(tx);
  return rows[0]?.n ?? 0;
}

/** Deletes the oldest upload that no data set consists of. */
export async function deleteOldestLeft(tx: Tx, place: UploadPlace): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`delete from upload u
    where ${ofConnection({ ...place, accountId: tx.accountId })} and u.upload_id = (select u.upload_id from upload u
      where ${ofConnection({ ...place, accountId: tx.accountId })} and u.status <> 'Confirmed'
      order by u.uploaded_at, u.upload_id limit 1)`.execute(tx);
  return numAffectedRows > 0n;
}

export async function insertUpload(
  tx: Tx,
  row: UploadIds & {
    fileName: string;
    bytes: number;
    hash: string;
    found: FoundFile | null;
    problem: string | null;
    at: Date;
  },
): Promise<void> {
  await tx
    .insertInto('upload')
    .values({
      account_id: tx.accountId,
      company_id: row.companyId,
      connection_id: row.connectionId,
      upload_id: row.uploadId,
      file_name: row.fileName,
      bytes: row.bytes,
      content_hash: row.hash,
      status: row.found ? 'Received' : 'Unreadable',
      found: row.found && JSON.stringify(row.found),
      problem: row.problem,
      uploaded_at: row.at,
    })
    .execute();
}

export async function setConfirmed(
  tx: Tx,
  place: UploadIds,
  set: { reading: FileReading; mode: UploadMode; records: number; problems: number; at: Date },
): Promise<void> {
  const { reading, mode, records, problems, at } = set;
  await sql`update upload u set status = 'Confirmed', reading = ${JSON.stringify(reading)}::jsonb, mode = ${mode},
      records = ${records}, problems = ${problems}, confirmed_at = ${at}
    where ${ofConnection({ ...place, accountId: tx.accountId })} and u.upload_id = ${place.uploadId}::uuid`.execute(tx);
}

export async function deleteUploadRow(tx: Tx, place: UploadIds): Promise<void> {
  await sql`delete from upload u where ${ofConnection({ ...place, accountId: tx.accountId })}
    and u.upload_id = ${place.uploadId}::uuid`.execute(tx);
}

/** How files with certain columns were read the last time. */
export type Remembered = { reading: FileReading; mode: UploadMode };

export async function findReadings(
  db: Db,
  scope: Scope,
  keys: readonly string[],
): Promise<(Remembered & { columnsKey: string })[]> {
  return db.read(
    scope.accountId,
    sql<Remembered & { columnsKey: string }>`select columns_key as "columnsKey", reading, mode from upload_reading
      where account_id = ${scope.accountId}::uuid and company_id = ${scope.companyId}::uuid
        and connection_id = ${scope.connectionId}::uuid and columns_key = any (${keys}::text[])`,
  );
}

export async function rememberReading(
  tx: Tx,
  place: UploadPlace,
  { columnsKey, reading, mode, at }: Remembered & { columnsKey: string; at: Date },
): Promise<void> {
  await sql`insert into upload_reading (account_id, company_id, connection_id, columns_key, reading, mode, changed_at)
    values (${tx.accountId}::uuid, ${place.companyId}::uuid, ${place.connectionId}::uuid, ${columnsKey},
      ${JSON.stringify(reading)}::jsonb, ${mode}, ${at})
    on conflict (account_id, company_id, connection_id, columns_key) do update
      set reading = excluded.reading, mode = excluded.mode, changed_at = excluded.changed_at`.execute(tx);
}
