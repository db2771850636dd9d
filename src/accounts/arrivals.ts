import { sql } from 'kysely';
import { type Sealer, sealedPlace } from '../base/secrets.ts';
import type { Db } from '../db/db.ts';

/** An account that has moved here from another cell, with the keys with which that cell signed. */
export type Arrival = {
  fromEra: number;
  cursorKey: Buffer;
  linkKey: Buffer;
  /** The first database transaction that stands for one of the other cell; null if there is none. */
  firstOurs: string | null;
};

export type Arrivals = {
  /** Reads the arrival from the database. */
  find(accountId: string): Promise<Arrival | undefined>;
  /** The same, up to a second old. */
  recall(accountId: string): Promise<Arrival | undefined>;
};

const rememberMs = 1000;
const rememberedMax = 1000;

export function createArrivals({ db, sealer }: { db: Db; sealer: Sealer }): Arrivals {
  const known = new Map<string, { arrival: Arrival | undefined; until: number }>();

  async function find(accountId: string): Promise<Arrival | undefined> {
    const { rows } = await sql<{ from_era: number; cursor_key: string; link_key: string; first: string | null }>`
      select from_era, cursor_key, link_key, (select min(ours)::text from arrived_transaction t
        where t.account_id = a.account_id) as first
      from account_arrival a where account_id = ${accountId}::uuid and state = 'arrived'`.execute(db.system);
    const [row] = rows;
    const keyOf = (sealed: string, suffix: string) =>
      Buffer.from(sealer.unseal(sealed, sealedPlace('account_arrival', accountId, suffix)), 'base64');
    const arrival = row && {
      fromEra: row.from_era,
      cursorKey: keyOf(row.cursor_key, 'cursor'),
      linkKey: keyOf(row.link_key, 'link'),
      firstOurs: row.first,
    };
    if (known.size >= rememberedMax) known.clear();
    known.set(accountId, { arrival, until: performance.now() + rememberMs });
    return arrival;
  }

  return {
    find,
    async recall(accountId) {
      const entry = known.get(accountId);
      return entry && entry.until > performance.now() ? entry.arrival : find(accountId);
    },
  };
}
