import type { Route } from '../http/route.ts';
import { type AlertsContext, alertRoutes } from './alert-routes.ts';
import { type ProfileContext, profileRoutes } from './profile-routes.ts';
import { type RulesContext, ruleRoutes } from './rule-routes.ts';

export type LegacyContext = AlertsContext & ProfileContext & RulesContext;

/** Routes of the older webhooks (rules and alerts). This folder and webhook-migration/ will be deleted together. */
export function legacyRoutes(ctx: LegacyContext): Route[] {
  return [...ruleRoutes(ctx), ...alertRoutes(ctx), ...profileRoutes(ctx)];
}
