import type { Route } from '../http/route.ts';
import { linkRoutes } from './link-routes.ts';
import type { PeopleContext } from './people-context.ts';
import { personRoutes } from './person-routes.ts';
import { sessionRoutes } from './session-routes.ts';
import { teamRoutes } from './team-routes.ts';

export function peopleRoutes(ctx: PeopleContext): Route[] {
  return [...sessionRoutes(ctx), ...linkRoutes(ctx), ...personRoutes(ctx), ...teamRoutes(ctx)];
}
