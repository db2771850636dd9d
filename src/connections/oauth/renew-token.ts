import { AuthRejected, NotSent } from '@daybook/connector-kit';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Sealer } from '../../base/secrets.ts';
import type { Registry } from '../../connectors/registry.ts';
import type { Db, Tx } from '../../db/db.ts';
import type { Outbound } from '../../outbound/http.ts';
import type { ConnectionIds } from '../store.ts';
import { findApplication, type HouseApplications } from './applications.ts';
import { type Application, authorizationServer, type Granted, tokenTimeoutMs } from './authorization-server.ts';
import type { Token } from './signed-http.ts';
import { lockToken, releaseLease, setTokens, swapTokens, type TokenRow, takeLease } from './store.ts';
import { openTokens, sealTokens, type TokenSet } from './token-seal.ts';

export type TokenContext = {
  db: Db;
  clock: Clock;
  log: Log;
  sealer: Sealer;
  outbound: Outbound;
  registry: Registry;
  applications: HouseApplications;
};

export type TokenPlace = ConnectionIds & { accountId: string; platformKey: string };

/**
 * Length of the lease. It is longer than the timeout of a token request, so that no other process sends the same
 * refresh token meanwhile.
 */
const leaseMs = tokenTimeoutMs + 5000;
/** A token that expires within this time is renewed before it is used. */
export const marginMs = 60_000;
/**
 * Pause after a failed renewal. Without the pause, all waiting workers would repeat the failing renewal one after
 * another.
 */
const pauseMs = 5000;
const waitMaxMs = 2 * leaseMs;
const lookEveryMs = 100;

type Found = { kind: 'good'; token: Token; expiresMs: number } | { kind: 'busy' } | { kind: 'ours'; held: Held };

type Held = { fence: number; version: number; renewedMs: number; tokens: TokenSet; application: Application };

export type GoodToken = { token: Token; expiresMs: number };

/**
 * Returns a valid token that is not the rejected token. The process that takes the lease renews the token, and the
 * other processes wait for the stored result. If that process dies, the refresh token is still in the row. The next
 * process sends this refresh token again, which platforms allow during their grace period.
 */
export async function renewToken(ctx: TokenContext, place: TokenPlace, refused?: Token): Promise<GoodToken> {
  for (const startedMs = performance.now(); ; ) {
    const found = await ctx.db.transaction(place.accountId, (tx) => look(ctx, tx, place, refused));
    if (found.kind === 'good') return found;
    if (found.kind === 'ours') return renew(ctx, place, found.held);
    if (performance.now() - startedMs > waitMaxMs)
      throw new NotSent(`The token for ${nameOf(ctx, place)} is still being renewed by another process.`);
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs * (0.5 + Math.random())));
  }
}

async function look(ctx: TokenContext, tx: Tx, place: TokenPlace, refused: Token | undefined): Promise<Found> {
  const row = await lockToken(tx, place);
  const name = nameOf(ctx, place);
  if (!row) throw new AuthRejected(`The connection to ${name} has no authorization.`);
  const now = ctx.clock.nowMs();
  const isGood = row.version !== refused?.version && row.expires_at.getTime() - now > marginMs;
  if (isGood) return good(ctx, place, row);
  if (row.refused_at) throw new AuthRejected(`${name} no longer accepts the authorization.`);
  if (row.retry_at && row.retry_at.getTime() > now)
    throw new NotSent(`The token for ${name} could not be renewed. The renewal will be retried in a few seconds.`);
  if (row.lease_until && row.lease_until.getTime() > now) return { kind: 'busy' };
  const application = await findApplication(ctx, tx, { platformKey: place.platformKey, clientId: row.client_id });
  if (!application)
    throw new AuthRejected(
      `The OAuth application that the connection to ${name} was authorized for is no longer set up. Authorize the connection again.`,
    );
  const fence = await takeLease(tx, place, new Date(now + leaseMs));
  const { version, renewed_at } = row;
  const tokens = openTokens(ctx.sealer, place, row.tokens);
  return { kind: 'ours', held: { fence, version, renewedMs: renewed_at.getTime(), tokens, application } };
}

