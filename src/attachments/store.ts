import { sql } from 'kysely';
import type { Db, Tx } from '../db/db.ts';
import type { ContentIds } from './seal-parts.ts';

/** SQL on `kept_file`, `kept_content`, `kept_content_part` and `kept_total`. */
export type FilePlace = { accountId: string; companyId: string; connectionId: string };
export type NotKept = 'fileTooLarge' | 'accountFull' | 'notFound' | 'unreadable';

const ofPlace = ({ accountId, companyId, connectionId }: FilePlace, alias: string) => {
  const table = sql.ref(alias);
  return sql<boolean>`${table}.account_id = ${accountId}::uuid and ${table}.company_id = ${companyId}::uuid
    and ${table}.connection_id = ${connectionId}::uuid`;
};

/** The current attachments of a connection, without the deleted ones. `r` is the record. */
const currentRecords = (place: FilePlace) => sql`data_set s join record r on r.account_id = s.account_id
  and r.company_id = s.company_id and r.data_set_id = s.data_set_id and r.change <> 'd'
  and r.gen_from <= s.published_generation and (r.gen_to is null or r.gen_to > s.published_generation)
  where ${ofPlace(place, 's')} and s.data_type = 'attachments'`;

/** Identifies what the platform reports of an attachment, however Daybook maps it. */
const versionOf = sql<Buffer>`sha256(convert_to(coalesce(r.source, r.payload::text), 'UTF8'))`;

export type FileToKeep = {
  id: string;
  source: string | null;
  version: Buffer;
  size: number | null;
  hash: { algorithm: string; value: string } | null;
};

/** Attachments whose content is not kept yet, in the order of their ids. Those that could not be kept after a day. */
export async function findToKeep(
  db: Db,
  place: FilePlace,
  { after, checkedBefore, limit }: { after: string; checkedBefore: Date; limit: number },
): Promise<FileToKeep[]> {
  return db.read(
    place.accountId,
    sql<FileToKeep>`select r.record_id as id, r.source, ${versionOf} as version, (r.payload ->> 'size')::float8 as size,
        r.payload -> 'hash' as hash
      from ${currentRecords(place)} and r.record_id > ${after} and not exists (select from kept_file f
        where ${ofPlace(place, 'f')} and f.file_id = r.record_id and f.version = ${versionOf}
          and (f.content_id is not null or f.checked_at > ${checkedBefore}::timestamptz))
      order by r.record_id limit ${limit}`,
  );
}

export type KeptFile = {
  reason: NotKept | null;
  contentId: string | null;
  bytes: number | null;
  hash: string | null;
  dataKey: string | null;
};

/** What is kept of an attachment as it is now; undefined if nothing was tried since it has changed. */
export async function findKept(db: Db, place: FilePlace, id: string): Promise<KeptFile | undefined> {
  const [found] = await db.read(
    place.accountId,
    sql<KeptFile>`select f.reason, f.content_id as "contentId", k.bytes::float8 as bytes, encode(k.hash, 'hex') as hash,
        k.data_key as "dataKey"
      from kept_file f left join kept_content k on k.account_id = f.account_id and k.content_id = f.content_id
      where ${ofPlace(place, 'f')} and f.file_id = ${id}
        and f.version in (select ${versionOf} from ${currentRecords(place)} and r.record_id = ${id})`,
  );
  return found;
}

/** The parts one by one. The bytes are sealed. */
export async function readPart(
  db: Db,
  { accountId, contentId }: ContentIds,
  part: number,
): Promise<Buffer | undefined> {
  const rows = await db.read(
    accountId,
    sql<{ sealed: Buffer }>`select sealed from kept_content_part where account_id = ${accountId}::uuid
      and content_id = ${contentId}::uuid and part = ${part}`,
  );
  return rows[0]?.sealed;
}

export async function beginContent(
  tx: Tx,
  { contentId, companyId, dataKey, at }: { contentId: string; companyId: string; dataKey: string; at: Date },
): Promise<void> {
  await sql`insert into kept_content (account_id, content_id, data_key, began_at, writing_for)
    values (${tx.accountId}::uuid, ${contentId}::uuid, ${dataKey}, ${at}, ${companyId}::uuid)`.execute(tx);
}

export async function insertPart(tx: Tx, contentId: string, part: number, sealed: Buffer): Promise<void> {
  await sql`insert into kept_content_part (account_id, content_id, part, sealed)
    values (${tx.accountId}::uuid, ${contentId}::uuid, ${part}, ${sealed})`.execute(tx);
}

/** The content with this hash. It is locked, so it cannot be removed before the transaction ends. */
export async function lockSame(tx: Tx, hash: Buffer): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`select content_id as id from kept_content
    where account_id = ${tx.accountId}::uuid and hash = ${hash} for update`.execute(tx);
  return rows[0]?.id;
}

