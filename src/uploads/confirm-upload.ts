import type { FileReading, UploadMode } from '@daybook/connector-kit';
import { notFound } from '../base/errors.ts';
import { type AuthorizeContext, linkConnection } from '../connections/authorize-connection.ts';
import { sealCredentials } from '../connections/credentials.ts';
import type { Tx } from '../db/db.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { fillDataSet } from './fill-data-set.ts';
import { type Previewed, previewUpload } from './preview-upload.ts';
import { nothingToRead } from './refusals.ts';
import { lockUpload, rememberReading, setConfirmed, type UploadIds } from './store.ts';
import { lockForUploads, type Uploader, type UploadingContext } from './uploading.ts';
import { addUse, currentUses, deleteUses, markReplaced, replaceFiles } from './use-store.ts';

export type ConfirmContext = UploadingContext & AuthorizeContext & { jobs: Jobs };

type Given = {
  accountId: string;
  place: UploadIds & Uploader;
  reading: FileReading;
  mode?: UploadMode | undefined;
  /** Writes the audit log entry, in the same transaction. */
  keep: (tx: Tx) => Promise<void>;
};

/** Makes a file a part of its data sets and queues their syncs. The first file links the connection. */
export async function confirmUpload(ctx: ConfirmContext, given: Given): Promise<void> {
  const previewed = await previewUpload(ctx, given);
  const [error] = previewed.errors;
  if (error !== undefined) throw nothingToRead({ problem: error });
  if (previewed.total === 0) throw nothingToRead({ problem: 'read in this way, the file contains no record.' });
  await applyPreviewed(ctx, given, previewed);
}

/** Confirms a new file if one with the same columns was confirmed before, and all of this one can be read alike. */
export async function confirmIfKnown(ctx: ConfirmContext, given: Omit<Given, 'reading' | 'mode'>): Promise<void> {
  const previewed = await previewUpload(ctx, { ...given, reading: {} });
  const isClear = previewed.errors.length === 0 && previewed.problemsTotal === 0 && previewed.total > 0;
  if (previewed.isRemembered && isClear) await applyPreviewed(ctx, { ...given, reading: {} }, previewed);
}

async function applyPreviewed(ctx: ConfirmContext, given: Given, previewed: Previewed): Promise<void> {
  const { accountId, place, keep } = given;
  const { reading, fills, columnsKey, total: records, problemsTotal: problems } = previewed;
  const mode = given.mode ?? previewed.mode;
  const at = ctx.clock.now();
  await ctx.db.transaction(accountId, async (tx) => {
    const { connector, status } = await lockForUploads(ctx, tx, place);
    if (!(await lockUpload(tx, place))) throw notFound({ resource: 'upload', service: 'uploads' });
    const platformKey = connector.platform.key;
    const isFirst = status !== 'Linked';
    if (isFirst) {
      const credentials = sealCredentials(ctx.sealer, { accountId, connectionId: place.connectionId }, {});
      await linkConnection(ctx, tx, { place, platformKey, credentials });
    }
    const before = await currentUses(tx, place);
    await deleteUses(tx, place);
    await setConfirmed(tx, place, { reading, mode, records, problems, at });
    await rememberReading(tx, place, { columnsKey, reading, mode, at });
    const trigger = isFirst ? 'first' : 'manual';
    for (const dataType of fills) {
      if (mode === 'replace') await replaceFiles(tx, { ...place, dataType });
      const syncId = await fillDataSet(ctx, tx, { ...place, dataType, platformKey, trigger });
      await addUse(tx, place, { dataType, syncId });
    }
    // A file that was read as another data type before is missing there now.
    for (const dataType of before.filter((one) => !fills.includes(one)))
      await fillDataSet(ctx, tx, { ...place, dataType, platformKey, trigger });
    await markReplaced(tx, place);
    await keep(tx);
  });
}
