import { purgeCompany, purgeCompanyJob, requeueForgottenPurges } from './companies/purge-company.ts';
import type { Context } from './context.ts';
import { handle, type JobHandler } from './jobs/jobs.ts';
import { housekeepingJob, keepHouse } from './operations/housekeeping.ts';

/** Every job and what runs it. */
export const jobNames = [purgeCompanyJob.name, housekeepingJob.name];

export function jobHandlers(ctx: Context): JobHandler[] {
  return [
    handle(purgeCompanyJob, { concurrency: 2 }, (data) => purgeCompany(ctx, data)),
    handle(housekeepingJob, { concurrency: 1, cron: '*/5 * * * *' }, async () => {
      await keepHouse(ctx);
      await requeueForgottenPurges(ctx);
    }),
  ];
}
