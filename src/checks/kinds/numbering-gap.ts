import { sql } from 'kysely';
import { type Candidate, collected, inSet, isLive } from './check-kind.ts';

export const numberFields: Record<string, string> = {
  invoices: 'invoiceNumber',
  creditNotes: 'creditNoteNumber',
};

/**
 * A sequence is made of numbers with the same prefix, at least five of them, of which at most a fifth are missing.
 * After the first check, only the records since 90 days before the oldest one that has changed or was deleted are read, by
 * the index on dates.
 */
export function numberingGap(of: Candidate) {
  const field = sql`r.payload ->> ${numberFields[of.dataType] ?? ''}::text`;
  const known = (of.previous?.records ?? []).flatMap(({ recordId }) => recordId ?? []);
  const window =
    of.since === 0
      ? sql``
      : sql`and r.date1 >= coalesce((select min(f.date1) from changed f where f.date1 > '-infinity'), 'infinity') - interval '90 days'`;
  return collected(sql`with changed as materialized (
      select r.date1 from record r where ${inSet(of)} and r.gen_to is null and r.gen_from > ${of.since}::int and r.gen_from > 0
      union all select r.date1 from record r where ${inSet(of)} and r.gen_to is null and r.record_id = any (${known}::text[])
    ),
    numbered as (
      select distinct on (m[1], m[2]::numeric) r.record_id, m[1] as prefix, m[2] as digits, m[2]::numeric as n
      from record r cross join lateral regexp_match(${field}, '^(.*?)([0-9]{1,15})$') m
      where ${inSet(of)} and ${isLive} and m is not null ${window} order by m[1], m[2]::numeric, r.record_id
    ), placed as (
      select *, lag(n) over (partition by prefix order by n) as before, count(*) over (partition by prefix) as numbers,
        max(n) over (partition by prefix) - min(n) over (partition by prefix) + 1 as width from numbered
    ), gap as (
      select *, n - before - 1 as missing from placed
      where n - before - 1 > ${of.tolerance}::numeric and numbers >= 5 and width * 4 <= numbers * 5
    )
    select record_id as id, case when missing = 1 then prefix || lpad((n - 1)::text, length(digits), '0') || ' is missing.'
      else prefix || lpad((before + 1)::text, length(digits), '0') || ' to ' || prefix
        || lpad((n - 1)::text, length(digits), '0') || ' are missing.' end as problem from gap`);
}
