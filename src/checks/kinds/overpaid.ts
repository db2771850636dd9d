import { sql } from 'kysely';
import { amountIn, type Candidate, collected, focus, inSet, isLive, scanMax } from './check-kind.ts';

type Side = { document: string; payment: string; link: string };
export const sides: Record<string, Side> = {
  payments: { document: 'invoices', payment: 'payments', link: 'Invoice' },
  invoices: { document: 'invoices', payment: 'payments', link: 'Invoice' },
  billPayments: { document: 'bills', payment: 'billPayments', link: 'Bill' },
  bills: { document: 'bills', payment: 'billPayments', link: 'Bill' },
};

/** What readers of another data set of the same connection see. */
export const published = (of: Candidate, dataType: string) => sql`(select r.* from data_set d join record r
    on r.account_id = d.account_id and r.company_id = d.company_id and r.data_set_id = d.data_set_id
  where d.account_id = ${of.accountId}::uuid and d.company_id = ${of.companyId}::uuid
    and d.connection_id = ${of.connectionId}::uuid and d.data_type = ${dataType}::text
    and r.account_id = ${of.accountId}::uuid and r.company_id = ${of.companyId}::uuid
    and r.gen_from <= d.published_generation and (r.gen_to is null or r.gen_to > d.published_generation)
    and r.change <> 'd')`;

const objects = (path: string) => sql.raw(path);

/** The part of each document that the payments of the examined ones pay, of all payments unless there are too many. */
export function overpaidPayments(of: Candidate) {
  const side = sides[of.dataType];
  if (!side) throw new Error(`${of.dataType} are no payments.`);
  const isWhole = of.total <= scanMax;
  const scanned = isWhole
    ? sql`(select r.* from record r where ${inSet(of)} and ${isLive} and exists (select from focus))`
    : focus(of);
  return collected(sql`with focus as materialized (select r.record_id from ${focus(of)} r),
    link as (
      select r.record_id, r.record_id in (select f.record_id from focus f) as is_examined, k ->> 'id' as document,
        abs(${amountIn(sql`k -> 'amount'`)}) as amount, r.payload ->> 'currency' as currency
      from ${scanned} r, jsonb_path_query(r.payload, ${objects(`'$.lines[*].links[*] ? (@.type == "${side.link}")'`)}) k
    ), paid as (
      select document, sum(amount) as amount, min(currency) as currency, min(record_id) filter (where is_examined) as id
      from link group by document having bool_or(is_examined)
    ), too_much as (
      select p.id, 'The document ' || p.document || ' of ' || trim_scale(d.amount1) || ' has received '
        || trim_scale(p.amount) || '.' as problem
      from paid p cross join lateral (select d.* from ${published(of, side.document)} d where d.record_id = p.document limit 1) d
      where d.amount1 is not null and p.amount > abs(d.amount1) + ${of.tolerance}::numeric
        and coalesce(d.payload ->> 'currency', p.currency) is not distinct from coalesce(p.currency, d.payload ->> 'currency')
    )
    select coalesce(t.id, r.record_id) as id, coalesce(t.problem, case
      when abs(l.sum) > abs(r.amount1) + ${of.tolerance}::numeric
        then trim_scale(abs(l.sum)) || ' of a payment of ' || trim_scale(r.amount1) || ' are allocated.' end) as problem
    from ${focus(of)} r cross join lateral (
        select sum(${amountIn(sql`line -> 'amount'`)}) as sum
        from jsonb_array_elements(case jsonb_typeof(r.payload -> 'lines') when 'array' then r.payload -> 'lines' else '[]' end) line
      ) l full join too_much t on t.id = r.record_id`);
}

/** What each examined document has received, by its own list of payments. */
export function overpaidDocuments(of: Candidate) {
  return collected(sql`select r.record_id as id, case when abs(a.sum) > abs(r.amount1) + ${of.tolerance}::numeric
      then 'The document of ' || trim_scale(r.amount1) || ' has received ' || trim_scale(abs(a.sum)) || '.' end as problem
    from ${focus(of)} r cross join lateral (
      select sum(${amountIn(sql`p -> 'allocation' -> 'totalAmount'`)}) as sum
      from jsonb_array_elements(case jsonb_typeof(r.payload -> 'paymentAllocations') when 'array'
        then r.payload -> 'paymentAllocations' else '[]' end) p) a
    where coalesce(r.status, '') <> 'void'`);
}
