import type { Tx } from '../db/db.ts';

/** SQL on the table `data_set`, used by syncs. */
export async function findDataSet(tx: Tx, place: { companyId: string; dataSetId: number }) {
  return tx
    .selectFrom('data_set')
    .select([
      'published_generation',
      'writing_generation',
      'total',
      'deleted',
      'cursor',
      'last_full_at',
      'requested_at',
    ])
    .where('account_id', '=', tx.accountId)
    .where('company_id', '=', place.companyId)
    .where('data_set_id', '=', place.dataSetId)
    .executeTakeFirst();
}

/** Stores when the data set was requested again during a running sync. */
export async function setRequested(
  tx: Tx,
  { companyId, dataSetId, at }: { companyId: string; dataSetId: number; at: Date },
): Promise<void> {
  await tx
    .updateTable('data_set')
    .set({ requested_at: at })
    .where('account_id', '=', tx.accountId)
    .where('company_id', '=', companyId)
    .where('data_set_id', '=', dataSetId)
    .execute();
}
