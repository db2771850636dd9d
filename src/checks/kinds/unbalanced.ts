import { sql } from 'kysely';
import { amountIn, type Candidate, collected, focus } from './check-kind.ts';

/** Entries with lines in several currencies are left out: their amounts cannot be added. */
export const unbalanced = (of: Candidate) =>
  collected(sql`select r.record_id as id, case when l.currencies <= 1 and abs(l.sum) > ${of.tolerance}::numeric
      then 'Debits and credits differ by ' || trim_scale(abs(l.sum)) || '.' end as problem
    from ${focus(of)} r cross join lateral (
      select sum(${amountIn(sql`line -> 'netAmount'`)}) as sum, count(distinct line ->> 'currency') as currencies
      from jsonb_array_elements(case jsonb_typeof(r.payload -> 'journalLines') when 'array' then r.payload -> 'journalLines'
        else '[]' end) line) l`);
