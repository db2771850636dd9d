import { type AccountsContext, accountRoutes } from './accounts/routes.ts';
import { type AttachmentsContext, attachmentRoutes } from './attachments/routes.ts';
import { auditRoutes } from './audit/routes.ts';
import { checkRoutes } from './checks/routes.ts';
import { purgeRoutes } from './companies/purge-routes.ts';
import { type CompaniesContext, companyRoutes } from './companies/routes.ts';
import { type OauthContext, oauthRoutes } from './connections/oauth/routes.ts';
import { type ConnectionsContext, connectionRoutes } from './connections/routes.ts';
import { exportLists } from './csv/export-lists.ts';
import { changeRoutes } from './data/changes/change-routes.ts';
import type { FollowContext } from './data/changes/follow-changes.ts';
import { exportRoutes } from './data/export/export-routes.ts';
import type { FreshReadContext } from './data/freshness/read-fresh-enough.ts';
import { publicationRoutes } from './data/read/publication-routes.ts';
import { dataReadRoutes } from './data/read/read-routes.ts';
import { readSnapshotUse } from './data/snapshots/read-held.ts';
import { markDeprecated } from './http/deprecation.ts';
import { readFromStandby } from './http/read-from-standby.ts';
import type { Route } from './http/route.ts';
import type { InsightContext } from './insights/read-insight.ts';
import { insightRoutes } from './insights/routes.ts';
import { type LegacyContext, legacyRoutes } from './legacy/routes.ts';
import { countDeprecatedCall, deprecatedUseStatement } from './legacy/usage.ts';
import { type LinksContext, linkRoutes } from './links/routes.ts';
import type { LiveContext } from './live/live-stream.ts';
import { liveRoutes } from './live/routes.ts';
import { type CallLogContext, callLogRoutes } from './logs/platform-calls/routes.ts';
import { type RequestLogContext, requestLogRoutes } from './logs/requests/routes.ts';
import { mappingRoutes } from './mappings/routes.ts';
import { noticeChatRoutes } from './notices/chat-routes.ts';
import { type NoticesContext, noticeRoutes } from './notices/routes.ts';
import { operatorAccountRoutes } from './operator/account-routes.ts';
import { operatorCellRoutes } from './operator/cell-routes.ts';
import { type OperatorMigrationContext, operatorMigrationRoutes } from './operator/migration-routes.ts';
import type { HealthContext } from './operator/read-health.ts';
import type { UsageContext } from './overview/read-usage.ts';
import { overviewRoutes } from './overview/routes.ts';
import { type PassThroughContext, passThroughRoutes } from './pass-through/routes.ts';
import type { PeopleContext } from './people/people-context.ts';
import { peopleRoutes } from './people/routes.ts';
import { proofRoutes } from './proofs/routes.ts';
import { pushGroupRoutes } from './push/groups/routes.ts';
import { type PushContext, pushRoutes } from './push/routes.ts';
import type { RestatementsContext } from './restatements/read-restatements.ts';
import { restatementRoutes } from './restatements/routes.ts';
import { searchRoutes } from './search/routes.ts';
import { type SnapshotContext, snapshotRoutes } from './snapshots/routes.ts';
import { type StandingContext, standingQueryRoutes } from './standing/routes.ts';
import { dataStatusRoute } from './sync/data-status.ts';
import { type SyncContext, syncRoutes } from './sync/routes.ts';
import { type NotificationContext, notificationRoutes } from './sync/schedule/notification-routes.ts';
import { connectionSettingsRoutes } from './sync/settings/connection-settings-routes.ts';
import { type SettingsContext, settingsRoutes } from './sync/settings/settings-routes.ts';
import { type UploadsContext, uploadRoutes } from './uploads/routes.ts';
import { migrationRoutes } from './webhook-migration/routes.ts';
import { type CatalogueContext, catalogueRoutes } from './webhooks/consumers/catalogue-routes.ts';
import { consumerPortalRoutes } from './webhooks/consumers/portal-routes.ts';
import { type ConsumersContext, consumerRoutes } from './webhooks/consumers/routes.ts';
import type { MessagesContext } from './webhooks/messages/read-messages.ts';
import { messageRoutes } from './webhooks/messages/routes.ts';
import { redeliveryRoutes } from './webhooks/redelivery/redelivery-routes.ts';
import type { RequestContext } from './webhooks/redelivery/request-redelivery.ts';
import type { RedeliveryContext } from './webhooks/redelivery/resend-message.ts';
import { scheduleRoutes } from './webhooks/schedule/routes.ts';

