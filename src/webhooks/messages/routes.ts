import type { Tx } from '../../db/db.ts';
import { notFound } from '../../errors.ts';
import { taggedReply } from '../../http/etag.ts';
import { type Route, route } from '../../http/route.ts';
import { readPage } from '../../lists/read-page.ts';
import { ListQuery, Page } from '../../lists/wire.ts';
import { oldestKeptId } from './id-range.ts';
import { attemptList, messageStatement } from './read-message.ts';
import { type MessagesContext, readMessages } from './read-messages.ts';
import { type RedeliveryContext, resendMessage } from './resend-message.ts';
import { Attempt, Message, MessageDetails, MessageParams, Resend, Resent } from './wire.ts';

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
        'The message log, the newest first: every event, whoever listened. `query` searches by eventType, companyId, connectionId, status, consumerId, created and isTest; together with `consumerId=…`, `status=…` is that of the delivery to this consumer.',
      scope,
      query: ListQuery,
      answers: {
        200: { description: 'A page of messages', schema: Page(Message, 'A page of messages'), headers: ['ETag'] },
      },
      async read(call) {
        const { accountId } = call.principal;
        const { body } = await readMessages(ctx, { ...call, accountId });
        return taggedReply(call, body);
      },
    }),
    route({
      method: 'GET',
      path: '/webhooks/messages/{messageId}',
      operationId: 'getMessage',
      tag,
      summary: 'Get a message',
      description: 'With its body, and what has come of it at each consumer that it went to.',
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
      description: 'Every HTTP request that was made to deliver it, in the order of time.',
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
      summary: 'Send a message again',
      description:
        'With a whole new schedule of attempts; where it waits for its next attempt, that one is made now instead. The bytes and the messageId are those of the first time.',
      scope,
      params: MessageParams,
      body: Resend,
      answers: { 202: { description: 'Accepted: where it is sent to', schema: Resent } },
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
