import type { Clock } from '../clock.ts';
import type { Db } from '../db/db.ts';
import { newId } from '../ids.ts';
import type { PlanName } from './plans.ts';
import { insertAccount } from './store.ts';

/** Accounts are the operator's: made by the CLI, not by the API. */
export async function createAccount(
  ctx: { db: Db; clock: Clock },
  { name, plan }: { name: string; plan: PlanName },
): Promise<{ accountId: string }> {
  const accountId = newId(ctx.clock);
  await insertAccount(ctx.db.system, { account_id: accountId, name, plan, created_at: ctx.clock.now() });
  return { accountId };
}
