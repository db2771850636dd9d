import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Registry } from '../connectors/registry.ts';
import { type DataSetPath, type DataSetState, dataSetHead, type Head, stateHead } from '../data/read/data-set-head.ts';
import { explainMissing } from '../data/read/explain-missing.ts';
import { inDataSet, visibleAt } from '../data/read/record-list.ts';
import { dataSetNotReady } from '../data/refusals.ts';
import { pinnedSets } from '../data/snapshots/find-snapshot-state.ts';
import { dataSetNotInSnapshot } from '../data/snapshots/refusals.ts';
import { CostlyReadTimeout, type Db } from '../db/db.ts';
import type { Principal } from '../http/access/principal.ts';
import { restartLink } from '../lists/page/page-links.ts';
import { queryTooExpensive, snapshotGone } from '../lists/refusals.ts';
import type { Missing } from './wire.ts';

export type SourcesContext = { db: Db; registry: Registry };

/** Which company is asked about, and at which time. */
export type Asked = {
  principal: Principal;
  companyId: string;
  asOf: string | undefined;
  snapshot?: string | undefined;
  self: string;
  search: string;
};

/** A data set in the published state that the figures are computed from. */
export type Source = DataSetState & {
  path: DataSetPath;
  connectionId: string;
  publishedAt: string;
  lastSuccessfulSync: string | undefined;
};
export type Sources = { found: ReadonlyMap<string, Source>; missing: Missing[] };

type Row = Head & {
  data_type: string;
  connection_id: string;
  last_successful_at: Date | null;
  at_generation: number | null;
  at_total: number | null;
  at_ms: number | null;
};

/**
 * Finds the data sets of a company, all in one statement, so that their states belong to the same moment. Which one is
 * read if several connections have the data type is decided as for lists of records.
 */
export async function readSources(ctx: SourcesContext, asked: Asked, dataTypes: readonly string[]): Promise<Sources> {
  const { principal, companyId, asOf } = asked;
  const { accountId } = principal;
  const pathOf = (dataType: string) => ({ accountId, companyId, dataType });
  if (asked.snapshot !== undefined) return readPinned(ctx, { ...asked, snapshot: asked.snapshot }, dataTypes);
  const heads = dataTypes.map(
    (dataType) => sql`select ${dataType}::text as data_type, list.* from ${dataSetHead(pathOf(dataType))} list`,
  );
  const rows = await ctx.db.read<Row>(
    accountId,
    sql`select h.*, d.connection_id, d.last_successful_at, at.generation as at_generation, at.total as at_total,
        (extract(epoch from at.published_at) * 1000)::bigint as at_ms
      from (${sql.join(heads, sql` union all `)}) h
      join data_set d on d.account_id = ${accountId}::uuid and d.company_id = ${companyId}::uuid
        and d.data_set_id = h.data_set_id
      left join lateral (select p.generation, p.total, p.published_at from publication p
        where p.account_id = ${accountId}::uuid and p.company_id = ${companyId}::uuid and p.data_set_id = h.data_set_id
          and p.published_at <= ${asOf ?? null}::timestamptz order by p.generation desc limit 1) at on true`,
  );
  const found = new Map<string, Source>();
  const missing: Missing[] = [];
  for (const dataType of dataTypes) {
    const path = pathOf(dataType);
    const row = rows.find(({ data_type }) => data_type === dataType);
    if (!row || row.published === 0) {
      const { code, error } = (await explainMissing(ctx, principal, path)).parts;
      missing.push({ dataType, code, message: error });
    } else if (asOf !== undefined && row.at_generation === null) {
      const message = `The data set ${dataType} had not been published at that time.`;
      missing.push({ dataType, code: dataSetNotReady({ dataType }).parts.code, message });
    } else {
      found.set(dataType, sourceOf(asked, path, row));
    }
  }
  return { found, missing };
}

