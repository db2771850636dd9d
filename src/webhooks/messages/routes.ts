import Type from 'typebox';
import { notFound } from '../../base/errors.ts';
import type { Tx } from '../../db/db.ts';
import { taggedReply } from '../../http/etag.ts';
import { type Route, route } from '../../http/route.ts';
import { readPage } from '../../lists/page/read-page.ts';
import { ListQuery, Page } from '../../lists/wire.ts';
import { type RedeliveryContext, resendMessage } from '../redelivery/resend-message.ts';
import { countMessages } from './count-messages.ts';
import { oldestKeptId } from './id-range.ts';
import { Message } from './message-fields.ts';
import { Summary } from './message-summary.ts';
import { Attempt, attemptList, MessageDetails, messageStatement } from './read-message.ts';
import { type MessagesContext, readMessages } from './read-messages.ts';
import { CountQuery, MessageCounts, MessageParams, MessagesQuery, Resend, Resent } from './wire.ts';

const ListedMessage = Type.Object(
  { ...Message.properties, summary: Type.Optional(Summary) },
  { title: 'ListedMessage' },
);

export function messageRoutes(ctx: MessagesContext & RedeliveryContext): Route[] {
  const tag = 'Webhook messages';
  const scope = 'webhooks';
  const noMessage = () => notFound({ resource: 'message', service: 'webhooks' });
  const oldest = () => oldestKeptId(ctx);

  return [
    route({
      method: 'GET',
      path: '/webhooks/messages',
      operationId: 'listMessages',
      tag,
      summary: 'List messages',
      description:
        'Lists the message log, newest first. The log contains every event, whether or not a consumer received it. `query` filters by `eventType`, `companyId`, `connectionId`, `status`, `consumerId`, `created` and `isTest`. If `query` contains both `consumerId=…` and `status=…`, the status is that of the delivery to this consumer. With `include=summary`, each message also says what it is about and what became of its deliveries.',
      scope,
      query: MessagesQuery,
      answers: {
        200: {
          description: 'A page of messages',
          schema: Page(ListedMessage, 'A page of messages'),
          headers: ['ETag'],
        },
      },
      async read(call) {
        const { accountId } = call.principal;
        const hasSummary = call.query.include === 'summary';
        const { body } = await readMessages(ctx, { ...call, accountId }, { hasSummary });
        return taggedReply(call, body);
      },
    }),
    route({
      method: 'GET',
      path: '/webhooks/messageCounts',
      operationId: 'countMessages',
      tag,
      summary: 'Count messages over time',
      description:
        'Divides a period into equal buckets and counts the messages of each by status, for the same filters as `listMessages`. At most 1,000 messages of a bucket are counted for each status. If there are more, the number is estimated from the time that these cover, and `isEstimated` is true.',
      scope,
      query: CountQuery,
      answers: { 200: { description: 'The counts', schema: MessageCounts } },
      async read({ principal, query }) {
        return { body: await countMessages(ctx, { accountId: principal.accountId, ...query }) };
      },
    }),
    route({
      method: 'GET',
      path: '/webhooks/messages/{messageId}',
      operationId: 'getMessage',
      tag,
      summary: 'Get a message',
      description:
        'Returns the message with its body and with its delivery status for each consumer that it was sent to.',
      scope,
      params: MessageParams,
      answers: { 200: { description: 'The message', schema: MessageDetails } },
      async read({ principal, params }) {
        const { accountId } = principal;
        const statement = messageStatement({ accountId, messageId: params.messageId, oldest: oldest() });
        const [row] = await ctx.db.read(accountId, statement, { fixedPlan: true });
        if (!row) throw noMessage();
        return { json: row.json };
      },
    }),
    route({
      method: 'GET',
      path: '/webhooks/messages/{messageId}/attempts',
      operationId: 'listAttempts',
      tag,
      summary: 'List attempts of a message',
      description: 'Lists every HTTP request that was made to deliver the message, oldest first.',
      scope,
      params: MessageParams,
      query: ListQuery,
      answers: {
        200: { description: 'A page of attempts', schema: Page(Attempt, 'A page of attempts'), headers: ['ETag'] },
      },
      async read(call) {
        const { accountId } = call.principal;
        const list = attemptList({ accountId, messageId: call.params.messageId, oldest: oldest() });
        const { body, isFound } = await readPage(ctx, list, { ...call, accountId });
        if (!isFound) throw noMessage();
        return taggedReply(call, body);
      },
    }),
    route({
      method: 'POST',
      path: '/webhooks/messages/{messageId}/resend',
      operationId: 'resendMessage',
      tag,
      summary: 'Resend a message',
      description:
        'Starts a new schedule of attempts. If the message is waiting for its next attempt, that attempt is made now instead. The body and the `messageId` are the same as in the first attempt.',
      scope,
      params: MessageParams,
      body: Resend,
      answers: { 202: { description: 'Accepted: the consumers that the message is sent to', schema: Resent } },
      refusals: [409],
      async write(tx: Tx, { params, body }) {
        const { messageId } = params;
        const consumerIds = await resendMessage(ctx, tx, { messageId, oldest: oldest(), ...body });
        if (!consumerIds) throw noMessage();
        return { status: 202, body: { messageId, consumerIds } };
      },
    }),
  ];
}
