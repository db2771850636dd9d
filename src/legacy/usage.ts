import { type RawBuilder, sql } from 'kysely';
import type { Clock } from '../base/clock.ts';
import type { Db } from '../db/db.ts';

/** The endpoints of the event log, which an account must no longer call when it migrates. */
const eventLogEndpoints = ['GET /rules/alerts', 'GET /rules/{ruleId}/alerts', 'GET /rules/alerts/{alertId}'];

/** Usage counts are kept for this number of days. A migration check looks back no further. */
export const useKeptDays = 400;

/**
 * Counts a call to a deprecated operation, whatever its outcome, per API key, endpoint and day. Calls by a person in the
 * portal are not counted. The table is named after the event log, the first operations that were deprecated.
 */
export async function countDeprecatedCall(
  ctx: { db: Db; clock: Clock },
  call: { accountId: string; apiKeyId: string | null; endpoint: string },
): Promise<void> {
  const { accountId, apiKeyId, endpoint } = call;
  if (apiKeyId === null) return;
  const now = ctx.clock.now().toISOString();
  await ctx.db.write(
    accountId,
    sql`insert into event_log_use as u (account_id, api_key_id, endpoint, day, calls, first_at, last_at)
      values (${accountId}::uuid, ${apiKeyId}::uuid, ${endpoint}, (${now}::timestamptz at time zone 'UTC')::date, 1,
        ${now}::timestamptz, ${now}::timestamptz)
      on conflict (account_id, api_key_id, endpoint, day)
        do update set calls = u.calls + 1, last_at = greatest(u.last_at, excluded.last_at)`,
    // A move to another cell may lose it.
    { isUnfenced: true },
  );
}

/** The calls of one API key to one endpoint, as evidence for the migration check. */
export type EventLogUse = {
  apiKeyId: string;
  keyName: string | null;
  keyPrefix: string | null;
  /** False if the key has been deleted. */
  isKeyLive: boolean;
  endpoint: string;
  calls: number;
  /** Number of days (UTC) with calls. */
  days: number;
  firstAt: Date;
  lastAt: Date;
};

/** An account's calls to the event log since a time, latest first. The statement can also run inside a transaction. */
export const eventLogUseStatement = (of: { accountId: string; since: Date }) =>
  deprecatedUseStatement({ ...of, endpoints: eventLogEndpoints });

/** The same for the given endpoints, or for all deprecated ones. */
export function deprecatedUseStatement(of: {
  accountId: string;
  since: Date;
  endpoints?: readonly string[];
}): RawBuilder<EventLogUse> {
  const only = of.endpoints ? sql`and u.endpoint = any (${[...of.endpoints]}::text[])` : sql``;
  return sql<EventLogUse>`select u.api_key_id as "apiKeyId", k.name as "keyName", k.prefix as "keyPrefix",
      k.api_key_id is not null and k.deleted_at is null as "isKeyLive", u.endpoint, sum(u.calls)::bigint as calls,
      count(*) as days, min(u.first_at) as "firstAt", max(u.last_at) as "lastAt"
    from event_log_use u left join api_key k on k.account_id = u.account_id and k.api_key_id = u.api_key_id
    where u.account_id = ${of.accountId}::uuid and u.last_at >= ${of.since.toISOString()}::timestamptz ${only}
    group by u.api_key_id, k.name, k.prefix, k.api_key_id, k.deleted_at, u.endpoint
    order by max(u.last_at) desc, u.api_key_id, u.endpoint`;
}
