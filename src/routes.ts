import { type AccountsContext, accountRoutes } from './accounts/routes.ts';
import { type CompaniesContext, companyRoutes } from './companies/routes.ts';
import type { Route } from './http/route.ts';

/** Every operation of the API. */
export function apiRoutes(ctx: AccountsContext & CompaniesContext): Route[] {
  return [...companyRoutes(ctx), ...accountRoutes(ctx)];
}
