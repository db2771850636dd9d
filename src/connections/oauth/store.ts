import { type Kysely, sql } from 'kysely';
import type { Look, Tx } from '../../db/db.ts';
import type { Tables } from '../../db/tables.ts';
import type { ConnectionIds } from '../store.ts';

/** SQL on `oauth_state` and `oauth_token`. */
const at = (place: ConnectionIds, accountId: string) =>
  sql<boolean>`t.account_id = ${accountId}::uuid and t.company_id = ${place.companyId}::uuid
    and t.connection_id = ${place.connectionId}::uuid`;

export type NewState = ConnectionIds & {
  stateHash: string;
  browserHash: string;
  clientId: string;
  /** The data for the callback, encrypted by `sealPending`. */
  pending: string;
  expires: Date;
};

export async function insertState(tx: Tx, state: NewState): Promise<void> {
  await tx
    .insertInto('oauth_state')
    .values({
      account_id: tx.accountId,
      state_hash: state.stateHash,
      browser_hash: state.browserHash,
      company_id: state.companyId,
      connection_id: state.connectionId,
      client_id: state.clientId,
      code_verifier: state.pending,
      expires_at: state.expires,
    })
    .execute();
}

/**
 * Deletes and returns the state, so that it can be used only once. The query is not scoped to an account, because the
 * state determines the account.
 */
export async function takeState(system: Kysely<Tables>, stateHash: string) {
  return system.deleteFrom('oauth_state').where('state_hash', '=', stateHash).returningAll().executeTakeFirst();
}

export async function forgetStates(system: Kysely<Tables>, before: Date): Promise<void> {
  await system.deleteFrom('oauth_state').where('expires_at', '<', before).execute();
}

export type TokenRow = Awaited<ReturnType<typeof findToken>>;

export async function findToken(tx: Tx, place: ConnectionIds) {
  return tx.selectFrom('oauth_token as t').selectAll().where(at(place, tx.accountId)).executeTakeFirst();
}

export async function lockToken(tx: Tx, place: ConnectionIds) {
  return tx.selectFrom('oauth_token as t').selectAll().where(at(place, tx.accountId)).forUpdate().executeTakeFirst();
}

/**
 * Takes the lease and returns its fence, a number that increases with every lease. A process with an older fence can no
 * longer store tokens.
 */
export async function takeLease(tx: Tx, place: ConnectionIds, until: Date): Promise<number> {
  const { fence } = await tx
    .updateTable('oauth_token as t')
    .set({ fence: sql`t.fence + 1`, lease_until: until })
    .where(at(place, tx.accountId))
    .returning('t.fence')
    .executeTakeFirstOrThrow();
  return fence;
}

/**
 * Releases the lease after a failed renewal, and stores either the time of the next attempt or the time at which the
 * platform rejected the authorization. Returns false if this process has lost the lease.
 */
