import type { Tx } from '../db/db.ts';

/** Sets `requested_at` of a data set that was requested again, or that its platform has reported as changed. */
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
