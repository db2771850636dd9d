import { type AccountsContext, accountRoutes } from './accounts/routes.ts';
import { type CompaniesContext, companyRoutes } from './companies/routes.ts';
import { type ConnectionsContext, connectionRoutes } from './connections/routes.ts';
import type { Route } from './http/route.ts';

/** Every operation of the API. */
export function apiRoutes(ctx: AccountsContext & CompaniesContext & ConnectionsContext): Route[] {
  return [...companyRoutes(ctx), ...connectionRoutes(ctx), ...accountRoutes(ctx)];
}
