import { sql } from 'kysely';
import { type Candidate, collected, inSet, isLive } from './check-kind.ts';

/** All records, by the index on dates. A date that was in the future may have come since. */
export const futureDate = (of: Candidate) =>
  collected(sql`select r.record_id as id, 'The date is ' || to_char(r.date1 at time zone 'UTC', 'YYYY-MM-DD') || '.' as problem
    from record r where ${inSet(of)} and ${isLive} and coalesce(r.status, '') not in ('draft', 'void')
      and r.date1 > ${of.at}::timestamptz + make_interval(secs => ${of.tolerance}::float8 * 86400) and r.date1 < 'infinity'`);
