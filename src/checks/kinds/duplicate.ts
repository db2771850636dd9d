import { sql } from 'kysely';
import { type Candidate, collected, focus, inSet, isLive } from './check-kind.ts';

/** The fields that tell records of a data type apart. At least one of `some` must have a value. */
export const identities: Record<string, { all: readonly string[]; some: readonly string[]; isDated: boolean }> = {
  invoices: { all: ['invoiceNumber'], some: ['invoiceNumber'], isDated: true },
  creditNotes: { all: ['creditNoteNumber'], some: ['creditNoteNumber'], isDated: true },
  bills: { all: ['reference'], some: ['reference'], isDated: true },
  payments: { all: ['reference'], some: ['reference'], isDated: true },
  billPayments: { all: ['reference'], some: ['reference'], isDated: true },
  customers: {
    all: ['customerName', 'emailAddress', 'taxNumber'],
    some: ['emailAddress', 'taxNumber'],
    isDated: false,
  },
  suppliers: {
    all: ['supplierName', 'emailAddress', 'taxNumber'],
    some: ['emailAddress', 'taxNumber'],
    isDated: false,
  },
};

/**
 * Copies have the same date, so only records with the dates of the examined ones are read, by the index on dates. The
 * record that came last is reported.
 */
export function duplicate(of: Candidate) {
  const identity = identities[of.dataType];
  if (!identity) throw new Error(`Nothing tells records of ${of.dataType} apart.`);
  const values = (names: readonly string[]) => sql.join(names.map((name) => sql`r.payload ->> ${name}::text`));
  const dates = identity.isDated
    ? sql`and r.date1 = any (array(select distinct f.date1 from focus f))`
    : sql`and r.ref1 is not distinct from r.ref1`;
  return collected(sql`with focus as materialized (select r.record_id, r.date1 from ${focus(of)} r),
    found as (
      select array_agg(r.record_id order by r.gen_from, r.record_id) as ids,
        bool_or(r.record_id in (select f.record_id from focus f)) as is_examined, count(*) as n
      from record r where ${inSet(of)} and ${isLive} and coalesce(r.status, '') <> 'void' and exists (select from focus) ${dates}
        and coalesce(${values(identity.some)}) is not null
      group by r.date1, r.ref1, r.amount1, ${values(identity.all)} having count(*) > 1
    )
    select ids[n] as id, 'The same as ' || ids[1] || case when n > 2 then ' and ' || n - 2 || ' more' else '' end || '.' as problem
    from found where is_examined`);
}
