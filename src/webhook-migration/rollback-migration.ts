import { switchGeneration } from '../accounts/webhook-generation.ts';
import type { Clock } from '../clock.ts';
import type { Db, Tx } from '../db/db.ts';
import { wrongState } from '../errors.ts';
import { addStep, readApplied, readConsumers, readSteps, requireAccount, retire } from './store.ts';

export type RolledBack = {
  /** False where the older webhooks serve the account already: then nothing was done. */
  isNew: boolean;
  at: string;
  /** Get no more events; what waits for them is sent, then they are removed. */
  retired: string[];
};

/**
 * Back to the rules, which are as they were: nobody can change them meanwhile. Possible until the client has changed,
 * deleted or made a consumer, which rules know nothing of. What waits for the consumers is still sent.
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
      ...(await madeSince(tx, last.at)).map((consumerId) => `${consumerId} was made`),
    ];
    if (reasons.length > 0)
      throw refused(`since it was applied the client has changed its consumers: ${reasons.join(', ')}`);
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

const refused = (reason: string) => wrongState({ error: `it cannot be rolled back: ${reason}.`, service: 'migration' });
