import type { Db } from '../db/db.ts';
import { linkedCompaniesStatement } from './store.ts';

/** Counts companies that have a linked connection. Each such company raises the account's daily request limit. */
export async function countLinkedCompanies(ctx: { db: Db }, accountId: string): Promise<number> {
  const [row] = await ctx.db.read(accountId, linkedCompaniesStatement(accountId));
  return row?.companies ?? 0;
}
