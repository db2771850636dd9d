import { type AccountsContext, accountRoutes } from './accounts/routes.ts';
import { purgeRoutes } from './companies/purge-routes.ts';
import { type CompaniesContext, companyRoutes } from './companies/routes.ts';
import { type ConnectionsContext, connectionRoutes } from './connections/routes.ts';
import { changeRoutes } from './data/change-routes.ts';
import type { FollowContext } from './data/follow-changes.ts';
import type { DataReadContext } from './data/read-records.ts';
import { dataReadRoutes } from './data/read-routes.ts';
import type { Route } from './http/route.ts';
import { type LegacyContext, legacyRoutes } from './legacy/routes.ts';
import { type PushContext, pushRoutes } from './push/routes.ts';
import { dataStatusRoute } from './sync/data-status.ts';
import { type SyncContext, syncRoutes } from './sync/routes.ts';
import { type SettingsContext, settingsRoutes } from './sync/settings-routes.ts';
import { type CatalogueContext, catalogueRoutes } from './webhooks/consumers/catalogue-routes.ts';
import { type ConsumersContext, consumerRoutes } from './webhooks/consumers/routes.ts';
import type { MessagesContext } from './webhooks/messages/read-messages.ts';
import { redeliveryRoutes } from './webhooks/messages/redelivery-routes.ts';
import type { RequestContext } from './webhooks/messages/request-redelivery.ts';
import type { RedeliveryContext } from './webhooks/messages/resend-message.ts';
import { messageRoutes } from './webhooks/messages/routes.ts';

/** Every operation of the API. */
export function apiRoutes(
  ctx: AccountsContext &
    CompaniesContext &
    ConnectionsContext &
    FollowContext &
    DataReadContext &
    SyncContext &
    SettingsContext &
    PushContext &
    ConsumersContext &
    CatalogueContext &
    MessagesContext &
    RedeliveryContext &
    LegacyContext &
    RequestContext,
): Route[] {
  return [
    ...companyRoutes(ctx),
    ...purgeRoutes(ctx),
    ...connectionRoutes(ctx),
    ...changeRoutes(ctx),
    ...syncRoutes(ctx),
    dataStatusRoute(ctx),
    ...settingsRoutes(ctx),
    ...dataReadRoutes(ctx),
    ...pushRoutes(ctx),
    ...accountRoutes(ctx),
    ...consumerRoutes(ctx),
    ...catalogueRoutes(ctx),
    ...messageRoutes(ctx),
    ...redeliveryRoutes(ctx),
    ...legacyRoutes(ctx),
  ];
}
