import type { Tx } from '../../db/db.ts';
import type { Principal } from '../../http/access/principal.ts';
import { taggedReply } from '../../http/etag.ts';
import { type Route, route } from '../../http/route.ts';
import { type ListContext, readPage } from '../../lists/page/read-page.ts';
import { ListQuery, Page } from '../../lists/wire.ts';
import type { LaneWakeups } from '../lanes/lane-wakeups.ts';
import {
  changeConsumer,
  consumerMissing,
  deleteConsumer,
  disableConsumer,
  enableConsumer,
  rotateSecret,
} from './change-consumer.ts';
import { Consumer, ConsumerWithSecret, type SealedConsumer, toConsumer } from './consumer-columns.ts';
import { type ConsumerContext, createConsumer } from './create-consumer.ts';
import { sendTest } from './send-test.ts';
import { consumerList, consumerStatement } from './store.ts';
import { ConsumerChange, ConsumerParams, NewConsumer, SecretRotation, SentTest, TestEvent } from './wire.ts';

export type ConsumersContext = ListContext & ConsumerContext & { laneWakeups: LaneWakeups };

export function consumerRoutes(ctx: ConsumersContext): Route[] {
  const tag = 'Webhooks';
  const scope = 'webhooks';
  const base = '/webhooks/consumers';
  const one = { 200: { description: 'The consumer', schema: Consumer } };

  const open = (accountId: string, sealed: SealedConsumer) =>
    toConsumer({ sealer: ctx.sealer, nowMs: ctx.clock.nowMs() }, accountId, sealed);
  async function readInside(tx: Tx, consumerId: string): Promise<Consumer> {
    const { rows } = await consumerStatement({ accountId: tx.accountId, consumerId }).execute(tx);
    if (!rows[0]) throw consumerMissing();
    return open(tx.accountId, JSON.parse(rows[0].json));
  }

  return [
    route({
      method: 'GET',
      path: base,
      operationId: 'listConsumers',
      tag,
      summary: 'List webhook consumers',
      description: 'Endpoints that receive your events, without their secrets.',
      scope,
      query: ListQuery,
      answers: {
        200: { description: 'A page of consumers', schema: Page(Consumer, 'A page of consumers'), headers: ['ETag'] },
      },
      async read(call) {
        const { accountId } = call.principal;
        const { body } = await readPage(ctx, consumerList(accountId), { ...call, accountId });
        const page = JSON.parse(body.toString());
        const results = page.results.map((sealed: SealedConsumer) => shownTo(call.principal, open(accountId, sealed)));
        return taggedReply(call, JSON.stringify({ ...page, results }));
      },
    }),
    route({
      method: 'POST',
      path: base,
      operationId: 'createConsumer',
      tag,
      summary: 'Create a webhook consumer',
      description:
        'The consumer receives events that happen from now on. Only this response shows its signing secret. With `ed25519` there is none; its `publicKey` can always be read. An account can have at most 50 consumers, unless the operator has set another limit. Creating more returns 409.',
      scope,
      body: NewConsumer,
      answers: { 201: { description: 'The consumer with its secret', schema: ConsumerWithSecret } },
      refusals: [409],
      async write(tx, { body }) {
        const { consumerId, ...keys } = await createConsumer(ctx, tx, body);
        return { status: 201, body: { ...(await readInside(tx, consumerId)), ...keys } };
      },
    }),
    route({
      method: 'GET',
      path: `${base}/{consumerId}`,
      operationId: 'getConsumer',
      tag,
      summary: 'Get a webhook consumer',
      scope,
      params: ConsumerParams,
      answers: { 200: { ...one[200], headers: ['ETag'] } },
      refusals: [404],
      async read(call) {
        const { accountId } = call.principal;
        const place = { accountId, consumerId: call.params.consumerId };
        const [row] = await ctx.db.read(accountId, consumerStatement(place));
        if (!row) throw consumerMissing();
        return taggedReply(call, JSON.stringify(shownTo(call.principal, open(accountId, JSON.parse(row.json)))));
      },
    }),
    route({
      method: 'PATCH',
      path: `${base}/{consumerId}`,
      operationId: 'changeConsumer',
      tag,
      summary: 'Change a webhook consumer',
      description:
        'To enable or disable the consumer or to rotate its secret, use the separate operations. If the consumer has an Authorization header, its URL can be changed to another server only in the portal.',
      scope,
      params: ConsumerParams,
      body: ConsumerChange,
      answers: one,
      refusals: [404],
      async write(tx, { principal, params: { consumerId }, body }) {
        await changeConsumer(ctx, tx, { consumerId, change: body, isByKey: principal.person === null });
        return { body: await readInside(tx, consumerId) };
      },
    }),
    route({
      method: 'DELETE',
      path: `${base}/{consumerId}`,
      operationId: 'deleteConsumer',
      tag,
      summary: 'Delete a webhook consumer',
      description:
        'Nothing more is sent to the consumer, not even pending deliveries. Its messages stay in the message log.',
      scope,
      params: ConsumerParams,
      answers: { 204: { description: 'Deleted' } },
      refusals: [404],
      async write(tx, { params }) {
        await deleteConsumer(ctx, tx, params);
        return { status: 204 };
      },
    }),
    route({
      method: 'POST',
      path: `${base}/{consumerId}/secret/rotate`,
      operationId: 'rotateConsumerSecret',
      sensitive: { told: 'The signing secret of a webhook consumer was rotated' },
      tag,
      summary: 'Rotate the signing secret or key',
      description:
        'Until the overlap ends, each delivery carries two signatures, one for the new and one for the previous secret or key. The receiver can switch at any time during the overlap. With `signature`, the consumer changes to the other kind of signature in the same way.',
      scope,
      params: ConsumerParams,
      body: SecretRotation,
      isBodyOptional: true,
      answers: { 200: { description: 'The consumer with its new secret', schema: ConsumerWithSecret } },
      refusals: [404],
      async write(tx, { params: { consumerId }, body }) {
        const keys = await rotateSecret(ctx, tx, { consumerId, ...body });
        return { body: { ...(await readInside(tx, consumerId)), ...keys } };
      },
    }),
    route({
      method: 'POST',
      path: `${base}/{consumerId}/enable`,
      operationId: 'enableConsumer',
      tag,
      summary: 'Enable a webhook consumer',
      description:
        'The consumer receives events that happen from now on. To send it the messages that it missed, use `recover` or `replay`.',
      scope,
      params: ConsumerParams,
      answers: one,
      refusals: [404],
      async write(tx, { params }) {
        await enableConsumer(ctx, tx, params);
        return { body: await readInside(tx, params.consumerId) };
      },
    }),
    route({
      method: 'POST',
      path: `${base}/{consumerId}/disable`,
      operationId: 'disableConsumer',
      tag,
      summary: 'Disable a webhook consumer',
      description:
        'Nothing more is sent to the consumer until it is enabled again. Its pending deliveries are cancelled. After you have enabled the consumer, `recover` sends them again.',
      scope,
      params: ConsumerParams,
      answers: one,
      refusals: [404],
      async write(tx, { params }) {
        await disableConsumer(ctx, tx, params);
        return { body: await readInside(tx, params.consumerId) };
      },
    }),
    route({
      method: 'POST',
      path: `${base}/{consumerId}/test`,
      operationId: 'testConsumer',
      tag,
      summary: 'Send a test event',
      description:
        'Sends the example of an event type to this consumer only, even if the consumer does not subscribe to that type. The test message is signed, retried and logged like any other message.',
      scope,
      params: ConsumerParams,
      body: TestEvent,
      isBodyOptional: true,
      answers: { 202: { description: 'Accepted: the test message', schema: SentTest } },
      refusals: [404, 409],
      async write(tx, { params: { consumerId }, body }) {
        return { status: 202, body: await sendTest(ctx, tx, { consumerId, ...body }) };
      },
    }),
  ];
}

/** Custom headers often contain a secret of the receiver, so people with the role `viewer` see only header names. */
function shownTo({ person }: Principal, consumer: Consumer): Consumer {
  if (person?.role !== 'viewer') return consumer;
  return { ...consumer, headers: Object.fromEntries(Object.keys(consumer.headers).map((name) => [name, '[masked]'])) };
}
