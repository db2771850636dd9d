import type { Tx } from '../../db/db.ts';
import { type Route, route } from '../../http/route.ts';
import { consumerMissing } from './change-consumer.ts';
import { Consumer, toConsumer } from './consumer-columns.ts';
import { ConsumerAuthorization, ConsumerOauth, ConsumerStats, hoursOf, StatsQuery } from './portal-wire.ts';
import { readConsumerStats } from './read-consumer-stats.ts';
import type { ConsumersContext } from './routes.ts';
import { setAuthorizationHeader, setOauthClient } from './set-authorization.ts';
import { consumerStatement } from './store.ts';
import { ConsumerParams } from './wire.ts';

/** Routes for the delivery statistics of a consumer and for its Authorization header, which only people can set. */
export function consumerPortalRoutes(ctx: ConsumersContext): Route[] {
  const authorization = {
    path: '/webhooks/consumers/{consumerId}/authorization',
    tag: 'Webhooks',
    scope: 'webhooks',
    access: 'session',
    role: 'developer',
    sensitive: { told: 'The Authorization header of a webhook consumer was changed' },
    params: ConsumerParams,
    answers: { 200: { description: 'The consumer', schema: Consumer } },
  } as const;

  async function shown(tx: Tx, consumerId: string) {
    const { rows } = await consumerStatement({ accountId: tx.accountId, consumerId }).execute(tx);
    if (!rows[0]) throw consumerMissing();
    const opener = { sealer: ctx.sealer, nowMs: ctx.clock.nowMs() };
    return { body: toConsumer(opener, tx.accountId, JSON.parse(rows[0].json)) };
  }

  return [
    route({
      method: 'GET',
      path: '/webhooks/consumers/{consumerId}/stats',
      operationId: 'getConsumerStats',
      tag: 'Webhooks',
      summary: 'Get delivery statistics of a webhook consumer',
      description:
        'Counts delivery attempts by the hour or quarter of an hour in which they started. Every recorded attempt is counted, and counts never decrease.',
      scope: 'webhooks',
      params: ConsumerParams,
      query: StatsQuery,
      answers: { 200: { description: 'The statistics', schema: ConsumerStats } },
      async read({ principal: { accountId }, params: { consumerId }, query }) {
        const { every = 'hour' } = query;
        return { body: await readConsumerStats(ctx, { accountId, consumerId, hours: hoursOf(query), every }) };
      },
    }),
    route({
      ...authorization,
      method: 'PUT',
      operationId: 'setConsumerAuthorization',
      summary: 'Set the Authorization header of a webhook consumer',
      description:
        'Every delivery that is sent from now on carries the header, including deliveries that are already pending. The header replaces OAuth client credentials that were set before.',
      body: ConsumerAuthorization,
      async write(tx, { params: { consumerId }, body }) {
        await setAuthorizationHeader(ctx, tx, { consumerId, value: body.value });
        return shown(tx, consumerId);
      },
    }),
    route({
      ...authorization,
      path: `${authorization.path}/oauth`,
      method: 'PUT',
      operationId: 'setConsumerOauth',
      summary: 'Set OAuth client credentials for the Authorization header of a webhook consumer',
      description:
        'Every delivery that is sent from now on carries an access token: `Authorization: Bearer …`. The service gets it from the token endpoint with the client id and secret, keeps it until shortly before it expires, and renews it once if the consumer responds with 401. The client credentials replace a header that was set before.',
      body: ConsumerOauth,
      async write(tx, { params: { consumerId }, body }) {
        await setOauthClient(ctx, tx, { consumerId, client: body });
        return shown(tx, consumerId);
      },
    }),
    route({
      ...authorization,
      method: 'DELETE',
      operationId: 'removeConsumerAuthorization',
      summary: 'Remove the Authorization header of a webhook consumer',
      description: 'Also removes OAuth client credentials.',
      async write(tx, { params: { consumerId } }) {
        await setAuthorizationHeader(ctx, tx, { consumerId, value: null });
        return shown(tx, consumerId);
      },
    }),
  ];
}
