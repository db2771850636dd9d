import { switchGeneration } from '../accounts/webhook-generation.ts';
import { wrongState } from '../base/errors.ts';
import type { Db, Tx } from '../db/db.ts';
import {
  type Check,
  type CheckContext,
  checkMigration,
  isTakenAgain,
  type MigrationFinding,
  neverForced,
} from './check-migration.ts';
import { type MakeContext, makeConsumer } from './make-consumer.ts';
import { type MigrationFacts, readFacts, type Wanted } from './read-facts.ts';
import { muteConsumer, removeIfDrained } from './retire-consumers.ts';
import { addStep, endRehearsalRow, readApplied, readSteps, retire } from './store.ts';

export type ApplyContext = { db: Db } & MakeContext & CheckContext;

export type Applied = {
  /** False if the migration had been applied before. Then nothing was done. */
  isNew: boolean;
  at: string;
  planHash: string;
  consumers: { consumerId: string; key: string; url: string }[];
  /** The blockers that were ignored, and the operator's reason. */
  forced?: { reason: string; blockers: string[] };
};

/** `force` is the operator's reason for ignoring blockers; it is stored in the history. */
export type ApplyOptions = Wanted & { accountId: string; by: string; force?: string | undefined };

/** Checks the account without changing anything. */
export async function checkAccount(
  ctx: { db: Db } & CheckContext,
  { accountId, ...wanted }: Wanted & { accountId: string },
): Promise<Check> {
  const facts = await ctx.db.transaction(accountId, (tx) => readFacts(ctx, tx, wanted));
  return checkMigration(ctx, facts, wanted);
}

/**
 * Creates the consumers, switches the account to the newer webhooks and records the step, all in one transaction. The
 * check runs twice: first without a lock, then under the lock that `switchGeneration` takes. While that lock is held,
 * no rule can change and no event can be emitted. Alerts that were raised earlier are still delivered.
 */
export async function applyMigration(ctx: ApplyContext, options: ApplyOptions): Promise<Applied> {
  const { accountId } = options;
  const before = await checkAccount(ctx, options);
  if (before.generation === 'older') requireReady(before, options.force);
  return ctx.db.transaction(accountId, async (tx) => {
    if (!(await switchGeneration(tx, { to: 'newer' }))) return appliedBefore(tx);
    const facts = await readFacts(ctx, tx, options);
    // `switchGeneration` has already switched the account to the newer webhooks. The check needs the state before that.
    const check = checkMigration(ctx, { ...facts, generation: 'older' }, options);
    const forced = requireReady(check, options.force);
    const consumers = await bringConsumers(ctx, tx, facts);
    const { plan } = facts;
    const detail = { plan, ...(forced && { forced }) };
    await addStep(ctx, tx, { kind: 'applied', by: options.by, source: 'operator', detail });
    const at = ctx.clock.now().toISOString();
    return { isNew: true, at, planHash: plan.hash, consumers, ...(forced && { forced }) };
  });
}

function requireReady(check: Check, force: string | undefined): Applied['forced'] {
  const { blockers } = check;
  if (blockers.length === 0) return undefined;
  const firm = blockers.filter(({ kind }) => force === undefined || neverForced.has(kind));
  if (firm.length > 0) throw blocked(firm);
  return { reason: force ?? '', blockers: blockers.map(({ kind }) => kind) };
}

function blocked(blockers: readonly MigrationFinding[]) {
  const reasons = blockers.map(({ kind, text, evidence }) => `${kind}: ${text}${shown(evidence)}`);
  return wrongState({ error: `the account cannot be migrated.\n- ${reasons.join('\n- ')}`, service: 'migration' });
}

const shownMax = 5;
function shown(evidence: MigrationFinding['evidence']): string {
  const lines = evidence.slice(0, shownMax).map((one) => `\n    ${JSON.stringify(one)}`);
  return lines.join('') + (evidence.length > shownMax ? `\n    and ${evidence.length - shownMax} more` : '');
}

/**
 * Returns the consumers of the plan. Reuses matching consumers of an earlier migration and creates the missing ones.
 * All other consumers of earlier migrations and rehearsals are removed or get no more events.
 */
async function bringConsumers(ctx: ApplyContext, tx: Tx, facts: MigrationFacts): Promise<Applied['consumers']> {
  const { plan, authorization, rehearsal } = facts;
  if (rehearsal && !rehearsal.ended_at) await endRehearsalRow(tx, rehearsal.rehearsal_id, ctx.clock.now());
  const ours = facts.consumers.filter((one) => one.is_ours);
  const wanted = new Set(plan.consumers.map(({ key }) => key));
  const kept = new Map<string, string>();
  for (const one of ours) {
    const { consumer_id: consumerId, plan_key: key } = one;
    if (key && isTakenAgain(one, wanted) && !kept.has(key)) kept.set(key, consumerId);
    else if (!(await removeIfDrained(ctx, tx, one))) await muteConsumer(tx, one);
  }
  await retire(tx, [...kept.values()], null);
  const consumers: Applied['consumers'] = [];
  for (const planned of plan.consumers) {
    const { key, url } = planned;
    const consumerId =
      kept.get(key) ?? (await makeConsumer(ctx, tx, planned, { sealedAuthorization: authorization?.sealed }));
    consumers.push({ consumerId, key, url });
  }
  return consumers;
}

async function appliedBefore(tx: Tx): Promise<Applied> {
  const step = (await readSteps(tx)).findLast(({ kind }) => kind === 'applied');
  if (!step)
    throw wrongState({
      error: 'the newer webhooks have always served this account, so there is nothing to migrate.',
      service: 'migration',
    });
  const { plan } = step.detail as { plan: { hash: string } };
  const consumers = (await readApplied(tx)).map((one) => ({
    consumerId: one.consumer_id,
    key: one.plan_key,
    url: one.url,
  }));
  return { isNew: false, at: step.at.toISOString(), planHash: plan.hash, consumers };
}
