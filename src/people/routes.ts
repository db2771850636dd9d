import type { Route } from '../http/route.ts';
import { elsewhereRoutes } from './elsewhere/elsewhere-routes.ts';
import type { PeopleContext } from './people-context.ts';
import { sessionRoutes } from './sessions/session-routes.ts';
import { linkRoutes } from './team/link-routes.ts';
import { personRoutes } from './team/person-routes.ts';
import { teamRoutes } from './team/team-routes.ts';

export function peopleRoutes(ctx: PeopleContext): Route[] {
  return [...sessionRoutes(ctx), ...elsewhereRoutes(ctx), ...linkRoutes(ctx), ...personRoutes(ctx), ...teamRoutes(ctx)];
}
