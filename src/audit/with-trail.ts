import type { Db, Tx } from '../db/db.ts';

/**
 * Returns a copy of the context. At the end of each database transaction that is opened through this copy, `keep` is
 * called with the result of the transaction. `keep` writes the audit entry.
 */
export function withTrail<Ctx extends { db: Db }>(ctx: Ctx, keep: (tx: Tx, made: unknown) => Promise<void>): Ctx {
  const transaction: Db['transaction'] = (accountId, work) =>
    ctx.db.transaction(accountId, async (tx) => {
      const made = await work(tx);
      await keep(tx, made);
      return made;
    });
  return { ...ctx, db: { ...ctx.db, transaction } };
}
