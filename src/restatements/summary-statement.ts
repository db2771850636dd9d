import { type RawBuilder, sql } from 'kysely';
import type { Comparison } from './moments.ts';
import type { ComparedSet } from './read-states.ts';
import { restatedRecords } from './restated-records.ts';
import { changes } from './wire.ts';

type Company = { accountId: string; companyId: string };
export type TypeRow = {
  dataType: string;
  added: number;
  changed: number;
  deleted: number;
  backdated: number;
  /** JSON texts, because parsing would lose digits. */
  amounts: string;
  months: string;
};

/** Counts and amounts of restated records, one row for each data type that has any. */
export function summaryStatement(
  company: Company,
  sets: readonly ComparedSet[],
  comparison: Comparison,
): RawBuilder<TypeRow> {
  const sumOf = (change: string) =>
    sql`trim_scale(coalesce(sum(e.effect) filter (where e.change = ${sql.lit(change)}), 0))`;
  const sums = changes.map((change) => sql`${sql.lit(change)}::text, ${sumOf(change)}`);
  const counts = changes.map(
    (change) => sql`count(*) filter (where x.change = ${sql.lit(change)}) as ${sql.ref(change)}`,
  );
  const monthCounts = changes.map(
    (change) => sql`${sql.lit(change)}::text, count(distinct e.record_id) filter (where e.change = ${sql.lit(change)})`,
  );
  const months = sql`to_char(e.date at time zone 'UTC', 'YYYY-MM')`;
  const sideSum = (isThen: boolean) =>
    sql`trim_scale(coalesce(sum(e.amount) filter (where ${isThen ? sql`` : sql`not`} e.is_then), 0))`;
  return sql`with x as materialized (select * from ${restatedRecords(company, sets, comparison)} r),
    e as materialized (
      select x.data_type, x.record_id, x.change, e.*, case when e.is_then then -e.amount else e.amount end as effect
      from x cross join lateral (values (true, x.then_currency, x.then_date, x.then_amount, x.then_counted),
        (false, x.now_currency, x.now_date, x.now_amount, x.now_counted)) e (is_then, currency, date, amount, is_counted)
      where e.is_counted
    ),
    amounts as (
      select e.data_type, e.currency, json_strip_nulls(json_build_object('currency', e.currency, ${sql.join(sums)},
        'difference', trim_scale(coalesce(sum(e.effect), 0)))) as one
      from e where e.amount is not null group by e.data_type, e.currency
    ),
    months as (
      select e.data_type, e.currency, ${months} as month, json_strip_nulls(json_build_object('month', ${months},
        'currency', e.currency, 'records', count(distinct e.record_id), ${sql.join(monthCounts)}, 'before', ${sideSum(true)}, 'after', ${sideSum(false)},
        'difference', trim_scale(coalesce(sum(e.effect), 0)))) as one
      from e group by e.data_type, e.currency, ${months}
    )
    select x.data_type as "dataType", ${sql.join(counts)},
      (select coalesce(json_agg(a.one order by a.currency collate "C" nulls last), '[]') from amounts a
        where a.data_type = x.data_type)::text as amounts,
      (select coalesce(json_agg(m.one order by m.month collate "C", m.currency collate "C" nulls last), '[]') from months m
        where m.data_type = x.data_type)::text as months
    from x group by x.data_type`;
}
