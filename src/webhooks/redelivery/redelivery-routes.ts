import { notFound, wrongState } from '../../base/errors.ts';
import type { Tx } from '../../db/db.ts';
import { taggedReply } from '../../http/etag.ts';
import { type Route, route } from '../../http/route.ts';
import { type ListContext, readPage } from '../../lists/page/read-page.ts';
import { ListQuery, Page } from '../../lists/wire.ts';
import { ConsumerParams, DryRun, RedeliveryParams, RedeliveryRequest, Retried } from '../messages/wire.ts';
import {
  changeRedelivery,
  lockRedelivery,
  Redelivery,
  redeliveryList,
  redeliveryStatement,
} from './redelivery-store.ts';
import { countRedelivery, type RedeliveryKind, type RequestContext, requestRedelivery } from './request-redelivery.ts';
import type { RedeliveryContext } from './resend-message.ts';
import { retryMessages } from './retry-messages.ts';

export function redeliveryRoutes(ctx: ListContext & RequestContext & RedeliveryContext): Route[] {
  const tag = 'Webhook messages';
  const scope = 'webhooks';
  const one = { 200: { description: 'The redelivery', schema: Redelivery } };
  const noRedelivery = () => notFound({ resource: 'redelivery', service: 'webhooks' });

  async function readInside(tx: Tx, redeliveryId: string): Promise<string> {
    const { rows } = await redeliveryStatement({ accountId: tx.accountId, redeliveryId }).execute(tx);
    return rows[0]?.json ?? '';
  }
  const request = (kind: RedeliveryKind, texts: { operationId: string; summary: string; description: string }) =>
    route({
      method: 'POST',
      path: `/webhooks/consumers/{consumerId}/${kind}`,
      tag,
      ...texts,
      scope,
      params: ConsumerParams,
      body: RedeliveryRequest,
      answers: {
        200: { description: 'With `dryRun`: the number of messages', schema: DryRun },
        202: { description: 'Accepted: the redelivery', schema: Redelivery },
      },
      refusals: [409],
      isDryRun: ({ body }) => body.dryRun === true,
      async write(tx: Tx, { params, body }) {
        const { dryRun, ...range } = body;
        const asked = { consumerId: params.consumerId, kind, ...range };
        if (dryRun) return { body: await countRedelivery(ctx, tx, asked) };
        return { status: 202, json: await readInside(tx, await requestRedelivery(ctx, tx, asked)) };
      },
    });

  return [
    route({
      method: 'POST',
      path: '/webhooks/consumers/{consumerId}/retry',
      operationId: 'retryMessages',
      tag,
      summary: 'Retry waiting messages now',
      description:
        'Immediately sends all messages that failed and are waiting for their next attempt, for example after you have fixed the receiver. This counts as the next attempt of their schedule. The rate limit, concurrency and order of the consumer still apply. If there are more than 2,000 messages, a job sends them, and the response contains the id of a redelivery that shows the progress. For messages that are no longer retried, use `recover`.',
      scope,
      params: ConsumerParams,
      answers: { 202: { description: 'Accepted: the number of messages', schema: Retried } },
      refusals: [409],
      async write(tx: Tx, { params: { consumerId } }) {
        return { status: 202, body: { consumerId, ...(await retryMessages(ctx, tx, { consumerId })) } };
      },
    }),
    request('recover', {
      operationId: 'recoverMessages',
      summary: 'Resend failed messages',
      description:
        'Resends the messages that were created in a period and failed for this consumer. Each message gets a new schedule of attempts.',
    }),
    request('replay', {
      operationId: 'replayMessages',
      summary: 'Send missed messages',
      description:
        'Sends the messages that were created in a period, that this consumer subscribes to now, and that were never sent to it, for example because the consumer did not exist yet or was disabled.',
    }),
    route({
      method: 'GET',
      path: '/webhooks/redeliveries',
      operationId: 'listRedeliveries',
      tag,
      summary: 'List redeliveries',
      description: 'Lists recoveries, replays, and retries of more than 2,000 messages, newest first.',
      scope,
      query: ListQuery,
      answers: {
        200: {
          description: 'A page of redeliveries',
          schema: Page(Redelivery, 'A page of redeliveries'),
          headers: ['ETag'],
        },
      },
      async read(call) {
        const { accountId } = call.principal;
        const { body } = await readPage(ctx, redeliveryList(accountId), { ...call, accountId });
        return taggedReply(call, body);
      },
    }),
    route({
      method: 'GET',
      path: '/webhooks/redeliveries/{redeliveryId}',
      operationId: 'getRedelivery',
      tag,
      summary: 'Get a redelivery',
      scope,
      params: RedeliveryParams,
      answers: one,
      async read({ principal, params }) {
        const { accountId } = principal;
        const [row] = await ctx.db.read(accountId, redeliveryStatement({ accountId, ...params }));
        if (!row) throw noRedelivery();
        return { json: row.json };
      },
    }),
    route({
      method: 'POST',
      path: '/webhooks/redeliveries/{redeliveryId}/cancel',
      operationId: 'cancelRedelivery',
      tag,
      summary: 'Cancel a redelivery',
      description: 'Messages that are already queued are still sent. No more messages are queued.',
      scope,
      params: RedeliveryParams,
      answers: one,
      refusals: [409],
      async write(tx: Tx, { params: { redeliveryId } }) {
        const redelivery = await lockRedelivery(tx, redeliveryId);
        if (!redelivery) throw noRedelivery();
        if (redelivery.completed_at)
          throw wrongState({ error: `the redelivery is already ${redelivery.status}.`, service: 'webhooks' });
        const now = ctx.clock.now();
        await changeRedelivery(tx, redeliveryId, { status: 'Cancelled', completed_at: now, touched_at: now });
        return { json: await readInside(tx, redeliveryId) };
      },
    }),
  ];
}
