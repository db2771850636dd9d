import type { Db } from '../db/db.ts';
import { linkedCompaniesStatement } from './store.ts';

/** Companies with a linked connection: each raises the account's limit of requests a day. */
export async function countLinkedCompanies(ctx: { db: Db }, accountId: string): Promise<number> {
  const [row] = await ctx.db.read(accountId, linkedCompaniesStatement(accountId));
  return row?.companies ?? 0;
}
