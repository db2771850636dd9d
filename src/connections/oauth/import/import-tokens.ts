import { AuthRejected, NotSent, type OauthPlatform } from '@daybook/connector-kit';
import type { Clock } from '../../../base/clock.ts';
import type { Sealer } from '../../../base/secrets.ts';
import type { Db } from '../../../db/db.ts';
import type { Outbound } from '../../../outbound/http.ts';
import { type Application, authorizationServer, type Granted, tokenTimeoutMs } from '../authorization-server.ts';
import { marginMs } from '../renew-token.ts';
import type { Token, TokenSource } from '../signed-http.ts';
import { endImportLease, type ImportPlace, type ImportTokens, takeImportLease } from './import-store.ts';

/** The platform rejects the refresh token, and not only the request. */
export class TokenEnded extends AuthRejected {
  override name = 'TokenEnded';
}

/** A check must not renew, and the access token alone does not work. */
export class NotRenewed extends NotSent {
  override name = 'NotRenewed';
}

/** Longer than the timeout of a token request, so that no other process sends the same refresh token meanwhile. */
const leaseMs = tokenTimeoutMs + 5000;

export type ImportSource = TokenSource & { newest(): ImportTokens };

type SourceContext = { db: Db; clock: Clock; sealer: Sealer; outbound: Outbound };

/**
 * The tokens of one line. They are stored before a renewal is sent and again with its result, so that a crash in between
 * loses nothing: the next run sends the same refresh token again, which platforms allow during their grace period.
 */
export function importTokens(
  ctx: SourceContext,
  place: ImportPlace,
  options: {
    given: ImportTokens;
    application: Application;
    platform: OauthPlatform;
    name: string;
    mayRenew: boolean;
  },
): ImportSource {
  const { platform, application, name, mayRenew } = options;
  let held = options.given;
  const token = (): Token => ({ accessToken: held.tokens.accessToken, version: held.version });

  async function renew(): Promise<Token> {
    if (!mayRenew) throw new NotRenewed(`${name} does not accept the access token, and a check does not renew it.`);
    const nowMs = ctx.clock.nowMs();
    const lease = await ctx.db.transaction(place.accountId, (tx) =>
      takeImportLease(ctx, tx, place, {
        given: held,
        now: new Date(nowMs),
        until: new Date(nowMs + leaseMs),
      }),
    );
    if (!lease) throw new NotSent(`Another import is renewing this token of ${name}.`);
    const { fence } = lease;
    let fresh: Granted & { from: string };
    try {
      fresh = await ask(lease);
    } catch (error) {
      await ctx.db.transaction(place.accountId, (tx) => endImportLease(ctx, tx, place, { fence }));
      throw error instanceof AuthRejected ? new TokenEnded(error.message) : error;
    }
    const { accessToken, refreshToken = fresh.from, expires } = fresh;
    const tokens = { accessToken, refreshToken, previousRefreshToken: fresh.from };
    const isKept = await ctx.db.transaction(place.accountId, (tx) =>
      endImportLease(ctx, tx, place, { fence, fresh: { tokens, expires } }),
    );
    if (!isKept) throw new NotSent(`Another import has renewed this token of ${name}.`);
    held = { tokens, expires, version: lease.version + 1 };
    return token();
  }

  /** Sends the newest refresh token and, if it is rejected, the one before it. */
  async function ask({ tokens }: ImportTokens): Promise<Granted & { from: string }> {
    const server = authorizationServer(ctx, { platform, application, name });
    const { refreshToken, previousRefreshToken } = tokens;
    try {
      return { ...(await server.refresh(refreshToken)), from: refreshToken };
    } catch (error) {
      if (!(error instanceof AuthRejected) || !previousRefreshToken) throw error;
      return { ...(await server.refresh(previousRefreshToken)), from: previousRefreshToken };
    }
  }

  return {
    newest: () => held,
    async current() {
      const isGood = held.tokens.accessToken !== '' && held.expires.getTime() - ctx.clock.nowMs() > marginMs;
      return isGood ? token() : renew();
    },
    async insteadOf() {
      return renew();
    },
  };
}