export async function releaseLease(
  tx: Tx,
  place: ConnectionIds,
  left: { fence: number; retryAt?: Date; refusedAt?: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('oauth_token as t')
    .set({ lease_until: null, retry_at: left.retryAt ?? null, refused_at: left.refusedAt ?? null })
    .where(at(place, tx.accountId))
    .where('t.fence', '=', left.fence)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export type StoredTokens = { tokens: string; expires: Date; renewed: Date };

/** Stores the tokens only if the fence and the version are unchanged (compare and swap). */
export async function swapTokens(
  tx: Tx,
  place: ConnectionIds,
  held: { fence: number; version: number },
  fresh: StoredTokens,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('oauth_token as t')
    .set({
      tokens: fresh.tokens,
      version: held.version + 1,
      expires_at: fresh.expires,
      renewed_at: fresh.renewed,
      lease_until: null,
      retry_at: null,
      refused_at: null,
      restored_at: null,
    })
    .where(at(place, tx.accountId))
    .where('t.fence', '=', held.fence)
    .where('t.version', '=', held.version)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Overwrites the tokens, whoever holds the lease. The caller must have locked the row. A process that has lost its
 * lease uses this to save its refresh token.
 */
export async function setTokens(tx: Tx, place: ConnectionIds, tokens: string): Promise<void> {
  await tx.updateTable('oauth_token as t').set({ tokens }).where(at(place, tx.accountId)).execute();
}

/** Stores the tokens of a new authorization. Increases the fence, so that a running renewal cannot overwrite them. */
export async function replaceToken(
  tx: Tx,
  place: ConnectionIds,
  fresh: StoredTokens & { platformKey: string; tenant: string; clientId: string },
): Promise<void> {
  const set = {
    platform_key: fresh.platformKey,
    tenant: fresh.tenant,
    client_id: fresh.clientId,
    tokens: fresh.tokens,
    expires_at: fresh.expires,
    renewed_at: fresh.renewed,
    lease_until: null,
    retry_at: null,
    refused_at: null,
    restored_at: null,
  };
  await tx
    .insertInto('oauth_token')
    .values({
      account_id: tx.accountId,
      company_id: place.companyId,
      connection_id: place.connectionId,
      version: 1,
      ...set,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'company_id', 'connection_id'])
        .doUpdateSet({ ...set, version: sql`oauth_token.version + 1`, fence: sql`oauth_token.fence + 1` }),
    )
    .execute();
}

/** Deletes the company's pending authorizations. */
export async function forgetStatesOf(tx: Tx, companyId: string): Promise<void> {
  await tx
    .deleteFrom('oauth_state')
    .where('account_id', '=', tx.accountId)
    .where('company_id', '=', companyId)
    .execute();
}

/** A trigger copies the removed tokens to `oauth_revocation`, so that they are later revoked at the platform. */
export async function removeToken(tx: Tx, place: ConnectionIds): Promise<void> {
  await tx.deleteFrom('oauth_token as t').where(at(place, tx.accountId)).execute();
}

/** Returns the connections to one company on the platform (a tenant), across all accounts. */
export async function findByTenant(
  system: Kysely<Tables>,
  { platformKey, tenant }: { platformKey: string; tenant: string },
) {
  return system
    .selectFrom('oauth_token')
    .select(['account_id', 'company_id', 'connection_id', 'client_id'])
    .where('platform_key', '=', platformKey)
    .where('tenant', '=', tenant)
    .execute();
}

/**
 * Runs after a restore. The platform may have replaced every token since the backup, so each one must be renewed
 * (renew-restored.ts).
 */
export async function suspectTokens(system: Kysely<Tables>, now: Date): Promise<RestoredToken[]> {
  await system.updateTable('oauth_token').set({ restored_at: now }).where('refused_at', 'is', null).execute();
  return findRestored(system, { isRefused: false });
}

/**
 * A token that comes from a backup and has not been renewed since the restore. `renewedAt` is the time of its last
 * renewal.
 */
export type RestoredToken = {
  platform: string;
  accountId: string;
  companyId: string;
  connectionId: string;
  clientId: string;
  version: number;
  renewedAt: Date;
  /** Set if the platform has rejected the token. The company's owner must then authorize the connection again. */
  refusedAt: Date | null;
};

/** Whether any token from a backup must be renewed. */
export const isAnyRestored = () =>
  sql<boolean>`exists (select from oauth_token where restored_at is not null and refused_at is null)`;

/** Whether tokens must be revoked, or authorizations that were never finished must be deleted. */
export const isAnyToRevoke = ({ now }: Look) =>
  sql<boolean>`(exists (select from oauth_revocation where retry_at <= ${now})
    or exists (select from oauth_state where expires_at < ${now}))`;

export async function findRestored(
  system: Kysely<Tables>,
  { isRefused }: { isRefused?: boolean } = {},
): Promise<RestoredToken[]> {
  return system
    .selectFrom('oauth_token')
    .select([
      'platform_key as platform',
      'account_id as accountId',
      'company_id as companyId',
      'connection_id as connectionId',
      'client_id as clientId',
      'version',
      'renewed_at as renewedAt',
      'refused_at as refusedAt',
    ])
    .where('restored_at', 'is not', null)
    .$if(isRefused !== undefined, (query) => query.where('refused_at', isRefused ? 'is not' : 'is', null))
    .orderBy('platform_key')
    .orderBy('account_id')
    .orderBy('company_id')
    .execute();
}
