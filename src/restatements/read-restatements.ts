import { sql } from 'kysely';
import type { Clock } from '../base/clock.ts';
import { CostlyReadTimeout } from '../db/db.ts';
import { etagOf, notModified } from '../http/etag.ts';
import type { Call, Reply } from '../http/route.ts';
import { queryTooExpensive } from '../lists/refusals.ts';
import { compareStatement, type StatementRow } from './compare-statements.ts';
import { comparedTypes, kindOf, statements } from './kinds.ts';
import { type Comparison, type Moment, readComparison } from './moments.ts';
import { areKept, readStates, type States, type StatesContext, writeStates } from './read-states.ts';
import { statesGone } from './refusals.ts';
import { summaryStatement, type TypeRow } from './summary-statement.ts';
import type { ComparisonQuery } from './wire.ts';

export type RestatementsContext = StatesContext & { clock: Clock };
type Company = { accountId: string; companyId: string };

const none = { added: 0, changed: 0, deleted: 0, backdated: 0, amounts: '[]', months: '[]' };

/** Compares two states of the data sets of a company. Says what has changed in a closed period. */
export async function readRestatements(
  ctx: RestatementsContext,
  call: Call<{ companyId: string }, ComparisonQuery>,
): Promise<Reply> {
  const { principal, params } = call;
  const company = { accountId: principal.accountId, companyId: params.companyId };
  const comparison = await readComparison(ctx, company, call.query);
  const states = await readStates(ctx, { principal, ...params }, comparison, comparedTypes);
  const link = recordsLink(call, comparison, states);
  const etag = etagOf(call.self, call.search, writeStates(states.found), link, JSON.stringify(states.missing));
  const unchanged = notModified(call, etag);
  if (unchanged) return unchanged;
  const [records, compared] = await Promise.all([
    readSummary(ctx, company, states, comparison),
    readStatements(ctx, company, states, comparison),
  ]);
  const total = (change: 'added' | 'changed' | 'deleted' | 'backdated') =>
    records.reduce((sum, row) => sum + row[change], 0);
  const { closedFrom, closedOn } = comparison.period;
  const head = {
    from: momentWire(comparison.from),
    to: momentWire(comparison.to),
    ...(closedFrom !== undefined && { closedFrom }),
    closedOn,
    ...{ added: total('added'), changed: total('changed'), deleted: total('deleted'), backdated: total('backdated') },
  };
  const tail = { missing: states.missing, _links: { records: { href: link } } };
  // The parts are texts that PostgreSQL has written, so that no digit is lost.
  const dataTypes = states.found.flatMap((set) => {
    if (!kindOf(set.dataType)) return [];
    const { amounts, months, ...counts } = records.find(({ dataType }) => dataType === set.dataType) ?? none;
    const about = { dataType: set.dataType, connectionId: set.connectionId, ...statesWire(set), ...counts };
    return [`${JSON.stringify(about).slice(0, -1)},"amounts":${amounts},"months":${months}}`];
  });
  const reports = compared.map(({ dataType, periods, isCut }) => {
    const set = states.found.find((one) => one.dataType === dataType);
    const about = { dataType, ...(set && statesWire(set)), isCut };
    return `${JSON.stringify(about).slice(0, -1)},"periods":${periods}}`;
  });
  const parts = `"dataTypes":[${dataTypes}],"statements":[${reports}]`;
  const json = `${JSON.stringify(head).slice(0, -1)},${parts},${JSON.stringify(tail).slice(1)}`;
  return { json, headers: { etag } };
}

async function readSummary(
  ctx: RestatementsContext,
  company: Company,
  { found }: States,
  comparison: Comparison,
): Promise<TypeRow[]> {
  const sets = found.filter(({ dataType }) => kindOf(dataType));
  if (sets.length === 0) return [];
  const statement = sql<{ rows: TypeRow[] }>`select
    (select coalesce(json_agg(s), '[]') from (${summaryStatement(company, sets, comparison)}) s) as rows
    where ${areKept(company, sets)}`;
  return readRows(ctx, company, statement);
}

async function readStatements(
  ctx: RestatementsContext,
  company: Company,
  { found }: States,
  { period }: Comparison,
): Promise<StatementRow[]> {
  const of = statements.flatMap((statement) =>
    found.filter(({ dataType }) => dataType === statement.dataType).map((set) => ({ statement, set })),
  );
  if (of.length === 0) return [];
  const all = of.map(
    ({ statement, set }) => sql`select * from (${compareStatement(company, set, statement, period)}) s`,
  );
  const statement = sql<{ rows: StatementRow[] }>`select
    (select coalesce(json_agg(s), '[]') from (${sql.join(all, sql` union all `)}) s) as rows
    where ${areKept(
      company,
      of.map(({ set }) => set),
    )}`;
  return readRows(ctx, company, statement);
}

async function readRows<Row>(
  ctx: RestatementsContext,
  { accountId }: Company,
  statement: ReturnType<typeof sql<{ rows: Row[] }>>,
): Promise<Row[]> {
  try {
    const [row] = await ctx.db.read(accountId, statement, { isCostly: true });
    if (row) return row.rows;
  } catch (error) {
    if (!(error instanceof CostlyReadTimeout)) throw error;
    throw queryTooExpensive({ seconds: error.seconds, advice: ['Compare moments that are less far apart.'] });
  }
  throw statesGone();
}

const momentWire = ({ at, snapshotId }: Moment) => ({ at, ...(snapshotId !== undefined && { snapshotId }) });

const statesWire = ({ then, thenPublished, now, nowPublished }: States['found'][number]) => ({
  before: { generation: then, publishedAt: thenPublished },
  after: { generation: now, publishedAt: nowPublished },
});

/** The records of the same states, whatever is published meanwhile. */
function recordsLink({ self }: { self: string }, { from, to, period }: Comparison, { found }: States): string {
  const parameters = new URLSearchParams();
  const set = (name: string, { at, snapshotId }: Moment) =>
    snapshotId === undefined ? parameters.set(name, at) : parameters.set(`${name}Snapshot`, snapshotId);
  set('from', from);
  if (!to.isNewest) set('to', to);
  if (period.closedFrom !== undefined) parameters.set('closedFrom', period.closedFrom);
  parameters.set('closedOn', period.closedOn);
  const sets = found.filter(({ dataType }) => kindOf(dataType));
  if (sets.length > 0) parameters.set('states', writeStates(sets));
  return `${self}/records?${parameters}`;
}
