import { type RawBuilder, sql } from 'kysely';
import type { SyncState } from './tables.ts';

/** Lists of sync states for the folders that read the table `sync`. src/sync/states.ts has the transitions. */
export const unfinishedStates: readonly SyncState[] = ['Queued', 'Fetching', 'Waiting', 'Publishing'];

/** Final states that count as failures. `NotSupported` does not count, because nobody can fix a missing data type. */
export const failedStates = [
  'FetchError',
  'AuthError',
  'PermissionsError',
  'InternalError',
] as const satisfies SyncState[];

/** For SQL. The states are literals, not parameters, so that the conditions match the partial indexes of `sync`. */
export const unfinishedList = listOf(unfinishedStates);
export const failedList = listOf(failedStates);

/** A sync that has no time of a retry waits for a person, because a check holds what it has read. */
export const isHeldSync = (alias: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${alias}.status`)} = 'Waiting' and ${sql.ref(`${alias}.retry_at`)} is null`;

function listOf(states: readonly SyncState[]): RawBuilder<unknown> {
  return sql`(${sql.join(states.map((state) => sql.lit(state)))})`;
}
