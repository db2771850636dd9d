import { stateEraser } from './audit/erase-states.ts';
import { forgetAudit } from './audit/forget-audit.ts';
import { purgeCompany, purgeCompanyJob, requeueForgottenPurges } from './companies/purge-company.ts';
import type { Context } from './context.ts';
import { collectGenerations } from './data/collect-generations.ts';
import { dataErasers, eraseOrphanedDataSets, type OrphanSearch } from './data/erase-data.ts';
import { handle, type JobHandler } from './jobs/jobs.ts';
import { forgetAlerts } from './legacy/forget-alerts.ts';
import { forgetPast } from './lists/forget-past.ts';
import { housekeepingJob, houseSteps, keepHouse } from './operations/housekeeping.ts';
import { forgetLinks } from './people/forget-links.ts';
import { forgetPushes, pushErasers } from './push/forget-pushes.ts';
import { pushLaneJob } from './push/push-lane-job.ts';
import type { PushLanes } from './push/run-lanes.ts';
import { settingsErasers, syncErasers } from './sync/erase-syncs.ts';
import { forgetSyncs } from './sync/forget-syncs.ts';
import { refreshAccountSchedules, refreshSchedulesJob, requeueForgottenRefreshes } from './sync/refresh-schedules.ts';
import { runSync } from './sync/run-sync.ts';
import { runSyncJob } from './sync/run-sync-job.ts';
import { removeRetired } from './webhook-migration/retire-consumers.ts';
import { keepDays } from './webhooks/messages/message-days.ts';
import { redeliverJob } from './webhooks/messages/redeliver-job.ts';
import { requeueForgottenRedeliveries, runRedelivery } from './webhooks/messages/run-redelivery.ts';

/** Every job and what runs it. */
export const jobNames = [purgeCompanyJob.name, housekeepingJob.name, refreshSchedulesJob.name, redeliverJob.name];

/** What is erased of a deleted company, in this order; of a deleted connection, only what its data sets hold. */
export const companyErasers = [...pushErasers, ...syncErasers, ...settingsErasers, ...dataErasers, stateEraser];
export const dataSetErasers = [...syncErasers, ...dataErasers];

export function jobHandlers(ctx: Context, pushLanes: PushLanes): JobHandler[] {
  const { syncsAtOncePerPlatform } = ctx.config;
  let orphans: OrphanSearch | undefined;
  return [
    ...ctx.registry.all.map(({ platform }) =>
      handle(
        runSyncJob(platform.key),
        // A provider that hangs holds its workers for minutes, and they cannot be taken back: an account never gets more
        // than half of them, so that another one finds a free worker.
        { concurrency: syncsAtOncePerPlatform, perGroup: Math.max(1, Math.floor(syncsAtOncePerPlatform / 2)) },
        (data, running) => runSync(ctx, data, running),
      ),
    ),
    ...ctx.registry.all.map(({ platform }) =>
      handle(pushLaneJob(platform.key), { concurrency: 1 }, async (lane) => pushLanes.start(platform.key, lane)),
    ),
    handle(purgeCompanyJob, { concurrency: 2 }, (data) => purgeCompany({ ...ctx, erasers: companyErasers }, data)),
    handle(housekeepingJob, { concurrency: 1, cron: '*/5 * * * *' }, () =>
      keepHouse(ctx, [
        ...houseSteps(ctx),
        ['forgotten purges', () => requeueForgottenPurges(ctx)],
        ['generations', () => collectGenerations(ctx)],
        ['past versions of lists', () => forgetPast(ctx)],
        ['syncs', () => forgetSyncs(ctx)],
        ['pushes', () => forgetPushes(ctx)],
        [
          'orphaned data sets',
          async () => {
            orphans = (await eraseOrphanedDataSets({ ...ctx, erasers: dataSetErasers }, orphans)).next;
          },
        ],
        ['forgotten refreshes of schedules', () => requeueForgottenRefreshes(ctx)],
        ['days of the message log', () => keepDays(ctx)],
        ['alerts', () => forgetAlerts(ctx)],
        ['links', () => forgetLinks(ctx)],
        ['audit trail', () => forgetAudit(ctx)],
        ['retired consumers', () => removeRetired(ctx)],
        ['forgotten redeliveries', () => requeueForgottenRedeliveries(ctx)],
      ]),
    ),
    handle(redeliverJob, { concurrency: 2 }, (data, running) => runRedelivery(ctx, data, running)),
    handle(refreshSchedulesJob, { concurrency: 2 }, (data) => refreshAccountSchedules(ctx, data)),
  ];
}
