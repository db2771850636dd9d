import { notFound } from '../base/errors.ts';
import type { Tx } from '../db/db.ts';
import type { Emit } from '../events/emit.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { fillDataSet } from './fill-data-set.ts';
import { deleteUploadRow, lockUpload, type UploadIds } from './store.ts';
import { lockForUploads, type UploadingContext } from './uploading.ts';
import { currentUses } from './use-store.ts';

/** Deletes a file. If data sets consist of it, syncs remove its records, with the guard against mass deletion. */
export async function deleteUpload(
  ctx: UploadingContext & { jobs: Jobs; emit: Emit },
  tx: Tx,
  place: UploadIds,
): Promise<void> {
  const { connector, status } = await lockForUploads(ctx, tx, place);
  if (!(await lockUpload(tx, place))) throw notFound({ resource: 'upload', service: 'uploads' });
  const dataTypes = await currentUses(tx, place);
  await deleteUploadRow(tx, place);
  if (status !== 'Linked') return;
  const platformKey = connector.platform.key;
  for (const dataType of dataTypes) await fillDataSet(ctx, tx, { ...place, dataType, platformKey, trigger: 'manual' });
}
