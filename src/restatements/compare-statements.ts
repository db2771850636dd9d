import { type RawBuilder, sql } from 'kysely';
import { inDataSet } from '../data/read/record-list.ts';
import type { Statement } from './kinds.ts';
import type { Period } from './moments.ts';
import type { ComparedSet } from './read-states.ts';

type Company = { accountId: string; companyId: string };
export type StatementRow = { dataType: string; periods: string; isCut: boolean };

const periodsMax = 24;

/**
 * The periods of a financial statement at both moments, line by line. A line is found again by its account, or by its
 * name if it has none; several of one name are compared in their order.
 */
export function compareStatement(
  company: Company,
  { dataSetId, then, now }: ComparedSet,
  { dataType, sections, from, to }: Statement,
  { startMs, endMs }: Period,
): RawBuilder<StatementRow> {
  const isIn = sql`${to} > '-infinity' and ${to} < ${new Date(endMs)}::timestamptz
    ${startMs === undefined ? sql`` : sql`and ${from} >= ${new Date(startMs)}::timestamptz`}`;
  const utc = (value: RawBuilder<unknown>) =>
    sql`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  return sql`with version as materialized (
      select r.record_id, g.is_then, r.payload, ${from} as starts, ${to} as ends
      from (values (true, ${then}::int), (false, ${now}::int)) g (is_then, generation)
        join record r on ${inDataSet(company, sql<number>`${dataSetId}::bigint`)} and r.gen_from <= g.generation
          and (r.gen_to is null or r.gen_to > g.generation)
      where r.change <> 'd' and ${isIn}
    ),
    line as (
      select v.record_id, v.is_then, s.no, s.section, l.*, row_number() over (
        partition by v.record_id, v.is_then, s.no, l.identity order by l.at) as nth
      from version v cross join unnest(${[...sections]}::text[]) with ordinality s (section, no)
        cross join lateral (select v.payload -> s.section as part) p
        cross join lateral (
          select 0 as at, null as account, coalesce(p.part ->> 'name', s.section) as name, '' as identity,
            case jsonb_typeof(p.part) when 'object' then (p.part ->> 'value')::numeric
              when 'number' then (p.part #>> '{}')::numeric end as value
          where p.part is not null
          union all
          select i.at, i.item ->> 'accountId', i.item ->> 'name',
            coalesce('account ' || (i.item ->> 'accountId'), 'name ' || (i.item ->> 'name')), (i.item ->> 'value')::numeric
          from jsonb_array_elements(case when jsonb_typeof(p.part -> 'items') = 'array' then p.part -> 'items'
            else '[]' end) with ordinality i (item, at)
        ) l
    ),
    compared as (
      select l.record_id, l.no, l.section, l.identity, l.nth, max(l.account) as account,
        coalesce(max(l.name) filter (where not l.is_then), max(l.name)) as name,
        max(l.value) filter (where l.is_then) as then_value, max(l.value) filter (where not l.is_then) as now_value,
        coalesce(max(l.at) filter (where not l.is_then), max(l.at) + 0.5) as at
      from line l group by l.record_id, l.no, l.section, l.identity, l.nth
    ),
    period as (
      select v.record_id, max(v.starts) as starts, max(v.ends) as ends, max(v.payload ->> 'currency') as currency,
        case when not bool_or(v.is_then) then 'added' when not bool_or(not v.is_then) then 'deleted'
          when exists (select from compared c where c.record_id = v.record_id
            and c.then_value is distinct from c.now_value) then 'changed' else 'unchanged' end as change,
        row_number() over (order by max(v.ends) desc, v.record_id desc) as nth
      from version v group by v.record_id
    ),
    chosen as (select p.*, row_number() over (order by p.nth) as place from period p
      where p.change <> 'unchanged' or p.nth = 1)
    select ${dataType}::text as "dataType", (select count(*) > ${periodsMax}::int from chosen) as "isCut",
      coalesce((select json_agg(json_strip_nulls(json_build_object('id', c.record_id,
          'from', case when c.starts < c.ends and c.starts > '-infinity' then ${utc(sql`c.starts`)} end,
          'to', ${utc(sql`c.ends`)}, 'currency', c.currency, 'change', c.change,
          'lines', (select coalesce(json_agg(json_strip_nulls(json_build_object('section', l.section, 'name', l.name,
              'accountId', l.account, 'isTotal', l.identity = '', 'before', trim_scale(l.then_value),
              'after', trim_scale(l.now_value),
              'difference', trim_scale(coalesce(l.now_value, 0) - coalesce(l.then_value, 0))))
              order by l.no, l.at, l.identity, l.nth), '[]')
            from compared l where l.record_id = c.record_id))) order by c.place)
        from chosen c where c.place <= ${periodsMax}::int), '[]')::text as periods`;
}
