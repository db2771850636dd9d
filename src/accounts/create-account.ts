import type { Clock } from '../base/clock.ts';
import { newId } from '../base/ids.ts';
import type { Db } from '../db/db.ts';
import type { PlanName } from './plans.ts';
import { type AlsoWritten, insertAccount } from './store.ts';
import type { WebhookGeneration } from './webhook-generation.ts';

/**
 * Only the operator creates accounts, with the CLI or in the operator area of the portal. An API key cannot create one.
 */
export async function createAccount(
  ctx: { db: Db; clock: Clock },
  { name, plan, webhooks = 'newer' }: { name: string; plan: PlanName; webhooks?: WebhookGeneration },
  also: AlsoWritten = async () => {},
): Promise<{ accountId: string }> {
  const accountId = newId(ctx.clock);
  const row = {
    account_id: accountId,
    name,
    plan,
    created_at: ctx.clock.now(),
    webhook_generation: webhooks,
  };
  await insertAccount(ctx.db.system, row, also);
  return { accountId };
}
