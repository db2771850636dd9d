import type pg from 'pg';
import { movedTables } from './moved-tables.ts';
import { rowsOf } from './side.ts';

/**
 * Rows of lists name the database transactions that made and ended them, and a cursor names the ones that had ended when
 * page 1 was read. Transaction ids belong to one server. So each id of the old cell gets one of the new cell, in the same
 * order: a walk that began in the old cell then sees the same rows in the new one. Ids before `keptFrom` are needed by no
 * cursor and are left out.
 */
export type TransactionIds = {
  /** Gives ids of the new cell to all ids of the account from the last call up to `before` (exclusive). */
  assign(before: string | null): Promise<number>;
  /** The id in the new cell, or null for one that is older than every cursor or not assigned yet. */
  oursOf(theirs: string): string | null;
};

export function createTransactionIds(
  clients: { from: pg.Client; to: pg.Client },
  { accountId, keptFrom }: { accountId: string; keptFrom: string },
): TransactionIds {
  const assigned = new Map<string, string>();
  let from = keptFrom;
  return {
    async assign(before) {
      // What a switch that did not succeed has assigned: there may be earlier ids by now.
      for (const id of assigned.keys()) if (BigInt(id) >= BigInt(from)) assigned.delete(id);
      await rowsOf(clients.to, 'delete from arrived_transaction where account_id = $1 and theirs >= $2', [
        accountId,
        from,
      ]);
      const used = await readUsed(clients.from, { accountId, from, before });
      // Even if no row names a transaction, cursors have to be translated to something recent.
      const theirs = from === keptFrom && used[0] !== keptFrom ? [keptFrom, ...used] : used;
      const ours = await reserve(clients.to, theirs.length);
      for (const [at, id] of theirs.entries()) assigned.set(id, ours[at] ?? '');
      await rowsOf(
        clients.to,
        `insert into arrived_transaction (account_id, theirs, ours)
          select $1, theirs, ours from unnest($2::xid8[], $3::xid8[]) u (theirs, ours)`,
        [accountId, theirs, ours],
      );
      from = before ?? from;
      return theirs.length;
    },
    oursOf: (theirs) => assigned.get(theirs) ?? null,
  };
}

/** Ids in rows of the account, in their order. */
async function readUsed(
  client: pg.Client,
  { accountId, from, before }: { accountId: string; from: string; before: string | null },
): Promise<string[]> {
  const parts = movedTables.flatMap(({ name, transactions = [] }) =>
    transactions.map((column) => `select ${column} as id from ${name} where account_id = $1 and ${column} >= $2`),
  );
  const rows = await rowsOf<{ id: string }>(
    client,
    `select id::text as id from (${parts.join(' union ')}) used where $3::xid8 is null or id < $3::xid8 order by used.id`,
    [accountId, from, before],
  );
  return rows.map(({ id }) => id);
}

/** Uses up ids of the server, by transactions that do nothing else. They must have ended before a row names them. */
async function reserve(client: pg.Client, count: number): Promise<string[]> {
  if (count === 0) return [];
  await client.query('set synchronous_commit = off; create temp table if not exists reserved (id xid8)');
  await client.query('truncate reserved');
  await client.query(
    `do $$ begin for i in 1 .. ${count} loop insert into reserved values (pg_current_xact_id()); commit; end loop; end $$`,
  );
  const rows = await rowsOf<{ id: string }>(client, 'select id::text as id from reserved r order by r.id');
  await client.query('reset synchronous_commit');
  return rows.map(({ id }) => id);
}