function good(ctx: TokenContext, place: TokenPlace, row: NonNullable<TokenRow>): Extract<Found, { kind: 'good' }> {
  const { accessToken } = openTokens(ctx.sealer, place, row.tokens);
  return { kind: 'good', token: { accessToken, version: row.version }, expiresMs: row.expires_at.getTime() };
}

async function renew(ctx: TokenContext, place: TokenPlace, held: Held): Promise<GoodToken> {
  const inPlace = <T>(work: (tx: Tx) => Promise<T>) => ctx.db.transaction(place.accountId, work);
  let granted: Granted & { from: string };
  try {
    granted = await ask(ctx, place, held);
  } catch (error) {
    const at = ctx.clock.now();
    const isRefused = error instanceof AuthRejected;
    const retryAt = new Date(at.getTime() + pauseMs);
    const left = { fence: held.fence, ...(isRefused ? { refusedAt: at } : { retryAt }) };
    const wasOurs = await inPlace((tx) => releaseLease(tx, place, left));
    ctx.log.warn({ connectionId: place.connectionId, err: error, wasOurs }, 'could not renew a token');
    // If another process has taken over the lease, that process may already have renewed the token. So try once more
    // with the stored token before reporting the rejection.
    if (!wasOurs && isRefused) return renewToken(ctx, place);
    throw error;
  }
  const { accessToken, refreshToken = granted.from, expires, from } = granted;
  const tokens = { accessToken, refreshToken, previousRefreshToken: from };
  const isStored = await inPlace(async (tx) => {
    const sealed = sealTokens(ctx.sealer, place, tokens);
    const fresh = { tokens: sealed, expires, renewed: ctx.clock.now() };
    return (await swapTokens(tx, place, held, fresh)) || keepBeside(ctx, tx, place, refreshToken);
  });
  if (!isStored) return renewToken(ctx, place);
  ctx.log.info({ connectionId: place.connectionId, version: held.version + 1 }, 'token renewed');
  return { token: { accessToken, version: held.version + 1 }, expiresMs: expires.getTime() };
}

/** Sends the newest refresh token. If it is rejected within the grace period, sends the previous refresh token. */
async function ask(ctx: TokenContext, place: TokenPlace, held: Held): Promise<Granted & { from: string }> {
  const connector = ctx.registry.find(place.platformKey);
  if (!connector?.oauth) throw new AuthRejected(`The platform ${place.platformKey} is not enabled.`);
  const {
    oauth: platform,
    platform: { name },
  } = connector;
  const server = authorizationServer(ctx, { platform, application: held.application, name });
  const { refreshToken, previousRefreshToken } = held.tokens;
  try {
    return { ...(await server.refresh(refreshToken)), from: refreshToken };
  } catch (error) {
    const mayCount = ctx.clock.nowMs() - held.renewedMs < platform.graceMs;
    if (!(error instanceof AuthRejected) || !previousRefreshToken || !mayCount) throw error;
    return { ...(await server.refresh(previousRefreshToken)), from: previousRefreshToken };
  }
}

/**
 * Called if another process has stored new tokens in the meantime. Stores the refresh token of this process as
 * `previousRefreshToken`, because it may be the only one that the platform accepts.
 */
async function keepBeside(ctx: TokenContext, tx: Tx, place: TokenPlace, refreshToken: string): Promise<false> {
  const row = await lockToken(tx, place);
  if (!row) return false;
  const tokens = { ...openTokens(ctx.sealer, place, row.tokens), previousRefreshToken: refreshToken };
  await setTokens(tx, place, sealTokens(ctx.sealer, place, tokens));
  return false;
}

const nameOf = (ctx: TokenContext, { platformKey }: TokenPlace) => ctx.registry.names.get(platformKey) ?? platformKey;
