import { sql } from 'kysely';
import { type Sealer, sealedPlace } from '../base/secrets.ts';
import type { Db } from '../db/db.ts';

/**
 * A column with sealed (encrypted) texts. Every such column must be in the list below, so that key rotation includes
 * it.
 */
export type SealedColumn = {
  table: string;
  column: string;
  key: string[];
  suffix?: string;
  /**
   * The table in which the text was originally sealed, if it was later moved to this table. Its name is needed to
   * unseal the text.
   */
  sealedIn?: string;
};

export const sealedColumns: readonly SealedColumn[] = [
  { table: 'connection', column: 'credentials', key: ['account_id', 'connection_id'] },
  { table: 'oauth_application', column: 'client_secret', key: ['account_id', 'platform_key'], suffix: 'secret' },
  {
    table: 'oauth_application',
    column: 'notification_key',
    key: ['account_id', 'platform_key'],
    suffix: 'notification',
  },
  { table: 'oauth_state', column: 'code_verifier', key: ['account_id', 'state_hash'] },
  { table: 'oauth_token', column: 'tokens', key: ['account_id', 'connection_id'] },
  { table: 'oauth_revocation', column: 'tokens', key: ['account_id', 'connection_id'], sealedIn: 'oauth_token' },
  { table: 'connection_import', column: 'tokens', key: ['account_id', 'token_hash'] },
  { table: 'kept_content', column: 'data_key', key: ['account_id', 'content_id'] },
  { table: 'consumer', column: 'secret', key: ['account_id', 'consumer_id'] },
  { table: 'consumer', column: 'previous_secret', key: ['account_id', 'consumer_id'] },
  { table: 'consumer', column: 'headers', key: ['account_id', 'consumer_id'], suffix: 'headers' },
  { table: 'consumer', column: 'authorization_header', key: ['account_id', 'consumer_id'], suffix: 'authorization' },
  { table: 'consumer', column: 'oauth_client_secret', key: ['account_id', 'consumer_id'], suffix: 'oauth' },
  { table: 'webhook_profile', column: 'authorization_header', key: ['account_id'] },
  { table: 'notice_chat', column: 'url', key: ['account_id', 'chat_id'] },
  { table: 'cell_secret', column: 'sealed', key: ['name'] },
  { table: 'proof_key', column: 'private_key', key: ['public_key'] },
  { table: 'account_arrival', column: 'cursor_key', key: ['account_id'], suffix: 'cursor' },
  { table: 'account_arrival', column: 'link_key', key: ['account_id'], suffix: 'link' },
  { table: 'person', column: 'totp_secret', key: ['person_id'] },
  { table: 'idempotent_request', column: 'body', key: ['account_id', 'idempotency_key'] },
];

/** The place to which the text in a row is bound. `values` are those of `key`. */
export function placeOf({ table, suffix, sealedIn = table }: SealedColumn, values: readonly string[]): string {
  return sealedPlace(sealedIn, ...values, ...(suffix ? [suffix] : []));
}

const batchSize = 500;

export type SealedCount = { table: string; column: string; keyId: string; rows: number };

/** Counts how many texts each key has sealed. A key that has sealed none can be removed from DAYBOOK_SECRET_KEYS. */
export async function countSealed(db: Db): Promise<SealedCount[]> {
  const counts: SealedCount[] = [];
  for (const { table, column } of sealedColumns) {
    const { rows } = await sql<{
      keyId: string;
      rows: number;
    }>`select split_part(${sql.ref(column)}, '.', 2) as "keyId", count(*) as rows
      from ${sql.table(table)} where ${sql.ref(column)} is not null group by 1 order by 1`.execute(db.system);
    counts.push(...rows.map((row) => ({ table, column, ...row })));
  }
  return counts;
}

/**
 * Reseals every text that was not sealed with the current key (the first one in DAYBOOK_SECRET_KEYS). Can be stopped
 * and run again.
 */
export async function resealAll(ctx: { db: Db; sealer: Sealer }, currentKeyId: string): Promise<number> {
  let resealed = 0;
  for (const place of sealedColumns) {
    for (let changed = batchSize; changed === batchSize; resealed += changed)
      changed = await resealBatch(ctx, place, currentKeyId);
  }
  return resealed;
}

async function resealBatch(
  { db, sealer }: { db: Db; sealer: Sealer },
  where: SealedColumn,
  currentKeyId: string,
): Promise<number> {
  const { table, column, key } = where;
  return db.system.transaction().execute(async (tx) => {
    const { rows } = await sql<
      Record<string, string>
    >`select ${sql.join(key.map((name) => sql`${sql.ref(name)}::text`))}, ${sql.ref(column)} as sealed
      from ${sql.table(table)} where split_part(${sql.ref(column)}, '.', 2) <> ${currentKeyId} limit ${batchSize} for update`.execute(
      tx,
    );
    for (const row of rows) {
      const values = key.map((name) => row[name] ?? '');
      const place = placeOf(where, values);
      const fresh = sealer.seal(sealer.unseal(row.sealed ?? '', place), place);
      const matches = key.map((name, index) => sql`${sql.ref(name)}::text = ${values[index]}`);
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${fresh} where ${sql.join(matches, sql` and `)}`.execute(
        tx,
      );
    }
    return rows.length;
  });
}
