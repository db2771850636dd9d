import { parseCookie, stringifySetCookie } from 'cookie';
import * as oidc from 'openid-client';
import type { CellTag } from '../../base/cell-tag.ts';
import type { Clock } from '../../base/clock.ts';
import { minuteMs } from '../../base/durations.ts';
import type { Sealer } from '../../base/secrets.ts';
import { fetchThrough, type Outbound } from '../../outbound/http.ts';
import { hostCookie } from '../sessions/session-cookie.ts';

/**
 * Single sign-on by OpenID Connect: authorization code flow with PKCE, state and nonce. Until the issuer redirects
 * back, the browser holds the PKCE verifier, the state and the nonce in an encrypted cookie that expires after ten
 * minutes. The server stores nothing.
 */
export type SingleSignOn = {
  name: string;
  startUrl: string;
  /** Part of the URL path, derived from `name`. */
  slug: string;
  start(): Promise<{ url: string; setCookie: string }>;
  /** Throws `SsoRefused` if the callback does not belong to a sign-in that this browser started. */
  finish(request: { search: string; cookie: string | undefined }): Promise<SsoIdentity>;
  endedCookie: string;
};

export type SsoIdentity = {
  issuer: string;
  subject: string;
  email: string | undefined;
  isVerified: boolean;
  name: string | undefined;
};

/** `reason` is passed to the sign-in page as `?error=`. */
export class SsoRefused extends Error {
  override name = 'SsoRefused';
  readonly reason: string;
  constructor(reason: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

export type SsoSettings = {
  cell: string;
  cells: readonly unknown[];
  ssoIssuer: string;
  ssoClientId: string;
  ssoClientSecret: string;
  ssoName: string;
};

type Context = { outbound: Outbound; clock: Clock; sealer: Sealer; tag: CellTag; config: SsoSettings; baseUrl: string };

const cookieName = 'daybook_sso';
const cookiePath = '/session/sso';
const pendingMs = 10 * minuteMs;
/** How long the issuer's metadata is cached. Keys and endpoints rarely change. */
const discoveredMs = 10 * minuteMs;
const place = 'single sign-on';

export function createSingleSignOn(ctx: Context): SingleSignOn | undefined {
  const { ssoIssuer, ssoClientId, ssoClientSecret, ssoName: name, cell, cells } = ctx.config;
  if (!ssoIssuer) return undefined;
  const slug =
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || 'sso';
  const base = `${ctx.baseUrl}${cookiePath}/${slug}`;
  const callbackUrl = `${base}/callback`;
  let known: { configuration: Promise<oidc.Configuration>; until: number } | undefined;

  function discover(): Promise<oidc.Configuration> {
    if (known && known.until > performance.now()) return known.configuration;
    const configuration = oidc.discovery(new URL(ssoIssuer), ssoClientId, ssoClientSecret, undefined, {
      [oidc.customFetch]: fetchThrough(ctx.outbound, { timeoutMs: 10_000, answerBytesMax: 1_000_000 }),
      // Allow plain HTTP only if the operator configured an http:// issuer, for example on the same machine.
      ...(ssoIssuer.startsWith('http:') && { execute: [oidc.allowInsecureRequests] }),
    });
    const entry = { configuration, until: performance.now() + discoveredMs };
    known = entry;
    configuration.catch(() => {
      if (known === entry) known = undefined;
    });
    return configuration;
  }

  const cookie = (value: string, maxAge: number) =>
    stringifySetCookie({
      name: hostCookie(cookieName, ctx.baseUrl),
      value,
      maxAge,
      // The `__Host-` prefix requires the path `/`.
      path: ctx.baseUrl.startsWith('https:') ? '/' : cookiePath,
      httpOnly: true,
      secure: ctx.baseUrl.startsWith('https:'),
      // The issuer redirects back from another site. Browsers do not send a `strict` cookie with such a request.
      sameSite: 'lax',
    });

  return {
    name,
    slug,
    // Each cell has its own issuer, so the router must send the browser to this one.
    startUrl: `${base}/start${cells.length > 0 ? `?cell=${cell}` : ''}`,
    endedCookie: cookie('', 0),
    async start() {
      const configuration = await reach(discover());
      const pending = {
        state: ctx.tag(oidc.randomState()),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
        until: ctx.clock.nowMs() + pendingMs,
      };
      const url = oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: callbackUrl,
        scope: 'openid email profile',
        code_challenge: await oidc.calculatePKCECodeChallenge(pending.verifier),
        code_challenge_method: 'S256',
        state: pending.state,
        nonce: pending.nonce,
      });
      return { url: url.href, setCookie: cookie(ctx.sealer.seal(JSON.stringify(pending), place), pendingMs / 1000) };
    },
    async finish({ search, cookie: header }) {
      const pending = readPending(ctx, parseCookie(header ?? '')[hostCookie(cookieName, ctx.baseUrl)]);
      const configuration = await reach(discover());
      const tokens = await oidc
        .authorizationCodeGrant(configuration, new URL(`${callbackUrl}?${search}`), {
          pkceCodeVerifier: pending.verifier,
          expectedState: pending.state,
          expectedNonce: pending.nonce,
          idTokenExpected: true,
        })
        .catch((error: Error) => {
          throw new SsoRefused('ssoRefused', `the issuer's response was rejected: ${error.message}`, { cause: error });
        });
      const claims = tokens.claims();
      if (!claims) throw new SsoRefused('ssoRefused', 'the issuer returned no ID token');
      // Many issuers return the e-mail address only from the userinfo endpoint.
      const told =
        claims.email === undefined && configuration.serverMetadata().userinfo_endpoint
          ? await reach(oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub))
          : claims;
      return {
        issuer: claims.iss,
        subject: claims.sub,
        email: textOf(told.email)?.trim().toLowerCase(),
        isVerified: told.email_verified === true,
        name: textOf(told.name),
      };
    },
  };
}

const textOf = (claim: unknown): string | undefined => (typeof claim === 'string' && claim !== '' ? claim : undefined);

async function reach<T>(asked: Promise<T>): Promise<T> {
  return asked.catch((error: Error) => {
    throw new SsoRefused('ssoUnavailable', `the issuer could not be reached: ${error.message}`, { cause: error });
  });
}

type Pending = { state: string; nonce: string; verifier: string; until: number };

function readPending(ctx: Pick<Context, 'sealer' | 'clock'>, sealed: string | undefined): Pending {
  if (!sealed) throw new SsoRefused('ssoRefused', 'this browser has not started a sign-in');
  let pending: Pending;
  try {
    pending = JSON.parse(ctx.sealer.unseal(sealed, place));
  } catch (error) {
    throw new SsoRefused('ssoRefused', 'the sign-in cookie cannot be read', { cause: error });
  }
  if (pending.until <= ctx.clock.nowMs()) throw new SsoRefused('ssoRefused', 'the sign-in took longer than 10 minutes');
  return pending;
}
