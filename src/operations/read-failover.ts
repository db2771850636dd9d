import { type Kysely, sql } from 'kysely';
import type { Tables } from '../db/tables.ts';
import { cellStateMissing } from './store.ts';

export type FailoverState = {
  /** Everything up to this time is there; null if no failover or restore was ever noticed. */
  noticedTo: Date | null;
  /** Whether every account has the event `account.restored`. */
  areAccountsTold: boolean;
  /** Pushes from before it that Daybook asks the platform about before anything is sent. */
  beingLookedUp: number;
  /** Accounts whose change feed has a new era on this server, and those whose feed gets one with its next use. */
  begunAnew: number;
  notYet: number;
  /** The newest pushes whose outcome the platform cannot tell. */
  unknown: { accountId: string; companyId: string; pushId: string }[];
};

export const unknownMax = 100;

export async function readFailover(system: Kysely<Tables>): Promise<FailoverState> {
  const { rows } = await sql<Omit<FailoverState, 'unknown'>>`select s.noticed_to as "noticedTo",
      s.telling is null as "areAccountsTold",
      (select count(*) from push where status = 'Pending' and step = 'sent' and requested_at <= s.noticed_at)
        as "beingLookedUp",
      (select count(*) from change_position where served_as = s.served_as and ended <> '{}') as "begunAnew",
      (select count(*) from change_position where served_as is distinct from s.served_as and era is not null)
        as "notYet"
    from cell_state s`.execute(system);
  const [row] = rows;
  if (!row) throw cellStateMissing();
  const unknown = await system
    .selectFrom('push')
    .select(['account_id as accountId', 'company_id as companyId', 'push_id as pushId'])
    .where('step', '=', 'unknown')
    .orderBy('push_id', 'desc')
    .limit(unknownMax)
    .execute();
  return { ...row, unknown };
}
