import { type RawBuilder, sql } from 'kysely';
import { byPreference } from '../../connections/store.ts';
import type { Db } from '../../db/db.ts';
import { isHeldSync } from '../../db/sync-states.ts';
import { compileOnce } from '../../lists/page/compile-once.ts';
import { isPinned } from '../snapshots/pins.ts';

/** Identifies a data set by its URL path. Without a connection, `dataSetHead` picks one of the company's data sets. */
export type DataSetPath = { accountId: string; companyId: string; connectionId?: string; dataType: string };

/**
 * `version` is the generation that a page shows; `oldest` and `published` are the first and the last readable ones.
 * `publishedMs` is when the shown generation was published. A failover can lose a generation, and a later one then gets
 * its number, but not its time. `note` is the sync whose newer state a check holds.
 */
export type Head = {
  data_set_id: number;
  source: string;
  version: number;
  total: number;
  oldest: number;
  published: number;
  publishedMs: number | null;
  note: string | null;
};

/**
 * Selects the data set of a path as the head row of a list (`List.head`). The version of the list is the published
 * generation. If the path names no connection, several data sets can match. Published ones are preferred, then the
 * order of connections (`byPreference`) decides. Once the deletion of a company or
 * connection is committed, its data is no longer found.
 */
export function dataSetHead(path: DataSetPath): RawBuilder<Head> {
  return sql`(select ${headColumns} from ${visible(path)}
    order by (d.published_generation > 0) desc, ${byPreference}, d.data_set_id desc
    limit 1)`;
}

/** A known state of a data set. Its values are passed to the statement, so that the planner can use them. */
export type DataSetState = {
  dataSetId: number;
  generation: number;
  total: number;
  /** Undefined in a cursor of an earlier release. */
  publishedMs?: number | undefined;
  /** The sync whose newer state a check holds. Only known of the newest state. */
  heldSyncId?: string | undefined;
};

export function stateHead(path: DataSetPath, state: DataSetState): RawBuilder<Head> {
  return sql`(select d.data_set_id, d.data_set_id::text as source, ${state.generation}::int as version,
    ${state.total}::bigint as total, ${readableAt(state.generation)}, ${inMs(publishedAt(state.generation))}, ${heldSync}
    from ${visible(path, state.dataSetId)})`;
}

const inMs = (time: RawBuilder<unknown>) => sql`(extract(epoch from ${time}) * 1000)::bigint as "publishedMs"`;
const publishedAt = (generation: number) => sql`case d.published_generation when ${generation}::int then d.published_at
    else (select p.published_at from publication p where p.account_id = d.account_id and p.company_id = d.company_id
      and p.data_set_id = d.data_set_id and p.generation = ${generation}::int) end`;
/** A generation that a snapshot pins can be read although others of its age are no longer stored. */
const readableAt = (generation: number) => sql`case when ${generation}::int < d.oldest_generation
    and ${isPinned(sql`${generation}`)} then ${generation}::int else d.oldest_generation end as oldest,
    d.published_generation as published`;
const readable = sql`d.oldest_generation as oldest, d.published_generation as published`;
/** A data set has at most one unfinished sync, which an index finds. */
const heldSync = sql`(select u.sync_id::text from sync u where u.account_id = d.account_id and u.company_id = d.company_id
    and u.data_set_id = d.data_set_id and ${isHeldSync('u')}) as note`;
const headColumns = sql`d.data_set_id, d.data_set_id::text as source, d.published_generation as version,
    d.total, ${readable}, ${inMs(sql`d.published_at`)}, ${heldSync}`;

/**
 * True if the company is not deleted. The condition is not written as "deleted_at is null", because that would match
 * the partial indexes on names and times. A fixed plan could then find the company by scanning all names of the
 * account.
 */
export const isThere = sql`coalesce(c.deleted_at, 'infinity') = 'infinity'`;

function visible({ accountId, companyId, connectionId, dataType }: DataSetPath, dataSetId?: number) {
  const conditions = [
    sql`d.account_id = ${accountId}::uuid and d.company_id = ${companyId}::uuid and d.data_type = ${dataType}`,
    sql`n.account_id = ${accountId}::uuid and n.company_id = ${companyId}::uuid`,
    sql`c.account_id = ${accountId}::uuid and c.company_id = ${companyId}::uuid and ${isThere}`,
  ];
  if (connectionId !== undefined) conditions.push(sql`d.connection_id = ${connectionId}::uuid`);
  if (dataSetId !== undefined) conditions.push(sql`d.data_set_id = ${dataSetId}::bigint`);
  return sql`company c cross join data_set d join connection n on n.connection_id = d.connection_id
    where ${sql.join(conditions, sql` and `)}`;
}

