import { sql } from 'kysely';
import type { LimitSettings } from '../accounts/limits.ts';
import { limitsOf } from '../accounts/limits.ts';
import { apiKeysMax, plans } from '../accounts/plans.ts';
import { accountMissing } from '../accounts/refusals.ts';
import type { Clock } from '../base/clock.ts';
import { dayMs, minuteMs } from '../base/durations.ts';
import { countLinkedCompanies } from '../connections/linked-companies.ts';
import type { Db } from '../db/db.ts';
import type { Principal } from '../http/access/principal.ts';
import type { Usage } from './wire.ts';

export type DeprecatedCall = { endpoint: string; keyName: string | null; calls: number; lastAt: Date };

export type SnapshotUse = {
  used: number;
  max: number;
  daysMax: number;
  bytesMax: number;
  held: { versions: number; bytes: number };
};

export type UsageContext = {
  db: Db;
  clock: Clock;
  config: LimitSettings & { consumersPerAccount: number };
  /** Snapshots of companies, what they hold on disk, and their limits (src/data/snapshots/read-held.ts). */
  snapshots: (accountId: string) => Promise<SnapshotUse>;
  /** Returns recent calls to deprecated endpoints. Each such call is counted when it is made (src/legacy/usage.ts). */
  deprecatedCalls: (of: { accountId: string; since: Date }) => Promise<DeprecatedCall[]>;
};

const deprecatedDays = 30;

export async function readUsage(ctx: UsageContext, principal: Principal): Promise<Usage> {
  const { accountId, plan, accountCreatedMs } = principal;
  const nowMs = ctx.clock.nowMs();
  const [[used], linkedCompanies, snapshots, calls] = await Promise.all([
    ctx.db.read(accountId, usedStatement(accountId)),
    countLinkedCompanies(ctx, accountId),
    ctx.snapshots(accountId),
    ctx.deprecatedCalls({ accountId, since: new Date(nowMs - deprecatedDays * dayMs) }),
  ]);
  if (!used) throw accountMissing();
  const limits = limitsOf(ctx.config, principal, linkedCompanies);
  const { companiesMax, expiresAfterDays } = plans[plan];
  const window = (lengthMs: number, limit: number, start: Date | null, taken: number | null) => {
    const begins = nowMs - (nowMs % lengthMs);
    const isCurrent = start !== null && start.getTime() >= begins;
    return {
      limit,
      remaining: Math.max(0, limit - (isCurrent ? (taken ?? 0) : 0)),
      reset: new Date(begins + lengthMs).toISOString(),
    };
  };
  return {
    plan,
    created: new Date(accountCreatedMs).toISOString(),
    ...(expiresAfterDays !== null && { expires: new Date(accountCreatedMs + expiresAfterDays * dayMs).toISOString() }),
    companies: { used: used.companies, ...(companiesMax !== null && { max: companiesMax }) },
    linkedCompanies,
    apiKeys: { used: used.api_keys, max: apiKeysMax },
    consumers: { used: used.consumers, max: ctx.config.consumersPerAccount },
    snapshots,
    members: used.members,
    requests: {
      minute: window(minuteMs, limits.perMinute, used.minute_start, used.minute_used),
      day: window(dayMs, limits.perDay, used.day_start, used.day_used),
    },
    deprecatedCalls: calls.map(({ endpoint, keyName, calls: n, lastAt }) => ({
      endpoint,
      keyName: keyName ?? 'a deleted key',
      calls: n,
      lastAt: lastAt.toISOString(),
    })),
  };
}

type Used = {
  companies: number;
  api_keys: number;
  consumers: number;
  members: number;
  minute_start: Date | null;
  minute_used: number | null;
  day_start: Date | null;
  day_used: number | null;
};

/** Quota that a process has reserved but not used counts as used here. The process returns it within seconds. */
function usedStatement(accountId: string) {
  return sql<Used>`select (select coalesce(sum(c.total), 0)::bigint from company_count c where c.account_id = l.account_id) as companies,
      (select count(*) from api_key k where k.account_id = l.account_id and k.deleted_at is null) as api_keys,
      (select count(*) from consumer c where c.account_id = l.account_id) as consumers,
      (select count(*) from member m where m.account_id = l.account_id) as members,
      q.minute_start, q.minute_used, q.day_start, q.day_used
    from account l left join request_quota q on q.account_id = l.account_id
    where l.account_id = ${accountId}::uuid`;
}
