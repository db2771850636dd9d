import type { Sealer } from '../base/secrets.ts';
import type { Db } from '../db/db.ts';
import { type ContentIds, openDataKey, openPart, partBytes } from './seal-parts.ts';
import { type FilePlace, findKept, type NotKept, readPart } from './store.ts';

export type Kept = { bytes: number; hash: string; parts: AsyncGenerator<Buffer> };

/** The kept content of an attachment as it is now, or why there is none; undefined if it was not tried to keep it. */
export async function readKept(
  ctx: { db: Db; sealer: Sealer },
  place: FilePlace,
  id: string,
): Promise<Kept | { reason: NotKept } | undefined> {
  const file = await findKept(ctx.db, place, id);
  if (file?.reason) return { reason: file.reason };
  const { contentId, dataKey, bytes, hash } = file ?? {};
  if (!contentId || !dataKey || !hash || typeof bytes !== 'number') return undefined;
  const of = { accountId: place.accountId, contentId };
  return { bytes, hash, parts: openedParts(ctx.db, of, { key: openDataKey(ctx.sealer, of, dataKey), bytes }) };
}

/** One part is read when the one before has been taken. Throws if one is missing or was changed. */
async function* openedParts(
  db: Db,
  of: ContentIds,
  { key, bytes }: { key: Buffer; bytes: number },
): AsyncGenerator<Buffer> {
  const count = Math.max(1, Math.ceil(bytes / partBytes));
  for (let part = 0; part < count; part++) {
    const sealed = await readPart(db, of, part);
    if (!sealed) throw new Error(`Part ${part} of the kept content ${of.contentId} has been removed.`);
    yield openPart({ ...of, key, part, isLast: part === count - 1 }, sealed);
  }
}