/** The header of a response that shows the newest state, if a check holds a newer one (docs/quality.md). */
export const heldHeader = (heldSyncId: string | null | undefined): Record<string, string> =>
  heldSyncId ? { 'data-held': heldSyncId } : {};

/** Returns whether a state can still be read. A 304 response needs only this check, because it contains no records. */
export async function isStateKept(ctx: { db: Db }, path: DataSetPath, state: DataSetState): Promise<boolean> {
  const [row] = await ctx.db.read(path.accountId, sql<Head>`select * from ${stateHead(path, state)} list`, {
    fixedPlan: true,
  });
  if (!row || row.version < row.oldest || row.version > row.published) return false;
  return state.publishedMs === undefined || state.publishedMs === row.publishedMs;
}

type FoundState = DataSetState & { published: number; oldest: number };

const newestOfCompany = compileOnce<DataSetPath, Head>(
  ({ accountId, companyId, dataType }) => sql`select * from ${dataSetHead({ accountId, companyId, dataType })} list`,
);
const newestOfConnection = compileOnce<Required<DataSetPath>, Head>(
  ({ accountId, companyId, connectionId, dataType }) =>
    sql`select * from ${dataSetHead({ accountId, companyId, connectionId, dataType })} list`,
);

/** The newest published state of the data set. */
export async function findDataSetState(ctx: { db: Db }, path: DataSetPath): Promise<FoundState | undefined> {
  const { connectionId } = path;
  const statement = connectionId === undefined ? newestOfCompany(path) : newestOfConnection({ ...path, connectionId });
  const [row] = await ctx.db.read(path.accountId, statement, { fixedPlan: true });
  if (!row) return undefined;
  const { data_set_id: dataSetId, version, total, oldest, publishedMs, note } = row;
  const known = { publishedMs: publishedMs ?? undefined, heldSyncId: note ?? undefined };
  return { dataSetId, generation: version, total, published: version, oldest, ...known };
}

/** Returns the state of the data set at a given time. Its generation is 0 if nothing had been published by then. */
export async function findDataSetStateAt(
  ctx: { db: Db },
  path: DataSetPath,
  at: string,
): Promise<FoundState | undefined> {
  const [row] = await ctx.db.read<
    Head & { at_generation: number | null; at_total: number | null; at_ms: number | null }
  >(
    path.accountId,
    sql`select list.*, at.generation as at_generation, at.total as at_total,
      (extract(epoch from at.published_at) * 1000)::bigint as at_ms from ${dataSetHead(path)} list
      left join lateral (select p.generation, p.total, p.published_at from publication p where p.account_id = ${path.accountId}::uuid
        and p.company_id = ${path.companyId}::uuid and p.data_set_id = list.data_set_id
        and p.published_at <= ${at}::timestamptz order by p.generation desc limit 1) at on true`,
    { fixedPlan: true },
  );
  if (!row) return undefined;
  const { data_set_id: dataSetId, version: published, oldest } = row;
  const state = { generation: row.at_generation ?? 0, total: row.at_total ?? 0, publishedMs: row.at_ms ?? undefined };
  return { dataSetId, ...state, published, oldest };
}

/** Returns a state of the data set by its number. Its generation is 0 if this number was never published. */
export async function findDataSetStateOf(
  ctx: { db: Db },
  path: DataSetPath,
  generation: number,
): Promise<FoundState | undefined> {
  const [row] = await ctx.db.read<Head & { of_total: number | null; of_ms: number | null }>(
    path.accountId,
    sql`select list.*, p.total as of_total, (extract(epoch from p.published_at) * 1000)::bigint as of_ms
      from ${dataSetHead(path)} list left join publication p on p.account_id = ${path.accountId}::uuid
        and p.company_id = ${path.companyId}::uuid and p.data_set_id = list.data_set_id
        and p.generation = ${generation}::int`,
    { fixedPlan: true },
  );
  if (!row) return undefined;
  const { data_set_id: dataSetId, version: published, oldest } = row;
  const isKnown = row.of_total !== null && generation <= published;
  const state = { generation: isKnown ? generation : 0, total: row.of_total ?? 0, publishedMs: row.of_ms ?? undefined };
  return { dataSetId, ...state, published, oldest };
}
