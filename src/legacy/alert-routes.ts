import type { Clock } from '../base/clock.ts';
import type { Db } from '../db/db.ts';
import type { Principal } from '../http/access/principal.ts';
import { taggedReply } from '../http/etag.ts';
import { type Call, type Reply, type Route, route } from '../http/route.ts';
import { type ListContext, readPage } from '../lists/page/read-page.ts';
import { ListQuery, Page } from '../lists/wire.ts';
import { Alert, alertList, alertStatement } from './alert-store.ts';
import { deprecationHeaderNames, deprecationHeaders } from './deprecation.ts';
import { alertMissing, eventLogGone, ruleMissing } from './refusals.ts';
import { profileStatement } from './store.ts';
import { countEventLogCall, type EventLogEndpoint } from './usage.ts';
import { AlertParams, RuleParams } from './wire.ts';

export type AlertsContext = ListContext & {
  db: Db;
  clock: Clock;
  baseUrl: string;
  config: { docsUrl: string; eventLogSunset: string };
};

/** The deprecated endpoints of the event log. Calls are counted. Accounts on the newer webhooks get 410 responses. */
export function alertRoutes(ctx: AlertsContext): Route[] {
  const headers = () => deprecationHeaders({ baseUrl: ctx.baseUrl, ...ctx.config });
  const refusals = [410];
  const shared = { tag: 'Rules (older webhooks)', scope: 'webhooks', isDeprecated: true } as const;
  const why =
    'Deprecated, because the newer webhooks retry deliveries automatically. Stop calling this endpoint before you migrate.';
  const page = {
    200: {
      description: 'A page of alerts',
      schema: Page(Alert, 'A page of alerts'),
      headers: ['ETag', ...deprecationHeaderNames],
    },
  };

  const counted = (endpoint: EventLogEndpoint) => ({
    onAsked: ({ accountId, apiKeyId }: Principal) => countEventLogCall(ctx, { accountId, apiKeyId, endpoint }),
  });
  async function requireOlder({ principal: { accountId } }: Pick<Call, 'principal'>): Promise<void> {
    const [row] = await ctx.db.read(accountId, profileStatement(accountId));
    if (row?.webhook_generation !== 'older') throw eventLogGone({ headers: headers() });
  }
  const marked = (reply: Reply): Reply => ({ ...reply, headers: { ...reply.headers, ...headers() } });

  return [
    route({
      ...shared,
      ...counted('GET /rules/alerts'),
      refusals,
      method: 'GET',
      path: '/rules/alerts',
      operationId: 'listAlerts',
      summary: 'List alerts',
      description: `Newest first. ${why}`,
      query: ListQuery,
      answers: page,
      async read(call) {
        await requireOlder(call);
        const { accountId } = call.principal;
        const { body } = await readPage(ctx, alertList({ accountId }), { ...call, accountId });
        return marked(taggedReply(call, body));
      },
    }),
    route({
      ...shared,
      ...counted('GET /rules/{ruleId}/alerts'),
      refusals,
      method: 'GET',
      path: '/rules/{ruleId}/alerts',
      operationId: 'listAlertsOfRule',
      summary: 'List alerts of a rule',
      description: `Newest first. ${why}`,
      params: RuleParams,
      query: ListQuery,
      answers: page,
      async read(call) {
        await requireOlder(call);
        const { accountId } = call.principal;
        const list = alertList({ accountId, ruleId: call.params.ruleId });
        const { body, isFound } = await readPage(ctx, list, { ...call, accountId });
        if (!isFound) throw ruleMissing();
        return marked(taggedReply(call, body));
      },
    }),
    route({
      ...shared,
      ...counted('GET /rules/alerts/{alertId}'),
      refusals,
      method: 'GET',
      path: '/rules/alerts/{alertId}',
      operationId: 'getAlert',
      summary: 'Get an alert',
      description: why,
      params: AlertParams,
      answers: { 200: { description: 'The alert', schema: Alert, headers: ['ETag', ...deprecationHeaderNames] } },
      async read(call) {
        await requireOlder(call);
        const { accountId } = call.principal;
        const [row] = await ctx.db.read(accountId, alertStatement({ accountId, ...call.params }));
        if (!row) throw alertMissing();
        return marked(taggedReply(call, row.json));
      },
    }),
  ];
}
