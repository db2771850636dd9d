import { type RawBuilder, sql } from 'kysely';
import type { WebhookGeneration } from '../accounts/webhook-generation.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/db.ts';

/** Who still calls the event log endpoints: counted exactly, per key, endpoint and day. */
export type EventLogEndpoint = 'GET /rules/alerts' | 'GET /rules/{ruleId}/alerts' | 'GET /rules/alerts/{alertId}';

/** Counts a call, unless a person looks in the portal, and answers what serves the account, in one round trip. */
export async function countEventLogCall(
  ctx: { db: Db; clock: Clock },
  call: { accountId: string; apiKeyId: string | null; endpoint: EventLogEndpoint },
): Promise<WebhookGeneration> {
  const now = ctx.clock.now().toISOString();
  const { accountId, apiKeyId, endpoint } = call;
  const [row] = await ctx.db.read<{ webhook_generation: WebhookGeneration }>(
    accountId,
    sql`with counted as (
        insert into event_log_use as u (account_id, api_key_id, endpoint, day, calls, first_at, last_at)
        select ${accountId}::uuid, ${apiKeyId}::uuid, ${endpoint}, (${now}::timestamptz at time zone 'UTC')::date, 1,
          ${now}::timestamptz, ${now}::timestamptz where ${apiKeyId}::uuid is not null
        on conflict (account_id, api_key_id, endpoint, day)
          do update set calls = u.calls + 1, last_at = greatest(u.last_at, excluded.last_at)
      )
      select webhook_generation from account where account_id = ${accountId}::uuid`,
  );
  if (!row) throw new Error('A request came from an account that is not there.');
  return row.webhook_generation;
}

/** The evidence: one line for each key and endpoint. */
export type EventLogUse = {
  apiKeyId: string;
  keyName: string | null;
  keyPrefix: string | null;
  /** False where the key was deleted since. */
  isKeyLive: boolean;
  endpoint: string;
  calls: number;
  /** Days, in UTC, on which it was called. */
  days: number;
  firstAt: Date;
  lastAt: Date;
};

/** What an account has called since a time, the latest first. For `db.read` or inside a transaction. */
export function eventLogUseStatement(of: { accountId: string; since: Date }): RawBuilder<EventLogUse> {
  return sql<EventLogUse>`select u.api_key_id as "apiKeyId", k.name as "keyName", k.prefix as "keyPrefix",
      k.api_key_id is not null and k.deleted_at is null as "isKeyLive", u.endpoint, sum(u.calls)::bigint as calls,
      count(*) as days, min(u.first_at) as "firstAt", max(u.last_at) as "lastAt"
    from event_log_use u left join api_key k on k.account_id = u.account_id and k.api_key_id = u.api_key_id
    where u.account_id = ${of.accountId}::uuid and u.last_at >= ${of.since.toISOString()}::timestamptz
    group by u.api_key_id, k.name, k.prefix, k.api_key_id, k.deleted_at, u.endpoint
    order by max(u.last_at) desc, u.api_key_id, u.endpoint`;
}
