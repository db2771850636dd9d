import { parseCookie, stringifySetCookie } from 'cookie';
import * as oidc from 'openid-client';
import type { Clock } from '../clock.ts';
import type { Outbound, OutboundRequest } from '../outbound.ts';
import type { Sealer } from '../secrets.ts';
import { hostCookie } from './session-cookie.ts';

/**
 * Single sign-on by OpenID Connect: authorization code with PKCE, state and nonce. What must come back unchanged waits in a
 * sealed cookie of the browser that began, for ten minutes; nothing is kept here.
 */
export type SingleSignOn = {
  name: string;
  startUrl: string;
  /** Part of the path: what other names lead to is not here. */
  slug: string;
  start(): Promise<{ url: string; setCookie: string }>;
  /** Throws `SsoRefused` where the answer is not one to what this browser asked. */
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

/** `code` is what the sign-in page is told. */
export class SsoRefused extends Error {
  override name = 'SsoRefused';
  readonly reason: string;
  constructor(reason: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

export type SsoSettings = { ssoIssuer: string; ssoClientId: string; ssoClientSecret: string; ssoName: string };

type Context = { outbound: Outbound; clock: Clock; sealer: Sealer; config: SsoSettings; baseUrl: string };

const cookieName = 'daybook_sso';
const cookiePath = '/session/sso';
const pendingMs = 10 * 60 * 1000;
/** Issuers change their keys and addresses rarely; what was found out is asked for anew after this. */
const discoveredMs = 10 * 60 * 1000;
const place = 'single sign-on';

export function createSingleSignOn(ctx: Context): SingleSignOn | undefined {
  const { ssoIssuer, ssoClientId, ssoClientSecret, ssoName: name } = ctx.config;
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
      [oidc.customFetch]: throughDoor(ctx.outbound),
      // Only where the operator has written http:// themselves: an issuer on the same machine.
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
      // The prefix of the name asks for it.
      path: ctx.baseUrl.startsWith('https:') ? '/' : cookiePath,
      httpOnly: true,
      secure: ctx.baseUrl.startsWith('https:'),
      // The issuer's page sends the browser back: a strict cookie would stay at home.
      sameSite: 'lax',
    });

  return {
    name,
    slug,
    startUrl: `${base}/start`,
    endedCookie: cookie('', 0),
    async start() {
      const configuration = await reach(discover());
      const pending = {
        state: oidc.randomState(),
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
          throw new SsoRefused('ssoRefused', `the issuer's answer was refused: ${error.message}`, { cause: error });
        });
      const claims = tokens.claims();
      if (!claims) throw new SsoRefused('ssoRefused', 'the issuer gave no identity');
      // Many issuers tell the e-mail only when they are asked for it.
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
    throw new SsoRefused('ssoUnavailable', `the issuer could not be asked: ${error.message}`, { cause: error });
  });
}

type Pending = { state: string; nonce: string; verifier: string; until: number };

function readPending(ctx: Pick<Context, 'sealer' | 'clock'>, sealed: string | undefined): Pending {
  if (!sealed) throw new SsoRefused('ssoRefused', 'this browser has begun no sign-in');
  let pending: Pending;
  try {
    pending = JSON.parse(ctx.sealer.unseal(sealed, place));
  } catch (error) {
    throw new SsoRefused('ssoRefused', 'the cookie of the sign-in cannot be read', { cause: error });
  }
  if (pending.until <= ctx.clock.nowMs()) throw new SsoRefused('ssoRefused', 'the sign-in took longer than 10 minutes');
  return pending;
}

/** The library's requests go by the one door out, with its limits. */
function throughDoor(outbound: Outbound): oidc.CustomFetch {
  return async (url, { method, headers, body }) => {
    const answer = await outbound.send({
      method: method as OutboundRequest['method'],
      url,
      headers,
      ...(body !== null && body !== undefined && { body: String(body) }),
      timeoutMs: 10_000,
      answerBytesMax: 1_000_000,
    });
    return new Response(answer.status === 204 ? null : answer.body, { status: answer.status, headers: answer.headers });
  };
}
