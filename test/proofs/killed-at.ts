import type { CompiledQuery } from 'kysely';
import type { Db, Tx } from '../../src/db/db.ts';

/** A database whose n-th statement of a transaction fails, counted over all transactions. What it began is rolled back. */
export function killedAt(db: Db, n: number): { db: Db; killed: () => boolean } {
  let count = 0;
  let isKilled = false;
  const transaction: Db['transaction'] = (accountId, work, options) =>
    db.transaction(
      accountId,
      (tx) => {
        const watched = new Proxy(tx, {
          get(target, name) {
            const value = Reflect.get(target, name, target);
            if (name !== 'getExecutor') return typeof value === 'function' ? value.bind(target) : value;
            return () => {
              const executor = target.getExecutor();
              return new Proxy(executor, {
                get(of, key) {
                  const found = Reflect.get(of, key, of);
                  if (key !== 'executeQuery') return typeof found === 'function' ? found.bind(of) : found;
                  return (query: CompiledQuery) => {
                    if (isKilled || ++count === n) {
                      isKilled = true;
                      throw new Error('killed');
                    }
                    return of.executeQuery(query);
                  };
                },
              });
            };
          },
        });
        return work(watched as Tx);
      },
      options,
    );
  return { db: { ...db, transaction }, killed: () => isKilled };
}
