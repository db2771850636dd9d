import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { type Sealer, sealedPlace } from '../../../base/secrets.ts';
import type { Tx } from '../../../db/db.ts';
import type { Tables } from '../../../db/tables.ts';
import type { ConnectionState } from '../../states.ts';
import type { TokenSet } from '../token-seal.ts';

/** SQL on `connection_import`, and what an import asks about existing connections. */
export type ImportPlace = { accountId: string; platformKey: string; tokenHash: string };

export type ImportTokens = { tokens: TokenSet; expires: Date; version: number };

/** A line finds the tokens of an earlier run by the refresh token that was given. */
export const tokenHashOf = ({ platformKey, refreshToken }: { platformKey: string; refreshToken: string }) =>
  createHash('sha256').update(`${platformKey} ${refreshToken}`).digest('base64url');

const placeOf = ({ accountId, tokenHash }: ImportPlace) => sealedPlace('connection_import', accountId, tokenHash);
const seal = (sealer: Sealer, place: ImportPlace, tokens: TokenSet) =>
  sealer.seal(JSON.stringify(tokens), placeOf(place));
const open = (sealer: Sealer, place: ImportPlace, sealed: string): TokenSet =>
  JSON.parse(sealer.unseal(sealed, placeOf(place)));

export async function findImport(
  { sealer }: { sealer: Sealer },
  tx: Tx,
  place: ImportPlace,
): Promise<ImportTokens | undefined> {
  const row = await tx
    .selectFrom('connection_import')
    .select(['tokens', 'expires_at', 'version'])
    .where('account_id', '=', tx.accountId)
    .where('token_hash', '=', place.tokenHash)
    .executeTakeFirst();
  return row && { tokens: open(sealer, place, row.tokens), expires: row.expires_at, version: row.version };
}

/**
 * Stores the given tokens if there is no row yet, and takes the lease. Returns undefined while another process has it.
 */
export async function takeImportLease(
  { sealer }: { sealer: Sealer },
  tx: Tx,
  place: ImportPlace,
  { given, now, until }: { given: ImportTokens; now: Date; until: Date },
): Promise<(ImportTokens & { fence: number }) | undefined> {
  const row = await tx
    .insertInto('connection_import')
    .values({
      account_id: tx.accountId,
      token_hash: place.tokenHash,
      platform_key: place.platformKey,
      tokens: seal(sealer, place, given.tokens),
      expires_at: given.expires,
      lease_until: until,
      changed_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'token_hash'])
        .doUpdateSet({ fence: sql`connection_import.fence + 1`, lease_until: until, changed_at: now })
        .where(sql<boolean>`coalesce(connection_import.lease_until <= ${now}::timestamptz, true)`),
    )
    .returning(['tokens', 'expires_at', 'version', 'fence'])
    .executeTakeFirst();
  if (!row) return undefined;
  const { version, fence } = row;
  return { tokens: open(sealer, place, row.tokens), expires: row.expires_at, version, fence };
}

/** Ends the lease, and stores new tokens if there are any. Returns false if another process has taken the lease. */
export async function endImportLease(
  { sealer }: { sealer: Sealer },
  tx: Tx,
  place: ImportPlace,
  { fence, fresh }: { fence: number; fresh?: { tokens: TokenSet; expires: Date } },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('connection_import')
    .set({
      lease_until: null,
      ...(fresh && {
        tokens: seal(sealer, place, fresh.tokens),
        expires_at: fresh.expires,
        version: sql`version + 1`,
      }),
    })
    .where('account_id', '=', tx.accountId)
    .where('token_hash', '=', place.tokenHash)
    .where('fence', '=', fence)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** With `unlessRenewed`, keeps tokens that no longer are those of the file: the platform may accept only these. */
export async function removeImport(
  tx: Tx,
  place: ImportPlace,
  { unlessRenewed = false }: { unlessRenewed?: boolean } = {},
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('connection_import')
    .where('account_id', '=', tx.accountId)
    .where('token_hash', '=', place.tokenHash)
    .$if(unlessRenewed, (query) => query.where('version', '=', 0))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deleteImports(system: Kysely<Tables>, before: Date): Promise<void> {
  await system.deleteFrom('connection_import').where('changed_at', '<', before).execute();
}

/** Serialises the ends of the account's imports, so that two lines do not create the same company. */
export async function lockImports(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`connection import ${tx.accountId}`}, 0))`.execute(tx);
}

export type TenantConnection = { companyId: string; connectionId: string; status: ConnectionState };

/** The account's connections to one company on the platform. Those with tokens only. */
export async function findTenantConnections(
  tx: Tx,
  { platformKey, tenant }: { platformKey: string; tenant: string },
): Promise<TenantConnection[]> {
  const { rows } = await sql<TenantConnection>`select n.company_id as "companyId",
      n.connection_id as "connectionId", n.status
    from oauth_token t join connection n on n.account_id = t.account_id and n.company_id = t.company_id
      and n.connection_id = t.connection_id
    where t.account_id = ${tx.accountId}::uuid and t.platform_key = ${platformKey} and t.tenant = ${tenant}
    order by n.status = 'Linked' desc, n.connection_id`.execute(tx);
  return rows;
}
