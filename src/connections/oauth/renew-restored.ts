import { AuthRejected, NotSent } from '@daybook/connector-kit';
import { backoffMs } from '../../base/backoff.ts';
import { minuteMs } from '../../base/durations.ts';
import type { ConnectionChanged } from '../connection-changed.ts';
import { deauthorizeConnection } from '../deauthorize-connection.ts';
import { findApplication } from './applications.ts';
import { renewToken, type TokenContext } from './renew-token.ts';
import { findRestored, type RestoredToken } from './store.ts';

type RenewContext = TokenContext & { connectionChanged: ConnectionChanged };

const atOnce = 4;
/** The longest wait is well below the grace periods of platforms, so that an outage does not cost the connection. */
const waits = { firstMs: 5000, longestMs: 5 * minuteMs };

/**
 * Renews every token that comes from a backup, as soon as workers run after a restore. The platform may have replaced
 * the refresh token since the backup. During a grace period it still accepts the old one, so renewing at once saves the
 * connection. After that, the connection becomes `Deauthorized` now and not at its next sync. A token that cannot be
 * renewed yet is tried again after a growing wait, which each process keeps in memory.
 */
export function createRenewRestored(ctx: RenewContext): (isOver: () => boolean) => Promise<void> {
  let failed = new Map<string, { attempts: number; dueMs: number }>();

  async function tryOne(row: RestoredToken): Promise<void> {
    const { connectionId } = row;
    // One token that cannot be decrypted, for example, must not end this run: the next would start beside its rest.
    const isDone = await renewOne(ctx, row).catch((error) => {
      ctx.log.warn({ connectionId, err: error }, 'could not renew a token from a backup; it will be tried again');
      return false;
    });
    if (isDone) return void failed.delete(connectionId);
    const attempts = (failed.get(connectionId)?.attempts ?? 0) + 1;
    failed.set(connectionId, { attempts, dueMs: ctx.clock.nowMs() + backoffMs(attempts, waits) });
  }

  return async (isOver) => {
    const found = await findRestored(ctx.db.system, { isRefused: false });
    const ids = new Set(found.map(({ connectionId }) => connectionId));
    failed = new Map([...failed].filter(([connectionId]) => ids.has(connectionId)));
    const nowMs = ctx.clock.nowMs();
    const due = found.filter(({ connectionId }) => (failed.get(connectionId)?.dueMs ?? 0) <= nowMs);
    // Each worker starts elsewhere, so that they do not all wait for the same token.
    const from = Math.floor(Math.random() * due.length);
    const queue = [...due.slice(from), ...due.slice(0, from)];
    const work = async () => {
      for (let row = queue.shift(); row && !isOver(); row = queue.shift()) await tryOne(row);
    };
    await Promise.all(Array.from({ length: atOnce }, work));
  };
}

/** Returns false if the token must be tried again later. */
async function renewOne(ctx: RenewContext, row: RestoredToken): Promise<boolean> {
  const { accountId, companyId, connectionId, platform: platformKey, clientId, version } = row;
  const place = { accountId, companyId, connectionId, platformKey };
  // If a setting is missing, the operator can still add it: the owner need not authorize again.
  if (!ctx.registry.find(platformKey)?.oauth) return false;
  const application = await ctx.db.transaction(accountId, (tx) => findApplication(ctx, tx, { platformKey, clientId }));
  if (!application) return false;
  try {
    await renewToken(ctx, place, { accessToken: '', version });
    return true;
  } catch (error) {
    // Temporary. renewToken has logged it.
    if (error instanceof NotSent) return false;
    if (!(error instanceof AuthRejected)) throw error;
    const message = `${error.message} The database was restored from a backup or a standby took over, so the token may not be the newest.`;
    await ctx.db.transaction(accountId, (tx) => deauthorizeConnection(ctx, tx, { companyId, connectionId, message }));
    ctx.log.warn({ ...place, renewedAt: row.renewedAt }, 'a connection must be authorized again after the restore');
    return true;
  }
}
