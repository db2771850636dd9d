import { sql } from 'kysely';
import type { List } from '../list.ts';

/** A list that keeps no past versions of its rows. Reading page 1 counts its rows. `from` must be a single table. */
export function countedList(
  list: Pick<List, 'name' | 'from' | 'scope' | 'record' | 'fields' | 'key' | 'pinned' | 'small'>,
): List {
  return {
    ...list,
    unversioned: true,
    head: sql`(select 0::bigint as version, count(*) as total from ${list.from} where ${list.scope})`,
    bareHead: sql`(select 0::bigint as version, 0::bigint as total)`,
    asOf: () => sql`true`,
  };
}
