import type { Clock } from '../base/clock.ts';
import { notFound } from '../base/errors.ts';
import type { Tx } from '../db/db.ts';
import type { Emit } from '../events/emit.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { purgeCompanyJob } from './purge-company.ts';
import { markCompanyDeleted, openPurge } from './store.ts';

/** Hides the company from all readers immediately. A job then erases the rows and keeps a receipt. */
export async function deleteCompany(
  ctx: { clock: Clock; jobs: Jobs; emit: Emit },
  tx: Tx,
  { companyId }: { companyId: string },
): Promise<void> {
  const at = ctx.clock.now();
  if (!(await markCompanyDeleted(tx, companyId, at))) throw notFound({ resource: 'company', service: 'companies' });
  await openPurge(tx, companyId, at);
  await ctx.emit(tx, [{ type: 'company.deleted', companyId, message: 'The company was deleted.', data: {} }]);
  await ctx.jobs.enqueue(tx, purgeCompanyJob, { accountId: tx.accountId, companyId });
}
