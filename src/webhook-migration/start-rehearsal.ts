import { switchGeneration } from '../accounts/webhook-generation.ts';
import { wrongState } from '../base/errors.ts';
import { newId } from '../base/ids.ts';
import type { Db, Tx } from '../db/db.ts';
import { type MakeContext, makeConsumer } from './make-consumer.ts';
import { sameUrl } from './plan-migration.ts';
import { readFacts } from './read-facts.ts';
import { removeIfDrained } from './retire-consumers.ts';
import { addStep, endRehearsalRow, insertRehearsal, type Rehearsal, requireAccount } from './store.ts';

export type RehearsalContext = { db: Db } & MakeContext;

export type RehearsalOptions = {
  accountId: string;
  by: string;
  minutes: number;
  /** The rehearsal ends earlier if this number of events is reached. */
  events: number;
  /** The URL that the newer webhooks send to. If undefined, they send to the URLs of the rules. */
  toUrl?: string | undefined;
};

export const rehearsalHeader = 'X-Daybook-Rehearsal';
/** This header is sent if `toUrl` is set. It contains the URL of the rule. */
const meantFor = 'X-Daybook-Rehearsal-For';

/**
 * After the commit, both generations of webhooks send the account's events: the rules as usual, and the consumers of
 * the plan as a rehearsal. Starting and ending a rehearsal take the lock of `switchGeneration`, so that each event is
 * sent either by the rules alone or by both generations.
 */
export async function startRehearsal(ctx: RehearsalContext, options: RehearsalOptions): Promise<Rehearsal> {
  const { accountId, by, minutes, events, toUrl } = options;
  return ctx.db.transaction(accountId, async (tx) => {
    await lockOlder(tx);
    const facts = await readFacts(ctx, tx, { days: 1 });
    const now = ctx.clock.now();
    const last = facts.rehearsal;
    if (last && !last.ended_at) {
      if (last.until > now)
        throw wrongState({
          error: `a rehearsal is under way until ${last.until.toISOString()}.`,
          service: 'migration',
        });
      await endRehearsalRow(tx, last.rehearsal_id, now);
    }
    for (const one of facts.consumers) if (one.is_ours && one.retired_at) await removeIfDrained(ctx, tx, one);
    const rehearsal: Rehearsal = {
      rehearsal_id: newId(ctx.clock),
      started_at: now,
      until: new Date(now.getTime() + minutes * 60_000),
      events_max: events,
      to_url: toUrl ?? null,
      ended_at: null,
    };
    await insertRehearsal(tx, rehearsal);
    for (const planned of facts.plan.consumers) {
      const headers = { [rehearsalHeader]: 'true', ...(toUrl !== undefined && { [meantFor]: sameUrl(planned.url) }) };
      await makeConsumer(ctx, tx, planned, {
        sealedAuthorization: facts.authorization?.sealed,
        rehearsal: { rehearsalId: rehearsal.rehearsal_id, until: rehearsal.until, headers, toUrl },
      });
    }
    const detail = { consumers: facts.plan.consumers.length, minutes, events, ...(toUrl !== undefined && { toUrl }) };
    await addStep(ctx, tx, { kind: 'rehearsed', by, source: 'operator', detail });
    return rehearsal;
  });
}

/** Deliveries that the rehearsal has already queued are still sent and retried. */
export async function endRehearsal(
  ctx: RehearsalContext,
  { accountId, rehearsalId }: { accountId: string; rehearsalId: string },
): Promise<void> {
  await ctx.db.transaction(accountId, async (tx) => {
    await lockOlder(tx);
    await endRehearsalRow(tx, rehearsalId, ctx.clock.now());
  });
}

/** Takes the lock of `switchGeneration` without switching. Throws if the newer webhooks serve the account. */
async function lockOlder(tx: Tx): Promise<void> {
  await requireAccount(tx);
  if (await switchGeneration(tx, { to: 'older' }))
    throw wrongState({ error: 'the newer webhooks already serve this account.', service: 'migration' });
}
