import { contentErasers, forgetContents } from './attachments/forget-contents.ts';
import { stateEraser } from './audit/erase-states.ts';
import { forgetAudit } from './audit/forget-audit.ts';
import { checkErasers, forgetChecks } from './checks/erase-checks.ts';
import { purgeCompany, purgeCompanyJob, requeueForgottenPurges } from './companies/purge-company.ts';
import { forgetImports } from './connections/oauth/revoke-tokens.ts';
import { forgetBudgets } from './connections/provider/forget-budgets.ts';
import type { Context } from './context.ts';
import { forgetEnded } from './data/snapshots/keep-snapshots.ts';
import { snapshotErasers } from './data/snapshots/store.ts';
import { collectGenerations } from './data/write/collect-generations.ts';
import { dataErasers, eraseOrphanedDataSets, type OrphanSearch } from './data/write/erase-data.ts';
import { handle, type JobHandler } from './jobs/jobs.ts';
import { forgetAlerts } from './legacy/forget-alerts.ts';
import { forgetPast } from './lists/forget-past.ts';
import { keepLogDays } from './logs/log-days.ts';
import { callEraser } from './logs/platform-calls/store.ts';
import { requestEraser } from './logs/requests/store.ts';
import { mappingErasers } from './mappings/erase-mappings.ts';
import { forgetNotices, noticesJob, runNotices } from './notices/run-notices.ts';
import { conditionEraser } from './notices/store.ts';
import { housekeepingJob, houseSteps, keepHouse, type Step } from './operations/housekeeping.ts';
import type { WebhookSender } from './outbound/webhook-sender.ts';
import { forgetLinks } from './people/team/forget-links.ts';
import { proofEraser, treeErasers } from './proofs/erase-proofs.ts';
import { forgetPushes, pushErasers } from './push/forget-pushes.ts';
import { pushLaneJob } from './push/lanes/push-lane-job.ts';
import type { PushLanes } from './push/lanes/run-lanes.ts';
import { standingQueryErasers, standingRunErasers } from './standing/erase-standing.ts';
import { settingsErasers, syncErasers } from './sync/erase-syncs.ts';
import { forgetSyncs } from './sync/forget-syncs.ts';
import { runPass } from './sync/run/run-pass.ts';
import { runSyncJob } from './sync/run/run-sync-job.ts';
import {
  refreshAccountSchedules,
  refreshSchedulesJob,
  requeueForgottenRefreshes,
} from './sync/schedule/refresh-schedules.ts';
import { findOutdated } from './sync/schedule/start-remaps.ts';
import { forgetUploads, uploadErasers } from './uploads/forget-uploads.ts';
import { removeRetired } from './webhook-migration/retire-consumers.ts';
import { keepDays } from './webhooks/messages/message-days.ts';
import { redeliverJob } from './webhooks/redelivery/redeliver-job.ts';
import { requeueForgottenRedeliveries, runRedelivery } from './webhooks/redelivery/run-redelivery.ts';

/** Names of the job queues that every installation has. Each configured platform adds its own queues. */
export const jobNames = [purgeCompanyJob, housekeepingJob, refreshSchedulesJob, redeliverJob, noticesJob].map(
  ({ name }) => name,
);

/**
 * `companyErasers` are the steps that erase a deleted company's data, in this order. `dataSetErasers` erase the data
 * sets of a deleted connection.
 */
export const companyErasers = [
  ...pushErasers,
  ...syncErasers,
  ...checkErasers,
  ...uploadErasers,
  ...contentErasers,
  ...settingsErasers,
  ...mappingErasers,
  ...standingRunErasers,
  ...standingQueryErasers,
  ...treeErasers,
  ...dataErasers,
  proofEraser,
  ...snapshotErasers,
  stateEraser,
  requestEraser,
  callEraser,
  conditionEraser,
];
export const dataSetErasers = [...syncErasers, ...checkErasers, ...standingRunErasers, ...treeErasers, ...dataErasers];

export function jobHandlers(
  ctx: Context,
  { pushLanes, sender }: { pushLanes: PushLanes; sender: WebhookSender },
): JobHandler[] {
  const { syncsAtOncePerPlatform } = ctx.config;
  const steps = housekeepingSteps(ctx);
  return [
    ...ctx.registry.all.map(({ platform }) =>
      handle(
        runSyncJob(platform.key),
        // A platform that hangs blocks workers for minutes, and blocked workers cannot be interrupted. One account gets
        // at most half of the workers, so that other accounts still find a free one.
        { concurrency: syncsAtOncePerPlatform, perGroup: Math.max(1, Math.floor(syncsAtOncePerPlatform / 2)) },
        (data, running) => runPass(ctx, data, running),
      ),
    ),
    ...ctx.registry.all.map(({ platform }) =>
      handle(pushLaneJob(platform.key), { concurrency: 1 }, async (lane) => pushLanes.start(platform.key, lane)),
    ),
    handle(purgeCompanyJob, { concurrency: 2 }, (data) => purgeCompany({ ...ctx, erasers: companyErasers }, data)),
    handle(housekeepingJob, { concurrency: 1, cron: '*/5 * * * *' }, () => keepHouse(ctx, steps)),
    handle(redeliverJob, { concurrency: 2 }, (data, running) => runRedelivery(ctx, data, running)),
    handle(noticesJob, { concurrency: 1, cron: '* * * * *' }, (_, running) => runNotices({ ...ctx, sender }, running)),
    handle(refreshSchedulesJob, { concurrency: 2 }, (data) => refreshAccountSchedules(ctx, data)),
  ];
}

/** What housekeeping does. Some steps check a part of a table in each run, and continue there in the next. */
export function housekeepingSteps(ctx: Context): Step[] {
  let orphans: OrphanSearch | undefined;
  let budgets = '';
  return [
    ...houseSteps(ctx),
    [
      'budgets of platforms',
      async () => {
        budgets = await forgetBudgets(ctx, budgets);
      },
    ],
    ['tokens of unfinished imports', () => forgetImports(ctx)],
    ['lost purge jobs', () => requeueForgottenPurges(ctx)],
    ['generations', () => collectGenerations(ctx)],
    ['snapshots of companies', () => forgetEnded(ctx)],
    ['past versions of lists', () => forgetPast(ctx)],
    ['data sets with an old mapping', () => findOutdated(ctx)],
    ['syncs', () => forgetSyncs(ctx)],
    ['checks', () => forgetChecks(ctx)],
    ['pushes', () => forgetPushes(ctx)],
    ['uploads', () => forgetUploads(ctx)],
    ['kept contents of attachments', () => forgetContents(ctx)],
    [
      'orphaned data sets',
      async () => {
        orphans = (await eraseOrphanedDataSets({ ...ctx, erasers: dataSetErasers }, orphans)).next;
      },
    ],
    ['lost schedule refresh jobs', () => requeueForgottenRefreshes(ctx)],
    ['message log partitions', () => keepDays(ctx)],
    ['partitions of the request log and the log of calls', () => keepLogDays(ctx)],
    ['alerts', () => forgetAlerts(ctx)],
    ['links', () => forgetLinks(ctx)],
    ['audit trail', () => forgetAudit(ctx)],
    ['notices', () => forgetNotices(ctx)],
    ['retired consumers', () => removeRetired(ctx)],
    ['lost redelivery jobs', () => requeueForgottenRedeliveries(ctx)],
  ];
}
