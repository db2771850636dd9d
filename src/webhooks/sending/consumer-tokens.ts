import type { Clock } from '../../base/clock.ts';
import type { Outbound } from '../../outbound/http.ts';
import { type OauthClient, requestToken } from './request-token.ts';

/**
 * Access tokens for consumers whose Authorization header is set by OAuth client credentials. Each process has its own
 * tokens: they cost one request and are worth nothing to the next process once they have expired.
 */
export type ConsumerTokens = {
  /** Throws `TokenRefused` if there is none. */
  get(client: OauthClient): Promise<string>;
  /** Returns another token than the one that the receiver has refused, or undefined if that one is quite new. */
  renew(client: OauthClient, refused: string): Promise<string | undefined>;
  close(): Promise<void>;
};

/** A token is renewed this long before it expires, or a tenth of its lifetime if that is shorter. */
const marginMs = 60_000;
/** Assumed lifetime of a token if the endpoint does not return one. */
const lifetimeWithoutAdviceMs = 300_000;
/** After a failure the endpoint is not asked again for this long, however many deliveries are due. */
const pauseMs = 5000;
/** A refused token is renewed only if it is older: a receiver that refuses every token must not cause a request each. */
const renewAfterMs = 10_000;
const keptMax = 20_000;

type Kept = {
  pending?: Promise<string> | undefined;
  token?: { value: string; fetchedMs: number; renewMs: number } | undefined;
  failure?: { error: unknown; untilMs: number } | undefined;
};

export function createConsumerTokens(ctx: { clock: Clock; outbound: Outbound }): ConsumerTokens {
  const kept = new Map<string, Kept>();

  function keptOf({ key }: OauthClient): Kept {
    let one = kept.get(key);
    if (one) return one;
    if (kept.size >= keptMax) for (const oldest of [...kept.keys()].slice(0, keptMax / 10)) kept.delete(oldest);
    one = {};
    kept.set(key, one);
    return one;
  }

  async function fetchToken(client: OauthClient, one: Kept): Promise<string> {
    try {
      const { value, lifetimeMs = lifetimeWithoutAdviceMs } = await requestToken(ctx, client);
      const fetchedMs = ctx.clock.nowMs();
      const renewMs = fetchedMs + lifetimeMs - Math.min(marginMs, lifetimeMs / 10);
      one.token = { value, fetchedMs, renewMs };
      one.failure = undefined;
      return value;
    } catch (error) {
      one.failure = { error, untilMs: ctx.clock.nowMs() + pauseMs };
      throw error;
    } finally {
      one.pending = undefined;
    }
  }

  async function get(client: OauthClient): Promise<string> {
    const one = keptOf(client);
    const nowMs = ctx.clock.nowMs();
    if (one.token && nowMs < one.token.renewMs) return one.token.value;
    if (one.failure && nowMs < one.failure.untilMs) throw one.failure.error;
    one.pending ??= fetchToken(client, one);
    return one.pending;
  }

  return {
    get,
    async renew(client, refused) {
      const one = keptOf(client);
      if (one.token?.value === refused) {
        if (ctx.clock.nowMs() < one.token.fetchedMs + renewAfterMs) return undefined;
        one.token = undefined;
      }
      return get(client);
    },
    close: () => ctx.outbound.close(),
  };
}
