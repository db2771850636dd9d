import type { Db, Tx } from '../db/db.ts';

/**
 * Returns the same context, except that every account transaction ends with `keep`. `keep` gets the result of the
 * transaction and writes the audit entry.
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
