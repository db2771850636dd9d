import type { Tx } from '../db/db.ts';

/** Reads the state of a data set, for a sync. */
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

/** Sets `requested_at` of a data set that was requested again while its sync was running. */
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
