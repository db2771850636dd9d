import { type GoodToken, marginMs, renewToken, type TokenContext, type TokenPlace } from './renew-token.ts';
import type { Token, TokenSource } from './signed-http.ts';

/**
 * Creates token sources for connections. A source caches its token. Create a new source for each job, so that each job
 * reads the stored token again.
 */
export type Tokens = { of(place: TokenPlace): TokenSource };

export function createTokens(ctx: TokenContext): Tokens {
  const underWay = new Map<string, Promise<GoodToken>>();

  /** Concurrent calls share one look-up, so that not every request needs a query. */
  function renewOnce(place: TokenPlace, refused?: Token): Promise<GoodToken> {
    const key = `${place.connectionId} ${refused?.version ?? ''}`;
    const asking = underWay.get(key) ?? renewToken(ctx, place, refused).finally(() => underWay.delete(key));
    underWay.set(key, asking);
    return asking;
  }

  return {
    of(place) {
      let known: GoodToken | undefined;
      return {
        async current() {
          if (!known || known.expiresMs - ctx.clock.nowMs() <= marginMs) known = await renewOnce(place);
          return known.token;
        },
        async insteadOf(refused) {
          if (!known || known.token.version === refused.version) known = await renewOnce(place, refused);
          return known.token;
        },
      };
    },
  };
}
