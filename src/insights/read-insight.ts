import type { RawBuilder } from 'kysely';
import type { Clock } from '../base/clock.ts';
import { dayOf, startOfDay } from '../base/days.ts';
import { readAsOf, requireOneState, type StateQuery } from '../data/read/data-set-state.ts';
import { requireSnapshot } from '../data/snapshots/find-snapshot-state.ts';
import { etagOf, notModified } from '../http/etag.ts';
import type { Call, Reply } from '../http/route.ts';
import type { KeptFigures } from './kept-figures.ts';
import {
  type Asked,
  costlyFrom,
  readFigures,
  readSources,
  type Source,
  type Sources,
  type SourcesContext,
} from './sources.ts';

export type InsightContext = SourcesContext & { clock: Clock };
export type ReadContext = InsightContext & { kept: KeptFigures };

/** What an insight is computed from. `read` runs the statement that computes the figures. */
export type Material = {
  found: Sources['found'];
  /** Start of the day that the figures are for, in UTC. */
  todayMs: number;
  read<Row>(sources: readonly Source[], figures: RawBuilder<unknown>): Promise<Row[]>;
};

export type Figures<Body extends object> = {
  dataTypes: readonly string[];
  /** `used` names the data sets that the figures depend on; without it, all do. */
  compute(material: Material): Promise<Body & { used?: readonly string[] }>;
};

/**
 * Computes an insight. First finds the published states of the data sets, then computes the figures from these states,
 * so that they belong together, whatever is published meanwhile. If the states are those of the client's ETag, nothing
 * is computed.
 */
export async function readInsight<Body extends object>(
  ctx: ReadContext,
  call: Call<{ companyId: string }, StateQuery>,
  { dataTypes, compute }: Figures<Body>,
): Promise<Reply> {
  const { snapshot } = call.query;
  requireOneState(call.query);
  const asOf = readAsOf(call.query.asOf);
  const { companyId } = call.params;
  const asked: Asked = { ...call, companyId, asOf, snapshot };
  const taken =
    snapshot === undefined
      ? undefined
      : await requireSnapshot(ctx, { accountId: call.principal.accountId, companyId }, snapshot);
  const momentMs = taken?.takenAt.getTime() ?? (asOf === undefined ? ctx.clock.nowMs() : Date.parse(asOf));
  const todayMs = startOfDay(momentMs);
  const { found, missing } = await readSources(ctx, asked, dataTypes);
  const date = dayOf(todayMs);
  const states = [...found].map(([dataType, source]) => sourceWire(dataType, source));
  const etag = etagOf(call.self, call.search, date, JSON.stringify([states, missing]));
  const unchanged = notModified(call, etag);
  if (unchanged) return unchanged;
  const computeAll = () =>
    compute({
      found,
      todayMs,
      read: (sources, statement) => readFigures(ctx, asked, { sources, figures: statement }),
    });
  const isCostly = [...found.values()].some(({ total }) => total > costlyFrom);
  const key = () =>
    [call.principal.accountId, call.self, call.search, date, ...[...found.values()].map(stateOf)].join(' ');
  const { used = dataTypes, ...figures } = isCostly ? await ctx.kept(key(), computeAll) : await computeAll();
  const body = {
    date,
    sources: states.filter(({ dataType }) => used.includes(dataType)),
    missing: missing.filter(({ dataType }) => used.includes(dataType)),
    ...figures,
  };
  // Amounts of many digits are JSON.rawJSON values, which JSON.stringify writes unchanged.
  return { json: JSON.stringify(body), headers: { etag } };
}

const stateOf = ({ dataSetId, generation, publishedMs }: Source) => `${dataSetId}.${generation}.${publishedMs}`;

function sourceWire(dataType: string, { connectionId, generation, publishedAt, lastSuccessfulSync }: Source) {
  return { dataType, connectionId, generation, publishedAt, ...(lastSuccessfulSync && { lastSuccessfulSync }) };
}
