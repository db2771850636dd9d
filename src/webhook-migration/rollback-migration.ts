import { switchGeneration } from '../accounts/webhook-generation.ts';
import type { Clock } from '../base/clock.ts';
import { wrongState } from '../base/errors.ts';
import type { Db, Tx } from '../db/db.ts';
import { addStep, readApplied, readConsumers, readSteps, requireAccount, retire } from './store.ts';

export type RolledBack = {
  /** False if the migration had already been rolled back. Then nothing was done. */
  isNew: boolean;
  at: string;
  /** Ids of consumers that get no more events. They are removed after their pending messages have been sent. */
  retired: string[];
};

/**
 * Switches back to the rules, which have stayed unchanged because they were read-only. This is possible until the
 * client changes, deletes or creates a consumer, because rules cannot represent such a change. The consumers' pending
 * messages are still sent.
 */
export async function rollbackMigration(
  ctx: { db: Db; clock: Clock },
  { accountId, by }: { accountId: string; by: string },
): Promise<RolledBack> {
  return ctx.db.transaction(accountId, async (tx) => {
    await requireAccount(tx);
    const wasNewer = await switchGeneration(tx, { to: 'older' });
    const last = (await readSteps(tx)).findLast(({ kind }) => kind === 'applied' || kind === 'rolledBack');
    if (!wasNewer && last?.kind === 'rolledBack') return { isNew: false, at: last.at.toISOString(), retired: [] };
    if (last?.kind !== 'applied') throw refused('no migration of this account has been applied');
    const applied = await readApplied(tx);
    const reasons = [
      ...applied.filter(({ state }) => state === 'changed').map((one) => `${one.consumer_id} was changed`),
      ...applied.filter(({ state }) => state === 'gone').map((one) => `${one.consumer_id} was deleted`),
      ...(await madeSince(tx, last.at)).map((consumerId) => `${consumerId} was created`),
    ];
    if (reasons.length > 0)
      throw refused(`the client has changed its consumers since the migration: ${reasons.join(', ')}`);
    const retired = applied.map((one) => one.consumer_id);
    await retire(tx, retired, ctx.clock.now());
    await addStep(ctx, tx, { kind: 'rolledBack', by, source: 'operator', detail: { retired } });
    return { isNew: true, at: ctx.clock.now().toISOString(), retired };
  });
}

async function madeSince(tx: Tx, appliedAt: Date): Promise<string[]> {
  const consumers = await readConsumers(tx);
  return consumers
    .filter((one) => one.plan_key === null && one.created_at.getTime() > appliedAt.getTime())
    .map((one) => one.consumer_id);
}

const refused = (reason: string) => wrongState({ error: `cannot roll back: ${reason}.`, service: 'migration' });
