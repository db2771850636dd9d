import { createHash } from 'node:crypto';
import type { Clock } from '../base/clock.ts';
import { newId } from '../base/ids.ts';
import type { Tx } from '../db/db.ts';
import { codeOf, uniqueViolation } from '../db/error-codes.ts';
import { LeaseLost } from '../jobs/lease-lost.ts';
import type { ContentSlots } from './content-slots.ts';
import { type ContentContext, openContent } from './open-content.ts';
import { newDataKey, type PartPlace, partBytes, sealPart } from './seal-parts.ts';
import {
  addToTotal,
  beginContent,
  deleteContent,
  endContent,
  type FileToKeep,
  insertPart,
  keepSame,
  lockSame,
  type NotKept,
  readTotal,
  saveFile,
} from './store.ts';
import { holdWork, type Work } from './work-store.ts';

export type KeepContext = ContentContext & { clock: Clock; contentSlots: ContentSlots };
export type KeepLimits = { fileBytesMax: number; accountBytesMax: number };

export const leaseMs = 5 * 60_000;

/** Thrown when the process is about to stop. The file is read again later. */
export class Stopping extends Error {
  override name = 'Stopping';
}

/**
 * Reads the content of one attachment and keeps it, sealed and once for the account. Returns why not, if it cannot be
 * kept. One part is in memory at a time. Throws the refusals of `openContent`.
 */
export async function keepFile(
  ctx: KeepContext,
  work: Work,
  file: FileToKeep,
  { limits, isOver }: { limits: KeepLimits; isOver: () => boolean },
): Promise<NotKept | undefined> {
  const inTurn = <T>(run: (tx: Tx) => Promise<T>) =>
    ctx.db.transaction(work.accountId, async (tx) => {
      if (!(await holdWork(tx, work, new Date(ctx.clock.nowMs() + leaseMs)))) throw new LeaseLost();
      return run(tx);
    });
  const of = { version: file.version, at: ctx.clock.now() };
  const refuse = async (reason: NotKept) => {
    await inTurn((tx) => saveFile(tx, work, file.id, { ...of, reason }));
    return reason;
  };
  if (file.hash?.algorithm === 'SHA-256') {
    const same = { ...of, id: file.id, hash: file.hash.value.toLowerCase() };
    if (await inTurn((tx) => keepSame(tx, work, same))) return undefined;
  }
  const size = file.size ?? 0;
  if (size > limits.fileBytesMax) return refuse('fileTooLarge');
  if ((await readTotal(ctx.db, work.accountId)) + size > limits.accountBytesMax) return refuse('accountFull');

  const content = { accountId: work.accountId, contentId: newId(ctx.clock) };
  const { key, sealed: dataKey } = newDataKey(ctx.sealer, content);
  const { length, parts } = await openContent(ctx, work, { id: file.id, source: file.source });
  await inTurn((tx) => beginContent(tx, { ...content, companyId: work.companyId, dataKey, at: ctx.clock.now() }));
  try {
    const hash = createHash('sha256');
    let bytes = 0;
    let part = 0;
    let isTooLarge = false;
    const write = async (plain: Buffer, isLast: boolean) => {
      if (isOver()) throw new Stopping();
      const at: PartPlace = { ...content, key, part, isLast };
      await inTurn((tx) => insertPart(tx, content.contentId, at.part, sealPart(at, plain)));
      part += 1;
    };
    const blocks = inBlocks(parts);
    let block = await blocks.next();
    while (!block.done) {
      const plain = block.value;
      hash.update(plain);
      bytes += plain.length;
      isTooLarge = Math.max(bytes, length ?? 0) > limits.fileBytesMax;
      if (isTooLarge) break;
      block = await blocks.next();
      await write(plain, block.done === true);
    }
    if (isTooLarge) {
      await blocks.return(undefined);
      await inTurn((tx) => deleteContent(tx, content.contentId));
      return await refuse('fileTooLarge');
    }
    const done = { contentId: content.contentId, hash: hash.digest(), bytes };
    const end = () => inTurn((tx) => endFile(tx, work, file, { ...of, ...done, max: limits.accountBytesMax }));
    return await end().catch((error) => {
      // Another process has ended the same content at the same time.
      if (codeOf(error) === uniqueViolation) return end();
      throw error;
    });
  } catch (error) {
    await ctx.db.transaction(work.accountId, (tx) => deleteContent(tx, content.contentId)).catch(() => {});
    throw error;
  }
}

/** The account has the content already, or it becomes a kept one if there is room. */
async function endFile(
  tx: Tx,
  work: Work,
  file: FileToKeep,
  made: { contentId: string; hash: Buffer; bytes: number; version: Buffer; at: Date; max: number },
): Promise<NotKept | undefined> {
  const same = await lockSame(tx, made.hash);
  if (same !== undefined) {
    await deleteContent(tx, made.contentId);
    await saveFile(tx, work, file.id, { ...made, contentId: same });
    return undefined;
  }
  if (!(await addToTotal(tx, made))) {
    await deleteContent(tx, made.contentId);
    await saveFile(tx, work, file.id, { version: made.version, at: made.at, reason: 'accountFull' });
    return 'accountFull';
  }
  if (!(await endContent(tx, made))) throw new LeaseLost();
  await saveFile(tx, work, file.id, made);
  return undefined;
}

/** Blocks of `partBytes`; the last one is shorter. A file without bytes has one empty block. */
async function* inBlocks(parts: AsyncGenerator<Buffer>): AsyncGenerator<Buffer, undefined> {
  let block = Buffer.alloc(partBytes);
  let used = 0;
  for await (const part of parts) {
    for (let from = 0; from < part.length; ) {
      const taken = part.copy(block, used, from);
      from += taken;
      used += taken;
      if (used < partBytes) continue;
      yield block;
      block = Buffer.alloc(partBytes);
      used = 0;
    }
  }
  yield block.subarray(0, used);
}
