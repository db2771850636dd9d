import { AuthRejected, NotSent } from '@daybook/connector-kit';
import type { ConnectionChanged } from '../connection-changed.ts';
import { deauthorizeConnection } from '../deauthorize-connection.ts';
import { findApplication } from './applications.ts';
import { renewToken, type TokenContext } from './renew-token.ts';
import { findRestored, type RestoredToken } from './store.ts';

type RenewContext = TokenContext & { connectionChanged: ConnectionChanged };

const atOnce = 4;

/**
 * Renews every token that comes from a backup, as soon as workers run after a restore. The platform may have replaced a
 * refresh token since the backup, but it accepts the old one for a grace period. So an early renewal can save the
 * connection. If the platform rejects the refresh token, the connection becomes `Deauthorized` now and not only at its
 * next sync.
 */
export async function renewRestored(ctx: RenewContext, isOver: () => boolean): Promise<void> {
  const found = await findRestored(ctx.db.system, { isRefused: false });
  // Each worker starts at another place in the list, so that the workers do not all wait for the same token.
  const from = Math.floor(Math.random() * found.length);
  const queue = [...found.slice(from), ...found.slice(0, from)];
  const work = async () => {
    for (let row = queue.shift(); row && !isOver(); row = queue.shift()) {
      const { connectionId } = row;
      // Catch the error, so that one token, for example one that cannot be decrypted, does not end this run. Otherwise
      // the next run would start while other tokens of this run are still being renewed.
      await renewOne(ctx, row).catch((error) =>
        ctx.log.warn(
          { connectionId, err: error },
          'could not renew a token from a backup; the renewal will be retried',
        ),
      );
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

async function renewOne(ctx: RenewContext, row: RestoredToken): Promise<void> {
  const { accountId, companyId, connectionId, platform: platformKey, clientId, version } = row;
  const place = { accountId, companyId, connectionId, platformKey };
  // If the platform or its OAuth application is not configured, skip the connection and do not deauthorize it. The
  // operator can still add the settings.
  if (!ctx.registry.find(platformKey)?.oauth) return;
  const application = await ctx.db.transaction(accountId, (tx) => findApplication(ctx, tx, { platformKey, clientId }));
  if (!application) return;
  try {
    await renewToken(ctx, place, { accessToken: '', version });
  } catch (error) {
    // The failure is temporary. `renewToken` has logged it, and the next run tries again.
    if (error instanceof NotSent) return;
    if (!(error instanceof AuthRejected)) throw error;
    const message = `${error.message} The database was restored from a backup or a standby took over, so the token may not be the newest.`;
    await ctx.db.transaction(accountId, (tx) => deauthorizeConnection(ctx, tx, { companyId, connectionId, message }));
    ctx.log.warn({ ...place, renewedAt: row.renewedAt }, 'a connection must be authorized again after the restore');
  }
}
