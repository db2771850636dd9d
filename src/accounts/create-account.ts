import type { Clock } from '../clock.ts';
import type { Db } from '../db/db.ts';
import { newId } from '../ids.ts';
import type { PlanName } from './plans.ts';
import { insertAccount } from './store.ts';
import type { WebhookGeneration } from './webhook-generation.ts';

/** Accounts are the operator's: made by the CLI, not by the API. */
export async function createAccount(
  ctx: { db: Db; clock: Clock },
  { name, plan, webhooks = 'newer' }: { name: string; plan: PlanName; webhooks?: WebhookGeneration },
): Promise<{ accountId: string }> {
  const accountId = newId(ctx.clock);
  await insertAccount(ctx.db.system, {
    account_id: accountId,
    name,
    plan,
    created_at: ctx.clock.now(),
    webhook_generation: webhooks,
  });
  return { accountId };
}