/** Every operation of the API. */
export function apiRoutes(
  ctx: AccountsContext &
    CompaniesContext &
    ConnectionsContext &
    OauthContext &
    FollowContext &
    FreshReadContext &
    AttachmentsContext &
    PassThroughContext &
    SyncContext &
    SnapshotContext &
    NotificationContext &
    SettingsContext &
    PushContext &
    UploadsContext &
    ConsumersContext &
    CatalogueContext &
    MessagesContext &
    RedeliveryContext &
    StandingContext &
    LegacyContext &
    PeopleContext &
    LinksContext &
    LiveContext &
    HealthContext &
    InsightContext &
    RestatementsContext &
    NoticesContext &
    OperatorMigrationContext &
    RequestLogContext &
    CallLogContext &
    Pick<UsageContext, 'config'> &
    RequestContext,
): Route[] {
  const routes = exportLists([
    ...companyRoutes(ctx),
    ...purgeRoutes(ctx),
    ...connectionRoutes(ctx),
    ...oauthRoutes(ctx),
    ...readFromStandby(ctx.db, (db) => changeRoutes({ ...ctx, db })),
    ...syncRoutes(ctx),
    ...notificationRoutes(ctx),
    dataStatusRoute(ctx),
    ...settingsRoutes(ctx),
    ...checkRoutes(ctx),
    ...mappingRoutes(ctx),
    ...connectionSettingsRoutes(ctx),
    ...readFromStandby(ctx.db, (db) => dataReadRoutes({ ...ctx, db })),
    ...exportRoutes(ctx),
    ...attachmentRoutes(ctx),
    ...passThroughRoutes(ctx),
    ...readFromStandby(ctx.db, (db) => insightRoutes({ ...ctx, db })),
    ...readFromStandby(ctx.db, (db) => restatementRoutes({ ...ctx, db })),
    ...proofRoutes(ctx),
    ...publicationRoutes(ctx),
    ...snapshotRoutes(ctx),
    ...pushRoutes(ctx),
    ...pushGroupRoutes(ctx),
    ...uploadRoutes(ctx),
    ...accountRoutes(ctx),
    ...consumerRoutes(ctx),
    ...consumerPortalRoutes(ctx),
    ...scheduleRoutes(ctx),
    ...catalogueRoutes(ctx),
    ...readFromStandby(ctx.db, (db) => messageRoutes({ ...ctx, db })),
    ...redeliveryRoutes(ctx),
    ...standingQueryRoutes(ctx),
    ...legacyRoutes(ctx),
    ...migrationRoutes(ctx),
    ...overviewRoutes({
      ...ctx,
      snapshots: (accountId) => readSnapshotUse(ctx, accountId),
      deprecatedCalls: (of) => ctx.db.read(of.accountId, deprecatedUseStatement(of)),
    }),
    ...searchRoutes(ctx),
    ...liveRoutes(ctx),
    ...linkRoutes(ctx),
    ...peopleRoutes(ctx),
    ...noticeRoutes(ctx),
    ...noticeChatRoutes(ctx),
    ...auditRoutes(ctx),
    ...requestLogRoutes(ctx),
    ...callLogRoutes(ctx),
    ...operatorAccountRoutes(ctx),
    ...operatorMigrationRoutes(ctx),
    ...operatorCellRoutes(ctx),
  ]);
  return markDeprecated(routes, {
    addresses: () => ({ baseUrl: ctx.baseUrl, docsUrl: ctx.config.docsUrl }),
    count: ({ accountId, apiKeyId }, endpoint) => countDeprecatedCall(ctx, { accountId, apiKeyId, endpoint }),
  });
}
