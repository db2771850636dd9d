import { type RawBuilder, sql } from 'kysely';
import { inDataSet } from '../data/read/record-list.ts';
import { type Kind, kinds } from './kinds.ts';
import type { Comparison, Period } from './moments.ts';
import type { ComparedSet } from './read-states.ts';

type Company = { accountId: string; companyId: string };

/**
 * The restated records of a company as a table expression: one row for each record that counts in the closed period at
 * one of the moments and that has changed in between. `then_…` is what the books said at the first moment, `now_…` what
 * they say at the second; `…_counted` means that this version counts in the period.
 *
 * Both versions come from one grouping and not from a join: without statistics of a data set, PostgreSQL would plan a
 * join of two large sets as a loop.
 */
export function restatedRecords(
  company: Company,
  sets: readonly ComparedSet[],
  comparison: Pick<Comparison, 'period' | 'fromDayMs'>,
): RawBuilder<unknown> {
  const of = kinds.flatMap((kind) =>
    sets.filter(({ dataType }) => dataType === kind.dataType).map((set) => pairs(company, set, kind, comparison)),
  );
  const all = of.length > 0 ? sql.join(of, sql` union all `) : nothing;
  const day = sql`${new Date(comparison.fromDayMs)}::timestamptz`;
  return sql`(select p.*, p.data_type || '/' || p.record_id collate "C" as key,
      case when p.now_counted and p.now_date < ${day} and not coalesce(p.then_date < ${day}, false) then 'backdated'
        when not p.then_is_in and p.now_counted then 'added' when not p.now_is_in then 'deleted' else 'changed' end as change,
      case when p.now_counted then p.now_date else p.then_date end as date,
      case when p.then_counted and p.now_counted and p.then_currency is distinct from p.now_currency then null
        when p.now_counted then p.now_currency else p.then_currency end as currency,
      case when p.then_counted and p.now_counted and p.then_currency is distinct from p.now_currency then null
        else (case when p.now_counted then p.now_amount else 0 end) - (case when p.then_counted then p.then_amount else 0 end)
        end as difference
    from (${all}) p where (p.then_counted or p.now_counted)
      and (not (p.then_counted and p.now_counted) or p.then_content <> p.now_content))`;
}

function pairs(company: Company, set: ComparedSet, kind: Kind, { period }: Pick<Comparison, 'period'>) {
  const { dataType, dataSetId, then, now } = set;
  const of = (column: string, side: 'then' | 'now', aggregate = 'max') =>
    sql`${sql.raw(aggregate)}(v.${sql.ref(column)}) filter (where ${side === 'then' ? sql`` : sql`not`} v.is_then)`;
  const side = (name: 'then' | 'now') => {
    const as = (column: string) => sql.ref(`${name}_${column}`);
    return sql`${of('gen_from', name)} as ${as('generation')}, ${of('date', name)} as ${as('date')},
      ${of('amount', name)} as ${as('amount')}, ${of('currency', name)} as ${as('currency')},
      ${of('content', name)} as ${as('content')}, coalesce(${of('is_in', name, 'bool_or')}, false) as ${as('is_in')},
      coalesce(${of('is_counted', name, 'bool_or')}, false) as ${as('counted')}`;
  };
  return sql`select ${company.accountId}::uuid as account_id, ${company.companyId}::uuid as company_id,
      ${dataType}::text as data_type, ${dataSetId}::bigint as data_set_id, v.record_id,
      ${side('then')}, ${side('now')}
    from (${versions(company, dataSetId, kind, period, replaced(then, now))}
      union all ${versions(company, dataSetId, kind, period, written(then, now))}) v
    group by v.record_id`;
}

/** The versions of the first state that were replaced until the second one. */
const replaced = (then: number, now: number) => ({
  isThen: true,
  condition: sql`r.gen_from <= ${then}::int and r.gen_to > ${then}::int and r.gen_to <= ${now}::int`,
});

/** The versions of the second state that were written after the first one. */
const written = (then: number, now: number) => ({
  isThen: false,
  condition: sql`r.gen_from > 0 and r.gen_from > ${then}::int and r.gen_from <= ${now}::int
    and (r.gen_to is null or r.gen_to > ${now}::int)`,
});

function versions(
  company: Company,
  dataSetId: number,
  { isDocument, amount, currency, settled }: Kind,
  { startMs, endMs }: Period,
  { isThen, condition }: ReturnType<typeof written>,
) {
  const start = startMs === undefined ? sql`` : sql`and i.date1 >= ${new Date(startMs)}::timestamptz`;
  const booked = isDocument ? sql`and coalesce(r.status, '') not in ('draft', 'void')` : sql``;
  return sql`select i.record_id, i.gen_from, ${isThen}::boolean as is_then, i.is_in,
      case when i.is_in then i.date1 end as date, case when i.is_in then i.amount end as amount,
      case when i.is_in then i.currency end collate "C" as currency, i.content,
      i.is_in ${start} and i.date1 < ${new Date(endMs)}::timestamptz as is_counted
    from (select r.record_id, r.gen_from, r.date1, ${amount} as amount, ${currency} as currency,
        jsonb_hash_extended(r.payload - ${settled}::text[], 0) as content,
        r.change <> 'd' ${booked} and r.date1 > '-infinity' as is_in
      from record r where ${inDataSet(company, sql<number>`${dataSetId}::bigint`)} and ${condition}) i`;
}

const nothing = sql`select null::uuid as account_id, null::uuid as company_id, null::text as data_type, null::bigint as data_set_id, null::text as record_id,
  null::int as then_generation, null::timestamptz as then_date, null::numeric as then_amount, null::text as then_currency,
  null::bigint as then_content, false as then_is_in, false as then_counted, null::int as now_generation,
  null::timestamptz as now_date, null::numeric as now_amount, null::text as now_currency, null::bigint as now_content,
  false as now_is_in, false as now_counted where false`;
