import { keyTooNarrow } from '../base/errors.ts';
import type { Principal } from '../http/access/principal.ts';
import { type Route, route } from '../http/route.ts';
import { Ended, EndedQuery, readEnded } from './read-ended.ts';
import { type OverviewContext, readOverview } from './read-overview.ts';
import { readUsage, type UsageContext } from './read-usage.ts';
import { hoursOf, Overview, OverviewQuery, Usage } from './wire.ts';

/** An account at a glance: its activity, what needs attention and how to fix it, and how much of the plan is used. */
export function overviewRoutes(ctx: OverviewContext & UsageContext): Route[] {
  const shared = { method: 'GET', tag: 'Overview', scope: 'read' } as const;
  return [
    route({
      ...shared,
      path: '/overview',
      operationId: 'getOverview',
      summary: 'Get the activity of the account and what needs attention',
      query: OverviewQuery,
      answers: { 200: { description: 'The overview', schema: Overview } },
      async read({ principal, query }) {
        requireWhole(principal);
        return { body: await readOverview(ctx, { principal, hours: hoursOf(query), every: query.every ?? 'hour' }) };
      },
    }),
    route({
      ...shared,
      path: '/overview/ended',
      operationId: 'getEnded',
      summary: 'Get the latest syncs or pushes that ended in a span of time',
      description: 'Those of all companies: what the counts of `activity` stand for.',
      query: EndedQuery,
      answers: { 200: { description: 'The syncs or pushes', schema: Ended } },
      async read({ principal, query }) {
        requireWhole(principal);
        return { body: await readEnded(ctx, { accountId: principal.accountId, ...query }) };
      },
    }),
    route({
      ...shared,
      path: '/usage',
      operationId: 'getUsage',
      summary: 'Get the plan and the usage of its limits',
      answers: { 200: { description: 'The usage', schema: Usage } },
      async read({ principal }) {
        requireWhole(principal);
        return { body: await readUsage(ctx, principal) };
      },
    }),
  ];
}

function requireWhole({ companyTags }: Principal): void {
  if (companyTags === null) return;
  throw keyTooNarrow({
    reason: 'this API key is limited to some companies, but this endpoint covers the whole account.',
  });
}