/** False if the account would have more than `max` bytes. The row of the total is locked, so the limit is exact. */
export async function addToTotal(tx: Tx, { bytes, max }: { bytes: number; max: number }): Promise<boolean> {
  await sql`insert into kept_total (account_id, bytes) values (${tx.accountId}::uuid, 0)
    on conflict do nothing`.execute(tx);
  const { numAffectedRows = 0n } = await sql`update kept_total set bytes = bytes + ${bytes}
    where account_id = ${tx.accountId}::uuid and bytes + ${bytes} <= ${max}`.execute(tx);
  return numAffectedRows > 0n;
}

export async function readTotal(db: Db, accountId: string): Promise<number> {
  const [row] = await db.read(
    accountId,
    sql<{ bytes: number }>`select bytes::float8 as bytes from kept_total where account_id = ${accountId}::uuid`,
  );
  return row?.bytes ?? 0;
}

/** False if the content has been removed meanwhile. */
export async function endContent(
  tx: Tx,
  { contentId, hash, bytes }: { contentId: string; hash: Buffer; bytes: number },
): Promise<boolean> {
  const { numAffectedRows = 0n } =
    await sql`update kept_content set hash = ${hash}, bytes = ${bytes}, writing_for = null
    where account_id = ${tx.accountId}::uuid and content_id = ${contentId}::uuid`.execute(tx);
  return numAffectedRows > 0n;
}

export async function deleteContent(tx: Tx, contentId: string): Promise<void> {
  await sql`delete from kept_content where account_id = ${tx.accountId}::uuid
    and content_id = ${contentId}::uuid`.execute(tx);
}

type Outcome = { version: Buffer; at: Date } & ({ contentId: string } | { reason: NotKept });

export async function saveFile(tx: Tx, place: FilePlace, id: string, made: Outcome): Promise<void> {
  const contentId = 'contentId' in made ? made.contentId : null;
  const reason = 'reason' in made ? made.reason : null;
  await sql`insert into kept_file (account_id, company_id, connection_id, file_id, version, content_id, reason, checked_at)
    values (${place.accountId}::uuid, ${place.companyId}::uuid, ${place.connectionId}::uuid, ${id}, ${made.version},
      ${contentId}::uuid, ${reason}, ${made.at})
    on conflict (account_id, company_id, connection_id, file_id) do update
      set version = excluded.version, content_id = excluded.content_id, reason = excluded.reason,
        checked_at = excluded.checked_at, missing_since = null`.execute(tx);
}

/** The same content under a changed record: the platform tells the hash that the kept content of this file has. */
export async function keepSame(
  tx: Tx,
  place: FilePlace,
  file: { id: string; version: Buffer; hash: string; at: Date },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`update kept_file f set version = ${file.version}, checked_at = ${file.at},
      missing_since = null
    where ${ofPlace(place, 'f')} and f.file_id = ${file.id} and exists (select from kept_content k
      where k.account_id = f.account_id and k.content_id = f.content_id and encode(k.hash, 'hex') = ${file.hash})`.execute(
    tx,
  );
  return numAffectedRows > 0n;
}

/** Marks the files that no current record has, and those that one has again. */
export async function markMissing(tx: Tx, place: FilePlace, at: Date): Promise<void> {
  await sql`update kept_file f set missing_since = case when f.missing_since is null then ${at}::timestamptz end
    where ${ofPlace(place, 'f')} and (f.missing_since is null) <> exists (
      select from ${currentRecords(place)} and r.record_id = f.file_id)`.execute(tx);
}

/** Removes up to `limit` files of a connection. Their contents are removed later. */
export async function deleteFiles(tx: Tx, place: FilePlace, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`delete from kept_file where account_id = ${place.accountId}::uuid
    and ctid = any (array(select f.ctid from kept_file f where ${ofPlace(place, 'f')} limit ${limit}))`.execute(tx);
  return Number(numAffectedRows);
}

/**
 * Checks at most `limit` contents that a file no longer has, and removes those that no file has. A content that a file
 * has got again stays: `lockSame` and this function lock it first.
 */
export async function deleteUnused(tx: Tx, limit: number): Promise<{ checked: number; removed: number }> {
  const own = sql`account_id = ${tx.accountId}::uuid`;
  const { rows } = await sql<{ id: string }>`select content_id as id from kept_content where ${own} and is_suspect
    order by content_id limit ${limit} for update`.execute(tx);
  if (rows.length === 0) return { checked: 0, removed: 0 };
  const ids = rows.map(({ id }) => id);
  const { rows: gone } = await sql<{ bytes: number | null }>`delete from kept_content k where ${own}
    and content_id = any (${ids}::uuid[]) and not exists (select from kept_file f
      where f.account_id = k.account_id and f.content_id = k.content_id)
    returning bytes::float8 as bytes`.execute(tx);
  await sql`update kept_content set is_suspect = false where ${own} and content_id = any (${ids}::uuid[])`.execute(tx);
  const bytes = gone.reduce((sum, row) => sum + (row.bytes ?? 0), 0);
  await sql`update kept_total set bytes = bytes - ${bytes} where ${own}`.execute(tx);
  return { checked: rows.length, removed: gone.length };
}
