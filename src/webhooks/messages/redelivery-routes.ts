import type { Tx } from '../../db/db.ts';
import { notFound, wrongState } from '../../errors.ts';
import { taggedReply } from '../../http/etag.ts';
import { type Route, route } from '../../http/route.ts';
import { type ListContext, readPage } from '../../lists/read-page.ts';
import { ListQuery, Page } from '../../lists/wire.ts';
import { changeRedelivery, lockRedelivery, redeliveryList, redeliveryStatement } from './redelivery-store.ts';
import { countRedelivery, type Kind, type RequestContext, requestRedelivery } from './request-redelivery.ts';
import type { RedeliveryContext } from './resend-message.ts';
import { retryMessages } from './retry-messages.ts';
import { ConsumerParams, DryRun, Redelivery, RedeliveryParams, RedeliveryRequest, Retried } from './wire.ts';

export function redeliveryRoutes(ctx: ListContext & RequestContext & RedeliveryContext): Route[] {
  const tag = 'Webhook messages';
  const scope = 'webhooks';
  const one = { 200: { description: 'The redelivery', schema: Redelivery } };
  const noRedelivery = () => notFound({ resource: 'redelivery', service: 'webhooks' });

  async function readInside(tx: Tx, redeliveryId: string): Promise<string> {
    const { rows } = await redeliveryStatement({ accountId: tx.accountId, redeliveryId }).execute(tx);
    return rows[0]?.json ?? '';
  }
  const request = (kind: Kind, texts: { operationId: string; summary: string; description: string }) =>
    route({
      method: 'POST',
      path: `/webhooks/consumers/{consumerId}/${kind}`,
      tag,
      ...texts,
      scope,
      params: ConsumerParams,
      body: RedeliveryRequest,
      answers: {
        200: { description: 'With `dryRun`: how many it would be', schema: DryRun },
        202: { description: 'Accepted: the redelivery', schema: Redelivery },
      },
      refusals: [409],
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
      summary: 'Send waiting messages now',
      description:
        'Messages that have failed and wait for their next attempt get it now: for a receiver that is mended. It counts as the next attempt of their schedule, and rate limit, concurrency and order of the consumer hold. More than 2,000 are sent by a job: the answer names its redelivery, which shows how far it has come. What has ended is brought back by `recover`.',
      scope,
      params: ConsumerParams,
      answers: { 202: { description: 'Accepted: how many they are', schema: Retried } },
      refusals: [409],
      async write(tx: Tx, { params: { consumerId } }) {
        return { status: 202, body: { consumerId, ...(await retryMessages(ctx, tx, { consumerId })) } };
      },
    }),
    request('recover', {
      operationId: 'recoverMessages',
      summary: 'Send failed messages again',
      description: 'Messages of a time that have failed for this consumer, each with a whole new schedule of attempts.',
    }),
    request('replay', {
      operationId: 'replayMessages',
      summary: 'Send missed messages',
      description:
        'Messages of a time that this consumer would get now and that never went to it: from before it was created, or while it was disabled.',
    }),
    route({
      method: 'GET',
      path: '/webhooks/redeliveries',
      operationId: 'listRedeliveries',
      tag,
      summary: 'List redeliveries',
      description: 'Recoveries, replays and retries of more than 2,000 messages, the newest first.',
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
      description: 'What it has queued so far is sent; nothing more is queued.',
      scope,
      params: RedeliveryParams,
      answers: one,
      refusals: [409],
      async write(tx: Tx, { params: { redeliveryId } }) {
        const redelivery = await lockRedelivery(tx, redeliveryId);
        if (!redelivery) throw noRedelivery();
        if (redelivery.completed_at)
          throw wrongState({ error: `the redelivery is ${redelivery.status} already.`, service: 'webhooks' });
        const now = ctx.clock.now();
        await changeRedelivery(tx, redeliveryId, { status: 'Cancelled', completed_at: now, touched_at: now });
        return { json: await readInside(tx, redeliveryId) };
      },
    }),
  ];
}