/** The states that a snapshot pins. */
async function readPinned(
  ctx: SourcesContext,
  asked: Asked & { snapshot: string },
  dataTypes: readonly string[],
): Promise<Sources> {
  const { companyId, snapshot } = asked;
  const { accountId } = asked.principal;
  const rows = await ctx.db.read<PinnedRow>(
    accountId,
    sql`select * from ${pinnedSets({ accountId, companyId }, snapshot)} p where p.data_type = any (${[...dataTypes]}::text[])`,
  );
  const sourceOfRow = (row: PinnedRow): [string, Source] => [
    row.data_type,
    {
      path: { accountId, companyId, dataType: row.data_type },
      dataSetId: row.data_set_id,
      generation: row.generation,
      total: row.total,
      publishedMs: row.publishedMs,
      connectionId: row.connection_id,
      publishedAt: new Date(row.publishedMs).toISOString(),
      lastSuccessfulSync: row.read_to?.toISOString(),
    },
  ];
  const found = new Map(rows.map(sourceOfRow));
  const missing = dataTypes
    .filter((dataType) => !found.has(dataType))
    .map((dataType) => {
      const { code, error } = dataSetNotInSnapshot({ dataType }).parts;
      return { dataType, code, message: error };
    });
  return { found, missing };
}

type PinnedRow = {
  data_type: string;
  data_set_id: number;
  generation: number;
  total: number;
  publishedMs: number;
  connection_id: string;
  read_to: Date | null;
};

function sourceOf(asked: Asked, path: DataSetPath, row: Row): Source {
  const isPast = asked.asOf !== undefined;
  const generation = isPast ? (row.at_generation ?? 0) : row.version;
  if (generation < row.oldest) throw snapshotGone({ what: 'asOf', restart: restartLink(asked) });
  const publishedMs = (isPast ? row.at_ms : row.publishedMs) ?? 0;
  return {
    path,
    dataSetId: row.data_set_id,
    generation,
    total: (isPast ? row.at_total : row.total) ?? 0,
    publishedMs,
    connectionId: row.connection_id,
    publishedAt: new Date(publishedMs).toISOString(),
    lastSuccessfulSync: isPast ? undefined : row.last_successful_at?.toISOString(),
  };
}

/** Condition for the records of a source: present in its state, and not deleted on the platform. */
export const inSource = ({ path, dataSetId, generation }: Source) =>
  sql<boolean>`${inDataSet(path, sql<number>`${dataSetId}::bigint`)} and ${visibleAt(sql<number>`${generation}`)}
    and r.change <> 'd'`;

/** A statement over more records than this is a costly read, of which an account runs few at a time. */
export const costlyFrom = 50_000;

/**
 * Runs the statement that computes the figures. Its rows come back as JSON, so its amounts must be texts. The statement
 * also checks that the data sets can still be read: while a company is being erased, the figures would be wrong.
 */
export async function readFigures<Figure>(
  ctx: SourcesContext,
  asked: Asked,
  { sources, figures }: { sources: readonly Source[]; figures: RawBuilder<unknown> },
): Promise<Figure[]> {
  const areThere = sources.map((source) => sql`exists (select from ${stateHead(source.path, source)} h)`);
  const { accountId } = asked.principal;
  const statement = sql<{ figures: Figure[] }>`select
    (select coalesce(json_agg(f), '[]') from (${figures}) f) as figures where ${sql.join(areThere, sql` and `)}`;
  const isCostly = sources.some(({ total }) => total > costlyFrom);
  try {
    const [row] = await ctx.db.read(accountId, statement, { isCostly });
    if (row) return row.figures;
  } catch (error) {
    if (!(error instanceof CostlyReadTimeout)) throw error;
    const advice = ['Ask for fewer months.'];
    throw queryTooExpensive({ seconds: error.seconds, advice });
  }
  const [first] = sources;
  throw await explainMissing(
    ctx,
    asked.principal,
    first?.path ?? { accountId, companyId: asked.companyId, dataType: '' },
  );
}
