import { sql } from 'kysely';
import type { Db, Tx } from '../db/db.ts';
import type { UploadIds } from './store.ts';

/** SQL on `upload_part`. */
const partBytes = 1024 * 1024;

export async function insertContent(tx: Tx, place: UploadIds, content: Buffer): Promise<void> {
  for (let part = 0; part * partBytes < content.length; part++)
    await tx
      .insertInto('upload_part')
      .values({
        account_id: tx.accountId,
        company_id: place.companyId,
        upload_id: place.uploadId,
        part,
        content: content.subarray(part * partBytes, (part + 1) * partBytes),
      })
      .execute();
}

/** The content of an upload; undefined if it has been deleted. */
export async function readContent(
  db: Db,
  { accountId, companyId, uploadId }: { accountId: string; companyId: string; uploadId: string },
): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  for (let from = 0; ; from += partsAtOnce) {
    const rows = await db.read(
      accountId,
      sql<{ content: Buffer }>`select content from upload_part where account_id = ${accountId}::uuid
        and company_id = ${companyId}::uuid and upload_id = ${uploadId}::uuid
        and part >= ${from} and part < ${from + partsAtOnce} order by part`,
    );
    parts.push(...rows.map(({ content }) => content));
    if (rows.length < partsAtOnce) return parts.length === 0 ? undefined : Buffer.concat(parts);
  }
}

/** PostgreSQL sends a byte as two characters. */
const partsAtOnce = 8;
