import { AuthRejected, PermissionDenied } from '@daybook/connector-kit';
import { sql } from 'kysely';
import type { Clock } from '../../base/clock.ts';
import { dayMs } from '../../base/durations.ts';
import type { Db } from '../../db/db.ts';
import type { Row } from '../../db/tables.ts';
import type { ConnectionChanged } from '../connection-changed.ts';
import type { ProviderBudgets } from '../provider/provider-budget.ts';
import { providerHttp } from '../provider/provider-http.ts';
import { findApplication } from './applications.ts';
import { authorizationServer } from './authorization-server.ts';
import { deleteImports } from './import/import-store.ts';
import type { TokenContext } from './renew-token.ts';
import { signedHttp } from './signed-http.ts';
import { findByTenant, forgetStates, removeToken } from './store.ts';
import { openTokens } from './token-seal.ts';

type RevokeContext = TokenContext & { budgets: ProviderBudgets };
type Revocation = Pick<Row<'oauth_revocation'>, 'account_id' | 'connection_id' | 'removed_at' | 'platform_key'> &
  Pick<Row<'oauth_revocation'>, 'tenant' | 'client_id' | 'tokens'> & { attempts: number };

const atOnce = 20;
const claimMs = 60_000;
/**
 * Maximum number of attempts. The waits between them double, so all attempts together take about 34 hours. After that,
 * the tokens are left to expire.
 */
const attemptsMax = 12;

/** Removes the tokens of an unlinked connection. `revokeTokens` later revokes the tokens at the platform. */
export function forgetTokens(next: ConnectionChanged): ConnectionChanged {
  return async (tx, change) => {
    if (change.to === 'Unlinked') await removeToken(tx, change);
    await next(tx, change);
  };
}

const importsKeptDays = 30;

/** Deletes tokens of imports that nobody has finished. */
export async function forgetImports(ctx: { db: Db; clock: Clock }): Promise<void> {
  await deleteImports(ctx.db.system, new Date(ctx.clock.nowMs() - importsKeptDays * dayMs));
}

/** Revokes removed tokens at the platforms, and deletes authorizations that were started but never finished. */
export async function revokeTokens(ctx: RevokeContext): Promise<void> {
  const now = ctx.clock.now();
  await forgetStates(ctx.db.system, now);
  const { rows } = await sql<Revocation>`update oauth_revocation r
    set attempts = r.attempts + 1, retry_at = ${new Date(now.getTime() + claimMs)}::timestamptz
    where (account_id, connection_id, removed_at) in (select account_id, connection_id, removed_at from oauth_revocation
      where retry_at <= ${now}::timestamptz order by retry_at limit ${atOnce} for update skip locked)
    returning *`.execute(ctx.db.system);
  for (const row of rows) await revokeOne(ctx, row);
}

async function revokeOne(ctx: RevokeContext, row: Revocation): Promise<void> {
  const line = { connectionId: row.connection_id, platformKey: row.platform_key, attempts: row.attempts };
  try {
    await revokeAtPlatform(ctx, row);
  } catch (error) {
    // If the platform no longer accepts the tokens, nothing is left to revoke.
    const isDone = error instanceof AuthRejected || error instanceof PermissionDenied;
    if (!isDone) ctx.log.warn({ ...line, err: error }, 'could not revoke tokens');
    if (!isDone && row.attempts < attemptsMax) {
      const retryAt = new Date(ctx.clock.nowMs() + claimMs * 2 ** (row.attempts - 1));
      await ctx.db.system.updateTable('oauth_revocation').set({ retry_at: retryAt }).where(is(row)).execute();
      return;
    }
  }
  await ctx.db.system.deleteFrom('oauth_revocation').where(is(row)).execute();
}

const is = ({ account_id, connection_id, removed_at }: Revocation) =>
  // Compare only milliseconds, because JavaScript dates have no microseconds.
  sql<boolean>`account_id = ${account_id}::uuid and connection_id = ${connection_id}::uuid
    and date_trunc('milliseconds', removed_at) = ${removed_at}::timestamptz`;

async function revokeAtPlatform(ctx: RevokeContext, row: Revocation): Promise<void> {
  const { account_id: accountId, connection_id: connectionId, platform_key: platformKey, tenant } = row;
  const connector = ctx.registry.find(platformKey);
  if (!connector?.oauth) return;
  // Platforms revoke the authorization of the whole company. So do nothing if another connection still uses the
  // authorization, or if this connection uses it again.
  const others = await findByTenant(ctx.db.system, { platformKey, tenant });
  if (others.some((other) => other.client_id === row.client_id)) return;
  const application = await ctx.db.transaction(accountId, (tx) =>
    findApplication(ctx, tx, { platformKey, clientId: row.client_id }),
  );
  if (!application) return;
  const {
    oauth: platform,
    platform: { name },
  } = connector;
  const server = authorizationServer(ctx, { platform, application, name });
  const { refreshToken } = openTokens(ctx.sealer, { accountId, connectionId }, row.tokens);
  if (!platform.disconnect) {
    if (platform.revokeUrl) await server.revoke(refreshToken);
    return;
  }
  const { accessToken } = await server.refresh(refreshToken);
  const token = { accessToken, version: 0 };
  const plain = providerHttp(ctx, { platformKey, connectionId });
  const http = signedHttp(plain, { current: async () => token, insteadOf: async () => token }, platform);
  await platform.disconnect({ http, tenant });
}
