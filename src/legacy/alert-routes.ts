import type { Clock } from '../base/clock.ts';
import type { Db } from '../db/db.ts';
import { taggedReply } from '../http/etag.ts';
import { type Call, type Route, route } from '../http/route.ts';
import { type ListContext, readPage } from '../lists/page/read-page.ts';
import { ListQuery, Page } from '../lists/wire.ts';
import { Alert, alertList, alertStatement } from './alert-store.ts';
import { alertMissing, eventLogGone, ruleMissing } from './refusals.ts';
import { profileStatement } from './store.ts';
import { AlertParams, RuleParams } from './wire.ts';

export type AlertsContext = ListContext & {
  db: Db;
  clock: Clock;
  baseUrl: string;
  config: { eventLogSunset: string };
};

/** The deprecated endpoints of the event log. Accounts on the newer webhooks get 410 responses. */
export function alertRoutes(ctx: AlertsContext): Route[] {
  const refusals = [410];
  const deprecated = {
    since: '2026-01-01',
    sunset: () => ctx.config.eventLogSunset,
    successor: '/webhooks/messages',
    about: 'errors#eventLogGone',
  };
  const shared = { tag: 'Rules (older webhooks)', scope: 'webhooks', deprecated } as const;
  const why =
    'Deprecated, because the newer webhooks retry deliveries automatically. Stop calling this endpoint before you migrate.';
  const page = {
    200: {
      description: 'A page of alerts',
      schema: Page(Alert, 'A page of alerts'),
      headers: ['ETag'],
    },
  };

  async function requireOlder({ principal: { accountId } }: Pick<Call, 'principal'>): Promise<void> {
    const [row] = await ctx.db.read(accountId, profileStatement(accountId));
    if (row?.webhook_generation !== 'older') throw eventLogGone();
  }

  return [
    route({
      ...shared,
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
        return taggedReply(call, body);
      },
    }),
    route({
      ...shared,
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
        return taggedReply(call, body);
      },
    }),
    route({
      ...shared,
      refusals,
      method: 'GET',
      path: '/rules/alerts/{alertId}',
      operationId: 'getAlert',
      summary: 'Get an alert',
      description: why,
      params: AlertParams,
      answers: { 200: { description: 'The alert', schema: Alert, headers: ['ETag'] } },
      async read(call) {
        await requireOlder(call);
        const { accountId } = call.principal;
        const [row] = await ctx.db.read(accountId, alertStatement({ accountId, ...call.params }));
        if (!row) throw alertMissing();
        return taggedReply(call, row.json);
      },
    }),
  ];
}
