import type { Db, Tx } from '../db/db.ts';

/**
 * The same context, but `keep` runs at the end of every account transaction, with its result, to write the audit entry.
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
