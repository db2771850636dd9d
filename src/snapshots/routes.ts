import { notFound } from '../base/errors.ts';
import { CompanyParams } from '../companies/wire.ts';
import { readSnapshotHeld, readUse } from '../data/snapshots/read-held.ts';
import { snapshotEnded } from '../data/snapshots/refusals.ts';
import {
  Snapshot,
  SnapshotWithDisk,
  snapshotList,
  snapshotStatement,
  snapshotsMax,
} from '../data/snapshots/snapshot-list.ts';
import { changeSnapshot, lockSnapshot, type SnapshotEnd } from '../data/snapshots/store.ts';
import type { Tx } from '../db/db.ts';
import { taggedReply } from '../http/etag.ts';
import { type Route, route } from '../http/route.ts';
import { type ListContext, readPage } from '../lists/page/read-page.ts';
import { ListQuery, Page } from '../lists/wire.ts';
import { type CreateContext, createSnapshot, readEnd, requireDisk } from './create-snapshot.ts';
import { NewSnapshot, SnapshotChange, SnapshotParams } from './wire.ts';

export type SnapshotContext = ListContext & CreateContext;

const path = '/companies/{companyId}/snapshots';
const shared = { tag: 'Snapshots' };
const noSnapshot = () => notFound({ resource: 'snapshot', service: 'data' });

/** Snapshots of companies: one published state of every data set, pinned at one moment. */
export function snapshotRoutes(ctx: SnapshotContext): Route[] {
  async function readInside(tx: Tx, { companyId, snapshotId }: { companyId: string; snapshotId: string }) {
    const company = { accountId: tx.accountId, companyId };
    const { rows } = await snapshotStatement(company, snapshotId, ctx.clock.now()).execute(tx);
    return rows[0]?.json ?? '';
  }

  /** Locks a snapshot that can still be changed. */
  async function requireKept(tx: Tx, place: { companyId: string; snapshotId: string }): Promise<SnapshotEnd> {
    const found = await lockSnapshot(tx, place);
    if (!found) throw noSnapshot();
    if (found.kept_until <= ctx.clock.now()) throw snapshotEnded({ end: found.kept_until });
    return found;
  }

  return [
    route({
      ...shared,
      method: 'POST',
      path,
      operationId: 'createSnapshot',
      summary: 'Take a snapshot of a company',
      description:
        'Pins the published state of every data set of the company at one moment. Reads with `snapshot` return these states until the end of the snapshot, whatever is published meanwhile.',
      scope: 'manage',
      params: CompanyParams,
      body: NewSnapshot,
      isBodyOptional: true,
      answers: {
        201: { description: 'The snapshot', schema: Snapshot },
        202: { description: 'With `fresh`: the snapshot, which waits for its syncs', schema: Snapshot },
      },
      refusals: [402, 409],
      async write(tx, { params: { companyId }, body }) {
        const snapshotId = await createSnapshot(ctx, tx, { companyId, wanted: body });
        return { status: body.fresh ? 202 : 201, json: await readInside(tx, { companyId, snapshotId }) };
      },
    }),
    route({
      ...shared,
      method: 'GET',
      path,
      operationId: 'listSnapshots',
      summary: 'List snapshots of a company',
      description: `Returns the newest snapshots first, at most ${snapshotsMax.toLocaleString('en')}. Snapshots that have ended stay in the list for 30 days.`,
      scope: 'read',
      params: CompanyParams,
      query: ListQuery,
      answers: {
        200: { description: 'A page of snapshots', schema: Page(Snapshot, 'A page of snapshots'), headers: ['ETag'] },
      },
      async read(call) {
        const { accountId } = call.principal;
        const list = snapshotList({ accountId, companyId: call.params.companyId }, ctx.clock.now());
        const { body } = await readPage(ctx, list, { ...call, accountId });
        return taggedReply(call, body);
      },
    }),
    route({
      ...shared,
      method: 'GET',
      path: `${path}/{snapshotId}`,
      operationId: 'getSnapshot',
      summary: 'Get a snapshot',
      scope: 'read',
      params: SnapshotParams,
      answers: { 200: { description: 'The snapshot, and the disk that it holds', schema: SnapshotWithDisk } },
      async read({ principal: { accountId }, params: { companyId, snapshotId } }) {
        const company = { accountId, companyId };
        const [row] = await ctx.db.read(accountId, snapshotStatement(company, snapshotId, ctx.clock.now()));
        if (!row) throw noSnapshot();
        const held = await readSnapshotHeld(ctx, company, snapshotId);
        return { json: held ? `${row.json.slice(0, -1)},"held":${JSON.stringify(held)}}` : row.json };
      },
    }),
    route({
      ...shared,
      method: 'PATCH',
      path: `${path}/{snapshotId}`,
      operationId: 'changeSnapshot',
      summary: 'Rename a snapshot, or keep it for another time',
      scope: 'manage',
      params: SnapshotParams,
      body: SnapshotChange,
      answers: { 200: { description: 'The snapshot', schema: Snapshot } },
      refusals: [402, 410],
      async write(tx, { params, body }) {
        const use = await readUse(ctx, tx);
        const keptUntil = readEnd(ctx, use, body.keepUntil);
        const { kept_until: end } = await requireKept(tx, params);
        if (keptUntil && keptUntil > end) requireDisk(use);
        await changeSnapshot(tx, params, { name: body.name, keptUntil });
        return { json: await readInside(tx, params) };
      },
    }),
    route({
      ...shared,
      method: 'DELETE',
      path: `${path}/{snapshotId}`,
      operationId: 'deleteSnapshot',
      summary: 'End a snapshot',
      description:
        'The snapshot can no longer be read. The versions that only this snapshot has kept are removed soon.',
      scope: 'manage',
      params: SnapshotParams,
      answers: { 204: { description: 'The snapshot has ended' } },
      refusals: [410],
      async write(tx, { params }) {
        await requireKept(tx, params);
        await changeSnapshot(tx, params, { keptUntil: ctx.clock.now() });
        return { status: 204 };
      },
    }),
  ];
}
