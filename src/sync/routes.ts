import type { Clock } from '../base/clock.ts';
import { notFound } from '../base/errors.ts';
import { CompanyParams } from '../companies/wire.ts';
import type { Registry } from '../connectors/registry.ts';
import type { Tx } from '../db/db.ts';
import type { Emit } from '../events/emit.ts';
import { taggedReply } from '../http/etag.ts';
import { type Route, route } from '../http/route.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { wholePage } from '../lists/page/page-links.ts';
import { type ListContext, readPage } from '../lists/page/read-page.ts';
import { ListQuery, Page, pageSizeDefault } from '../lists/wire.ts';
import { Sync, syncList, syncsStatement } from './history.ts';
import { requestAll, requestSync } from './request-sync.ts';
import { cancelSync, confirmHeld } from './run/change-sync.ts';
import { QueueParams, QueueQuery, SyncParams } from './wire.ts';

export type SyncContext = ListContext & { clock: Clock; jobs: Jobs; registry: Registry; emit: Emit };

export function syncRoutes(ctx: SyncContext): Route[] {
  const tag = 'Syncs';
  const one = { 200: { description: 'The sync', schema: Sync } };

  async function readInside(tx: Tx, companyId: string, syncIds: string[]): Promise<string[]> {
    const { rows } = await syncsStatement({ accountId: tx.accountId, companyId }, syncIds).execute(tx);
    return rows.map((row) => row.json);
  }
  const change = (
    name: 'cancel' | 'confirm',
    texts: { operationId: string; summary: string; description: string },
    run: typeof cancelSync | typeof confirmHeld,
    status: 200 | 202,
  ) =>
    route({
      method: 'POST',
      path: `/companies/{companyId}/data/history/{syncId}/${name}`,
      tag,
      ...texts,
      scope: 'manage',
      params: SyncParams,
      answers: { [status]: { description: status === 202 ? 'The sync, which continues' : 'The sync', schema: Sync } },
      refusals: [409],
      async write(tx, { params }) {
        await run(ctx, tx, params);
        const [json = ''] = await readInside(tx, params.companyId, [params.syncId]);
        return { status, json };
      },
    });

  return [
    route({
      method: 'POST',
      path: '/companies/{companyId}/data/all',
      operationId: 'requestAllData',
      tag,
      hasOwnHistory: true,
      summary: 'Request a sync of all data sets of a company',
      description:
        "Starts a sync of every data type that the company's linked connections support. If a data set already has an unfinished sync, that sync is returned and no second one is started.",
      scope: 'manage',
      params: CompanyParams,
      answers: {
        202: { description: 'All new or unfinished syncs, on one page', schema: Page(Sync, 'All these syncs') },
      },
      async write(tx, { params, self }) {
        const ids = await requestAll(ctx, tx, params);
        const texts = await readInside(tx, params.companyId, ids);
        return { status: 202, json: wholePage(texts, { self, pageSize: pageSizeDefault }) };
      },
    }),
    route({
      method: 'POST',
      path: '/companies/{companyId}/data/queue/{dataType}',
      operationId: 'requestData',
      tag,
      hasOwnHistory: true,
      summary: 'Request a sync of one data set of a company',
      description:
        'Starts a sync of the data set. If the data set already has an unfinished sync, that sync is returned and no second one is started.',
      scope: 'manage',
      params: QueueParams,
      query: QueueQuery,
      answers: { 202: { description: 'The new or unfinished sync', schema: Sync } },
      async write(tx, { params, query }) {
        const { syncId } = await requestSync(ctx, tx, {
          ...params,
          ...(query.connectionId && { connectionId: query.connectionId }),
          isFull: query.full ?? false,
        });
        const [json = ''] = await readInside(tx, params.companyId, [syncId]);
        return { status: 202, json };
      },
    }),
    route({
      method: 'GET',
      path: '/companies/{companyId}/data/history',
      operationId: 'listSyncs',
      tag,
      summary: 'List syncs of a company',
      description:
        'Returns the newest syncs first. Each sync has its counts and its timeline and, if it is waiting, the reason.',
      scope: 'read',
      params: CompanyParams,
      query: ListQuery,
      answers: { 200: { description: 'A page of syncs', schema: Page(Sync, 'A page of syncs'), headers: ['ETag'] } },
      async read(call) {
        const { accountId } = call.principal;
        const list = syncList({ accountId, companyId: call.params.companyId });
        const { body } = await readPage(ctx, list, { ...call, accountId });
        return taggedReply(call, body);
      },
    }),
    route({
      method: 'GET',
      path: '/companies/{companyId}/data/history/{syncId}',
      operationId: 'getSync',
      tag,
      summary: 'Get a sync',
      scope: 'read',
      params: SyncParams,
      answers: one,
      async read({ principal, params }) {
        const scope = { accountId: principal.accountId, companyId: params.companyId };
        const [row] = await ctx.db.read(principal.accountId, syncsStatement(scope, [params.syncId]));
        if (!row) throw notFound({ resource: 'sync', service: 'sync' });
        return { json: row.json };
      },
    }),
    change(
      'cancel',
      {
        operationId: 'cancelSync',
        summary: 'Cancel a sync',
        description:
          'The records that the sync has fetched stay invisible until a later sync is complete. Published data does not change.',
      },
      cancelSync,
      200,
    ),
    change(
      'confirm',
      {
        operationId: 'confirmDeletions',
        summary: 'Confirm a held sync',
        description:
          'A sync whose new state has problems that a check with the level `hold` finds waits until a person confirms or cancels it. The error code is `massDeletion` if a full sync would delete more records than the check allows, otherwise `heldByChecks`. `GET /companies/{companyId}/quality` has the findings. Only what was found is confirmed: other findings hold the sync again.',
      },
      confirmHeld,
      202,
    ),
  ];
}
