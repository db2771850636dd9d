import { type RawBuilder, sql } from 'kysely';
import type { Registry } from '../connectors/registry.ts';
import { type DataSetPath, dataSetHead, type Head, stateHead } from '../data/read/data-set-head.ts';
import { explainMissing } from '../data/read/explain-missing.ts';
import { dataSetNotReady } from '../data/refusals.ts';
import { dataSetNotInSnapshot } from '../data/snapshots/refusals.ts';
import type { Db } from '../db/db.ts';
import type { Principal } from '../http/access/principal.ts';
import { kindOf } from './kinds.ts';
import { type Comparison, invalid, type Moment, wrongOrder } from './moments.ts';
import { momentNotKept } from './refusals.ts';
import type { Missing } from './wire.ts';

export type StatesContext = { db: Db; registry: Registry };

/** Two published states of one data set. */
export type ComparedSet = { dataType: string; dataSetId: number; then: number; now: number };
type PublishedSet = ComparedSet & { connectionId: string; thenPublished: string; nowPublished: string };
export type States = { found: PublishedSet[]; missing: Missing[] };

type Row = Head & {
  data_type: string;
  connection_id: string;
  then_generation: number | null;
  then_at: Date | null;
  now_generation: number | null;
  now_at: Date | null;
  oldest_at: Date | null;
};
type Asked = { principal: Principal; companyId: string };

/**
 * Finds the states of the data sets at both moments, all in one statement, so that the newest ones belong together.
 * Which data set is read if several connections have the data type is decided as for lists of records.
 */
export async function readStates(
  ctx: StatesContext,
  { principal, companyId }: Asked,
  { from, to }: Comparison,
  dataTypes: readonly string[],
): Promise<States> {
  const { accountId } = principal;
  const pathOf = (dataType: string): DataSetPath => ({ accountId, companyId, dataType });
  const heads = dataTypes.map(
    (dataType) => sql`select ${dataType}::text as data_type, list.* from ${dataSetHead(pathOf(dataType))} list`,
  );
  const rows = await ctx.db.read<Row>(
    accountId,
    sql`select h.*, d.connection_id, f.generation as then_generation, f.published_at as then_at,
        t.generation as now_generation, t.published_at as now_at,
        (select p.published_at from publication p where ${ofSet(pathOf(''))} and p.generation = h.oldest) as oldest_at
      from (${sql.join(heads, sql` union all `)}) h
      join data_set d on d.account_id = ${accountId}::uuid and d.company_id = ${companyId}::uuid
        and d.data_set_id = h.data_set_id
      left join lateral ${stateAt(pathOf(''), from)} f on true left join lateral ${stateAt(pathOf(''), to)} t on true`,
  );
  const states: States = { found: [], missing: [] };
  for (const dataType of dataTypes) {
    const row = rows.find(({ data_type }) => data_type === dataType);
    if (!row || row.published === 0) {
      const { code, error } = (await explainMissing(ctx, principal, pathOf(dataType))).parts;
      states.missing.push({ dataType, code, message: error });
    } else {
      const found = compare(row, { from, to });
      if ('code' in found) states.missing.push(found);
      else states.found.push(found);
    }
  }
  return states;
}

function compare(row: Row, { from, to }: Pick<Comparison, 'from' | 'to'>): PublishedSet | Missing {
  const { data_type: dataType, then_generation: then, then_at, now_generation: now, now_at } = row;
  if (then === null || !then_at) return notPublishedAt(dataType, from);
  if (now === null || !now_at) return notPublishedAt(dataType, to);
  const oldest = row.oldest_at?.toISOString();
  for (const [moment, generation] of [[from, then] as const, [to, now] as const])
    if (moment.snapshotId === undefined && generation < row.oldest)
      throw momentNotKept({ at: moment.at, dataType, oldest });
  // Two snapshots can be taken at the same time.
  if (then > now) throw wrongOrder();
  return {
    dataType,
    dataSetId: row.data_set_id,
    connectionId: row.connection_id,
    ...{ then, thenPublished: then_at.toISOString(), now, nowPublished: now_at.toISOString() },
  };
}

function notPublishedAt(dataType: string, { at, snapshotId }: Moment): Missing {
  if (snapshotId !== undefined) {
    const { code, error } = dataSetNotInSnapshot({ dataType }).parts;
    return { dataType, code, message: error };
  }
  const message = `The data set ${dataType} had not been published at ${at}.`;
  return { dataType, code: dataSetNotReady({ dataType }).parts.code, message };
}

const ofSet = ({ accountId, companyId }: DataSetPath) => sql<boolean>`p.account_id = ${accountId}::uuid
  and p.company_id = ${companyId}::uuid and p.data_set_id = h.data_set_id`;

function stateAt(path: DataSetPath, { at, snapshotId, isNewest }: Moment): RawBuilder<unknown> {
  if (isNewest) return sql`(select d.published_generation as generation, d.published_at)`;
  if (snapshotId !== undefined)
    return sql`(select p.generation, p.published_at from company_snapshot_set p where ${ofSet(path)}
      and p.snapshot_id = ${snapshotId}::uuid and not p.is_released)`;
  return sql`(select p.generation, p.published_at from publication p where ${ofSet(path)}
    and p.published_at <= ${at}::timestamptz order by p.generation desc limit 1)`;
}

/** Condition: all states can still be read. It belongs into the statement that reads them. */
export function areKept({ accountId, companyId }: Omit<DataSetPath, 'dataType'>, sets: readonly ComparedSet[]) {
  const conditions = sets.flatMap(({ dataType, dataSetId, then, now }) =>
    [then, now].map((generation) => {
      const head = stateHead({ accountId, companyId, dataType }, { dataSetId, generation, total: 0 });
      return sql<boolean>`exists (select from ${head} h where h.version between h.oldest and h.published)`;
    }),
  );
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

/** The states as a text for page links. */
export const writeStates = (sets: readonly ComparedSet[]) =>
  sets.map(({ dataType, dataSetId, then, now }) => [dataType, dataSetId, then, now].join('.')).join('~');

export function readStatesText(text: string): ComparedSet[] {
  return text.split('~').map((part) => {
    const [, dataType = '', ...numbers] = /^(\w+)\.(\d{1,15})\.(\d{1,9})\.(\d{1,9})$/.exec(part) ?? [];
    const [dataSetId = 0, then = 0, now = 0] = numbers.map(Number);
    if (!kindOf(dataType) || then > now) throw invalid('states', 'Send "states" unchanged from a link.');
    return { dataType, dataSetId, then, now };
  });
}
