import { type RawBuilder, sql } from 'kysely';
import { firstIdAt } from '../base/id-times.ts';
import type { Operator } from './filter/parse-filter.ts';

/**
 * Compares the time `at` of a row in a list that is sorted and partitioned by `id`. Also compares the id, whose time is
 * at most so many milliseconds before or after `at`.
 */
export function compareIdTime(
  { at, id }: { at: RawBuilder<unknown>; id: RawBuilder<unknown> },
  { beforeMs, afterMs }: { beforeMs: number; afterMs: number },
) {
  return (operator: Operator, value: string | null): RawBuilder<boolean> => {
    if (value === null) return operator === '=' ? sql`false` : sql`true`;
    const isAt = sql<boolean>`${at} ${sql.raw(operator === '!=' ? '<>' : operator)} ${value}::timestamptz`;
    if (operator === '!=') return isAt;
    const idAt = (ms: number) => sql`${firstIdAt(Date.parse(value) + ms)}::uuid`;
    const after = sql`${id} >= ${idAt(-beforeMs)}`;
    const before = sql`${id} < ${idAt(afterMs)}`;
    if (operator === '=') return sql`(${isAt} and ${after} and ${before})`;
    return sql`(${isAt} and ${operator.startsWith('>') ? after : before})`;
  };
}
