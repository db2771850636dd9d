import type { PushOperation as Operation } from '@daybook/connector-kit';
import Type from 'typebox';
import { notFound } from '../base/errors.ts';
import { CompanyParams } from '../companies/wire.ts';
import type { Tx } from '../db/db.ts';
import type { Emit } from '../events/emit.ts';
import { taggedReply } from '../http/etag.ts';
import { type Call, type Reply, type Route, route } from '../http/route.ts';
import { type ListContext, readPage } from '../lists/page/read-page.ts';
import { ListQuery, Page } from '../lists/wire.ts';
import { type CreateContext, createPush, dryRunPush, findPush } from './create-push.ts';
import { findPushable } from './custom/find-pushable.ts';
import { awaitPush, waitSeconds } from './lanes/await-push.ts';
import { PushOperation, pushList, pushStatement, pushWithRecordStatement } from './list-pushes.ts';
import { resolvePush } from './resolve-push.ts';
import { showOptions } from './show-options.ts';
import {
  ConnectionPushParams,
  DryRun,
  PushOptions,
  PushParams,
  PushQuery,
  PushRecord,
  RecordPushParams,
  Resolution,
} from './wire.ts';

export type PushContext = ListContext & CreateContext & { emit: Emit };

const pushPath = '/companies/{companyId}/connections/{connectionId}/push';
const defaultTimeoutMinutes = 60;

type PushPath = { companyId: string; connectionId: string; dataType: string; id?: string };
type Query = { dryRun?: boolean; timeoutInMinutes?: number };

