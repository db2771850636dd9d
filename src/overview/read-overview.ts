import { accountMissing } from '../accounts/refusals.ts';
import type { Clock } from '../base/clock.ts';
import { countLinkedCompanies } from '../connections/linked-companies.ts';
import type { Db } from '../db/db.ts';
import type { Principal } from '../http/access/principal.ts';
import { countAttempts, type Every, everyMs, startsBack } from '../webhooks/consumers/count-attempts.ts';
import { worthAttention } from './attention.ts';
import { endedStatement, factsStatement } from './store.ts';
import type { Activity, Overview } from './wire.ts';

export type OverviewContext = { db: Db; clock: Clock };

/**
 * Runs four statements. Each of them reads only a few rows, even if the client account is very large (see store.ts).
 */
export async function readOverview(
  ctx: OverviewContext,
  { principal, hours, every }: { principal: Principal; hours: number; every: Every },
): Promise<Overview> {
  const { accountId } = principal;
  const nowMs = ctx.clock.nowMs();
  const starts = startsBack({ nowMs, hours, every });
  const [[facts], attempts, ended, linked] = await Promise.all([
    ctx.db.read(accountId, factsStatement({ accountId, nowMs })),
    countAttempts(ctx, { accountId, hours, every }),
    ctx.db.read(accountId, endedStatement({ accountId, starts, stepMs: everyMs[every] })),
    countLinkedCompanies(ctx, accountId),
  ]);
  if (!facts) throw accountMissing();
  // Callers without access to webhooks get no information about consumers.
  const seesWebhooks = principal.person !== null || principal.scopes.includes('webhooks');
  const { attention, isCut, companies } = worthAttention(
    { ...facts, consumers: seesWebhooks ? facts.consumers : [] },
    {
      principal,
      nowMs,
    },
  );
  const byStart = new Map(ended.map((row) => [row.at_ms, row]));
  const activity = attempts.buckets.map(({ atMs, delivered, failed }): Activity => {
    const row = byStart.get(atMs);
    return {
      at: new Date(atMs).toISOString(),
      syncsCompleted: row?.syncs_completed ?? 0,
      syncsFailed: row?.syncs_failed ?? 0,
      delivered,
      failedAttempts: failed,
      pushesSucceeded: row?.pushes_succeeded ?? 0,
      pushesFailed: row?.pushes_failed ?? 0,
    };
  });
  const lateMs = facts.oldest_due === null ? 0 : nowMs - facts.oldest_due.getTime();
  return {
    companies: { total: facts.companies, linked, needingAttention: companies },
    activity,
    isSampled: ended.some((row) => row.is_cut),
    attention,
    isAttentionCut: isCut,
    health: {
      status: attention.some(({ severity }) => severity === 'error') ? 'degraded' : 'ok',
      ...(lateMs > 0 && { oldestDueSeconds: Math.round(lateMs / 1000) }),
    },
    firstSteps: {
      keyUsed: facts.key_used,
      companyLinked: linked > 0,
      consumerReached: facts.consumer_reached,
      recordPushed: facts.record_pushed,
    },
  };
}
