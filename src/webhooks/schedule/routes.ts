import type { Clock } from '../../base/clock.ts';
import { notFound } from '../../base/errors.ts';
import type { Sealer } from '../../base/secrets.ts';
import type { Db } from '../../db/db.ts';
import { type Route, route } from '../../http/route.ts';
import { consumerMissing } from '../consumers/change-consumer.ts';
import { oldestKeptId } from '../messages/id-range.ts';
import { readConsumerSchedule, readMessageSchedule } from './read-schedule.ts';
import { attemptStatement, toAttemptDetails } from './sent-request.ts';
import { AttemptDetails, AttemptParams, ConsumerParams, MessageParams, Schedule } from './wire.ts';

type ScheduleContext = { db: Db; clock: Clock; sealer: Sealer } & Parameters<typeof oldestKeptId>[0];

/** Routes for the attempts still to come, and for the request of an attempt that was made. */
export function scheduleRoutes(ctx: ScheduleContext): Route[] {
  const scope = 'webhooks';
  return [
    route({
      method: 'GET',
      path: '/webhooks/consumers/{consumerId}/schedule',
      operationId: 'getConsumerSchedule',
      tag: 'Webhooks',
      summary: 'Get the retry schedule of a webhook consumer',
      description:
        'Returns the pending deliveries of the consumer with the times of all attempts still to come, and when a failing consumer will be disabled.',
      scope,
      params: ConsumerParams,
      answers: { 200: { description: 'The schedule', schema: Schedule } },
      async read({ principal: { accountId }, params: { consumerId } }) {
        const body = await readConsumerSchedule(ctx, { accountId, consumerId });
        if (!body) throw consumerMissing();
        return { body };
      },
    }),
    route({
      method: 'GET',
      path: '/webhooks/messages/{messageId}/schedule',
      operationId: 'getMessageSchedule',
      tag: 'Webhook messages',
      summary: 'Get the retry schedule of a message',
      description: 'Returns the pending deliveries of the message with the times of all attempts still to come.',
      scope,
      params: MessageParams,
      answers: { 200: { description: 'The schedule', schema: Schedule } },
      async read({ principal: { accountId }, params: { messageId } }) {
        const body = await readMessageSchedule(ctx, { accountId, messageId, oldest: oldestKeptId(ctx) });
        if (!body) throw notFound({ resource: 'message', service: 'webhooks' });
        return { body };
      },
    }),
    route({
      method: 'GET',
      path: '/webhooks/messages/{messageId}/attempts/{attemptId}',
      operationId: 'getAttempt',
      tag: 'Webhook messages',
      summary: 'Get an attempt',
      description:
        'Returns an attempt with its request: headers and body. The values of `Authorization` and of custom headers are left out. Of the response, the status and the beginning of the body are kept, its headers are not.',
      scope,
      params: AttemptParams,
      answers: { 200: { description: 'The attempt', schema: AttemptDetails } },
      async read({ principal: { accountId }, params }) {
        const statement = attemptStatement({ accountId, ...params, oldest: oldestKeptId(ctx) });
        const [row] = await ctx.db.read(accountId, statement);
        if (!row) throw notFound({ resource: 'attempt', service: 'webhooks' });
        return { body: toAttemptDetails(ctx, row) };
      },
    }),
  ];
}
