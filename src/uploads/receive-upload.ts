import { createHash } from 'node:crypto';
import { newId } from '../base/ids.ts';
import type { Tx } from '../db/db.ts';
import { insertContent } from './content-store.ts';
import { tooManyUploads } from './refusals.ts';
import { countUploads, deleteOldestLeft, findSame, insertUpload, type UploadPlace } from './store.ts';
import { lockForUploads, readable, type Uploader, type UploadingContext } from './uploading.ts';

/**
 * Stores a file and finds out what it contains. A connection has the same content only once: if it is uploaded again,
 * for example because a response was lost, the result is the upload that is already there.
 */
export async function receiveUpload(
  ctx: UploadingContext,
  given: {
    accountId: string;
    place: UploadPlace & Uploader;
    fileName: string;
    content: Buffer;
    /** Writes the audit log entry, in the transaction that stores the file. */
    keep: (tx: Tx, uploadId: string) => Promise<void>;
  },
): Promise<{ uploadId: string; isNew: boolean }> {
  const { accountId, place, fileName, content, keep } = given;
  const hash = createHash('sha256').update(content).digest('hex');
  const { uploads, same } = await ctx.db.transaction(accountId, async (tx) => {
    const { uploads } = await lockForUploads(ctx, tx, place);
    const same = await findSame(tx, place, hash);
    if (same) await keep(tx, same);
    return { uploads, same };
  });
  if (same) return { uploadId: same, isNew: false };
  // No transaction stays open while a thread reads the file.
  const found = await readable(() => uploads.describe({ file: { name: fileName, content } }));
  return ctx.db.transaction(accountId, async (tx) => {
    await lockForUploads(ctx, tx, place);
    const meanwhile = await findSame(tx, place, hash);
    const uploadId = meanwhile ?? newId(ctx.clock);
    if (!meanwhile) {
      await makeRoom(ctx, tx, place);
      const row = { ...place, uploadId, fileName, bytes: content.length, hash, at: ctx.clock.now() };
      await insertUpload(
        tx,
        'problem' in found ? { ...row, found: null, problem: found.problem } : { ...row, found, problem: null },
      );
      await insertContent(tx, { ...place, uploadId }, content);
    }
    await keep(tx, uploadId);
    return { uploadId, isNew: !meanwhile };
  });
}

async function makeRoom(ctx: UploadingContext, tx: Tx, place: UploadPlace): Promise<void> {
  const max = ctx.config.uploadsPerConnection;
  if ((await countUploads(tx, place)) < max) return;
  if (!(await deleteOldestLeft(tx, place))) throw tooManyUploads({ max });
}