export function pushRoutes(ctx: PushContext): Route[] {
  const tag = 'Push';
  const one = { 200: { description: 'The push operation', schema: PushOperation } };
  const made = {
    200: {
      description:
        'The push operation. The status is 200 even if the platform responded with 202. With `dryRun`, the request that would be sent.',
      schema: Type.Union([PushOperation, DryRun]),
    },
  };

  /** A dry run stores nothing. It ignores the idempotency key, so its response is not stored either. */
  const isDryRun = ({ query }: { query: Query }) => query.dryRun === true;
  const shared = {
    tag,
    scope: 'push',
    query: PushQuery,
    hasOwnHistory: true,
    isDryRun,
    isKeyIgnored: isDryRun,
    waits: true,
    answers: made,
  } as const;

  async function readInside(tx: Tx, companyId: string, pushId: string): Promise<string> {
    const { rows } = await pushStatement({ accountId: tx.accountId, companyId }, pushId).execute(tx);
    if (!rows[0]) throw notFound({ resource: 'push operation', service: 'push' });
    return rows[0].json;
  }

  /**
   * Used for create, update and delete. Checks and stores the push. If the client asks for it, waits for the outcome.
   */
  async function push(tx: Tx, call: Call<PushPath, Query>, operation: Operation): Promise<Reply> {
    const { companyId, connectionId, dataType, id } = call.params;
    const wanted = {
      companyId,
      connectionId,
      dataType,
      operation,
      timeoutMinutes: call.query.timeoutInMinutes ?? defaultTimeoutMinutes,
      ...(id !== undefined && { recordId: id }),
      ...(operation !== 'delete' && { recordText: call.bodyText }),
      ...(operation !== 'create' && { ifMatch: call.header('if-match') }),
    };
    if (call.query.dryRun) {
      const { request, validation } = await dryRunPush(ctx, tx, wanted);
      const { headers = {}, ...rest } = request;
      return { body: { dryRun: true, dataType, operation, request: { ...rest, headers }, validation } };
    }
    const { pushId } = await createPush(ctx, tx, wanted);
    const json = await readInside(tx, companyId, pushId);
    const seconds = waitSeconds(call.header('prefer'));
    if (!seconds) return { json };
    const later = async () => {
      call.releaseSlot();
      const place = { accountId: tx.accountId, companyId, pushId };
      return {
        json: await awaitPush(ctx, place, { seconds, signal: call.signal() }),
        headers: { 'preference-applied': `wait=${seconds}` },
      };
    };
    return { json, later };
  }

  return [
    route({
      method: 'GET',
      path: `${pushPath}/options/{dataType}`,
      operationId: 'getPushOptions',
      tag,
      summary: 'Get the push options of a data type',
      description:
        "Returns the JSON Schema of the record for each operation that the platform supports. The schema lists the company's accounts and tax rates as choices, and the custom fields that the mapping allows a push to set.",
      scope: 'read',
      params: ConnectionPushParams,
      answers: { 200: { description: 'The push options', schema: PushOptions } },
      async read({ principal, params }) {
        return ctx.db.transaction(principal.accountId, async (tx) => {
          const { push: way, connector } = await findPush(ctx, tx, params);
          const custom = await findPushable(tx, way, { ...params, platformKey: connector.platform.key });
          return { body: await showOptions(tx, way, { ...params, custom }) };
        });
      },
    }),
    route({
      ...shared,
      method: 'POST',
      path: `${pushPath}/{dataType}`,
      operationId: 'pushCreate',
      summary: 'Create a record on the platform',
      description:
        'Returns the push operation. The operations of a connection are carried out one after the other, in the order in which they were requested. With the header `Prefer: wait=n`, the response waits up to n seconds (at most 60) for the outcome. An event also reports the outcome.',
      params: ConnectionPushParams,
      body: PushRecord,
      write: (tx, call) => push(tx, call, 'create'),
    }),
    route({
      ...shared,
      method: 'PUT',
      path: `${pushPath}/{dataType}/{id}`,
      operationId: 'pushUpdate',
      summary: 'Replace a record on the platform',
      params: RecordPushParams,
      body: PushRecord,
      takesKey: true,
      takesVersion: true,
      refusals: [412],
      write: (tx, call) => push(tx, call, 'update'),
    }),
    route({
      ...shared,
      method: 'DELETE',
      path: `${pushPath}/{dataType}/{id}`,
      operationId: 'pushDelete',
      summary: 'Delete a record on the platform',
      params: RecordPushParams,
      takesKey: true,
      takesVersion: true,
      refusals: [412],
      write: (tx, call) => push(tx, call, 'delete'),
    }),
    route({
      method: 'GET',
      path: '/companies/{companyId}/push',
      operationId: 'listPushes',
      tag,
      summary: 'List push operations of a company',
      description: 'Returns the newest operations first.',
      scope: 'read',
      params: CompanyParams,
      query: ListQuery,
      answers: {
        200: {
          description: 'A page of push operations',
          schema: Page(PushOperation, 'A page of push operations'),
          headers: ['ETag'],
        },
      },
      async read(call) {
        const { accountId } = call.principal;
        const list = pushList({ accountId, companyId: call.params.companyId });
        const { body } = await readPage(ctx, list, { ...call, accountId });
        return taggedReply(call, body);
      },
    }),
    route({
      method: 'GET',
      path: '/companies/{companyId}/push/{pushId}',
      operationId: 'getPush',
      tag,
      summary: 'Get a push operation',
      scope: 'read',
      params: PushParams,
      answers: one,
      async read({ principal, params }) {
        const scope = { accountId: principal.accountId, companyId: params.companyId };
        const [row] = await ctx.db.read(principal.accountId, pushWithRecordStatement(scope, params.pushId));
        if (!row) throw notFound({ resource: 'push operation', service: 'push' });
        return { json: row.json };
      },
    }),
    route({
      method: 'POST',
      path: '/companies/{companyId}/push/{pushId}/resolve',
      operationId: 'resolvePush',
      tag,
      summary: 'Resolve a push whose outcome is unknown',
      description:
        'Tells Daybook the outcome of a push that you have looked up on the platform. Allowed only while its `step` is `unknown`.',
      scope: 'push',
      params: PushParams,
      body: Resolution,
      answers: one,
      refusals: [409],
      async write(tx, { params, body }) {
        await resolvePush(ctx, tx, { ...params, ...body });
        return { json: await readInside(tx, params.companyId, params.pushId) };
      },
    }),
  ];
}
