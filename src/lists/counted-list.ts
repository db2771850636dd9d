import { sql } from 'kysely';
import type { List } from './list.ts';

/** A list that keeps no version: its rows change without one, and are counted each time. `from` is one table. */
export function countedList(list: Pick<List, 'name' | 'from' | 'scope' | 'record' | 'fields' | 'key'>): List {
  return {
    ...list,
    unversioned: true,
    head: sql`(select 0::bigint as version, count(*) as total from ${list.from} where ${list.scope})`,
    asOf: () => sql`true`,
  };
}
