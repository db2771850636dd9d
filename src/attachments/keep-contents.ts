import { ApiError } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import type { Db } from '../db/db.ts';
import { accountClosed, codeOf } from '../db/error-codes.ts';
import type { DueWork } from '../jobs/due-work.ts';
import { LeaseLost } from '../jobs/lease-lost.ts';
import { effectiveSettings } from '../sync/settings/settings.ts';
import { settingsStatement } from '../sync/settings/settings-store.ts';
import { createContentSlots } from './content-slots.ts';
import { type KeepContext, type KeepLimits, keepFile, leaseMs, Stopping } from './keep-file.ts';
import { deleteFiles, deleteUnused, type FileToKeep, findToKeep, markMissing, saveFile } from './store.ts';
import { endWork, holdWork, isAnyWanted, takeWork, type Work } from './work-store.ts';

type Limits = { keptFileBytesMax: number; keptBytesFree: number; keptBytesPaid: number };
type Context = Omit<KeepContext, 'contentSlots'> & { log: Log; config: Limits };
type PassContext = Context & Pick<KeepContext, 'contentSlots'>;

/** Connections whose files are read at once by one process: one file each. */
const atOnce = 4;
const filesAtOnce = 50;
/** A file that could not be kept is tried again after a day, with the next sync. */
const triedAgainMs = 24 * 3_600_000;
const platformDownMs = 10 * 60_000;
/** So many files in a row that cannot be read mean that the platform is down. */
const failuresMax = 3;
const removedAtOnce = 500;

/** Keeps the contents of attachments, after syncs that have published some and after changes of settings. */
export function dueContents(given: Context): DueWork {
  const ctx = { ...given, contentSlots: createContentSlots() };
  return { name: 'contents to keep', isDue: isAnyWanted, run: (isOver) => keepContents(ctx, isOver), restMs: 1000 };
}

/** Can be stopped at any point: a file counts when all of it is there, and the others are found again. */
export async function keepContents(ctx: PassContext, isOver: () => boolean): Promise<number> {
  let passes = 0;
  while (!isOver()) {
    const now = ctx.clock.now();
    const leaseUntil = new Date(now.getTime() + leaseMs);
    const works = await takeWork(ctx.db, { now, leaseUntil, limit: atOnce });
    await Promise.all(works.map((work) => runPass(ctx, work, isOver)));
    passes += works.length;
    if (works.length < atOnce) break;
  }
  return passes;
}

async function runPass(ctx: PassContext, work: Work, isOver: () => boolean): Promise<void> {
  let again: Date | undefined = new Date(ctx.clock.nowMs() + platformDownMs);
  try {
    again = await lookThrough(ctx, work, isOver);
  } catch (error) {
    if (error instanceof LeaseLost || codeOf(error) === accountClosed) return;
    if (error instanceof Stopping) again = ctx.clock.now();
    else ctx.log.error({ err: error, ...idsOf(work) }, 'contents of attachments could not be kept');
  }
  await ctx.db
    .transaction(work.accountId, (tx) => endWork(tx, work, again))
    .catch((error) => {
      if (codeOf(error) !== accountClosed) throw error;
    });
}

const idsOf = ({ accountId, companyId, connectionId, platformKey }: Work) => ({
  accountId,
  companyId,
  connectionId,
  platformKey,
});

/** Returns when the next pass begins if nobody asks for one. */
async function lookThrough(ctx: PassContext, work: Work, isOver: () => boolean): Promise<Date | undefined> {
  const [stored] = await ctx.db.read(work.accountId, settingsStatement(work));
  const settings = effectiveSettings(stored ?? { account: null, company: null });
  if (!settings.find(({ dataType }) => dataType === 'attachments')?.keepContent) return forgetFiles(ctx, work);
  await ctx.db.transaction(work.accountId, (tx) => markMissing(tx, work, ctx.clock.now()));
  const { keptFileBytesMax, keptBytesFree, keptBytesPaid } = ctx.config;
  const limits = {
    fileBytesMax: keptFileBytesMax,
    accountBytesMax: work.plan === 'free' ? keptBytesFree : keptBytesPaid,
  };
  const again = await keepAll(ctx, work, limits, isOver);
  await dropUnused(ctx, work.accountId);
  return again;
}

async function keepAll(
  ctx: PassContext,
  work: Work,
  limits: KeepLimits,
  isOver: () => boolean,
): Promise<Date | undefined> {
  const checkedBefore = new Date(ctx.clock.nowMs() - triedAgainMs);
  let failures = 0;
  let again: Date | undefined;
  for (let after = ''; ; ) {
    const files = await findToKeep(ctx.db, work, { after, checkedBefore, limit: filesAtOnce });
    for (const file of files) {
      if (isOver()) throw new Stopping();
      after = file.id;
      const failure = await tryFile(ctx, work, file, { limits, isOver });
      failures = failure ? failures + 1 : 0;
      if (failure && (failure.isFinal || failures === failuresMax)) return failure.again;
      again ??= failure?.again;
    }
    if (files.length < filesAtOnce) return again;
  }
}

/** `isFinal`: no other file of the connection can be read now either. */
type Failure = { isFinal: boolean; again: Date | undefined };

async function tryFile(
  ctx: PassContext,
  work: Work,
  file: FileToKeep,
  options: { limits: KeepLimits; isOver: () => boolean },
): Promise<Failure | undefined> {
  const soon = (ms: number) => new Date(ctx.clock.nowMs() + ms);
  try {
    await keepFile(ctx, work, file, options);
    return undefined;
  } catch (error) {
    const parts = error instanceof ApiError ? error.parts : undefined;
    if (parts?.code === 'platformBusy')
      return { isFinal: true, again: soon(1000 * Number(parts.headers?.['retry-after'] ?? 60)) };
    // The connection has to be linked again, and then a sync asks for the files.
    const isRefused = ['downstreamForbidden', 'connectionNotLinked', 'dataTypeNotSupported'].includes(
      parts?.code ?? '',
    );
    if (isRefused) return { isFinal: true, again: undefined };
    if (parts?.code === 'contentNotFound') {
      const made = { version: file.version, at: ctx.clock.now(), reason: 'notFound' as const };
      await ctx.db.transaction(work.accountId, (tx) => saveFile(tx, work, file.id, made));
      return undefined;
    }
    // Unavailable: also a response that breaks off.
    const isDown = parts !== undefined || (error as Error).name === 'Unavailable';
    if (!isDown) throw error;
    ctx.log.warn({ err: error, ...idsOf(work), fileId: file.id }, 'the content of an attachment could not be read');
    return { isFinal: false, again: soon(platformDownMs) };
  }
}

/** The setting is off: nothing of the connection stays. */
async function forgetFiles(ctx: PassContext, work: Work): Promise<undefined> {
  const removeSome = () =>
    ctx.db.transaction(work.accountId, async (tx) => {
      if (!(await holdWork(tx, work, new Date(ctx.clock.nowMs() + leaseMs)))) throw new LeaseLost();
      return deleteFiles(tx, work, removedAtOnce);
    });
  while ((await removeSome()) === removedAtOnce);
  await dropUnused(ctx, work.accountId);
}

/** Removes the contents of an account that no file has any more. */
export async function dropUnused({ db }: { db: Db }, accountId: string): Promise<void> {
  const dropSome = () => db.transaction(accountId, (tx) => deleteUnused(tx, unusedAtOnce));
  while ((await dropSome()).checked === unusedAtOnce);
}

const unusedAtOnce = 50;
