import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import type { ContractAnswer, ContractClock, ContractRequest } from './contract-server.ts';

/**
 * OAuth as vendors offer it: codes with PKCE, Basic authentication of the application, rotating refresh tokens. A code
 * that was requested without PKCE is accepted without it: the vendors' own clients do not use it.
 */
export type OauthPaths = {
  authorize: string;
  token: string;
  revoke?: string;
  accessSeconds: number;
  graceMs: number;
  /** Query parameters that the vendor adds to the callback, besides the code. */
  callback?: () => Record<string, string>;
  /** Fields that the vendor adds to a token response. */
  tokenFields?: Record<string, unknown>;
  /** OpenID Connect: an id token if the scope `openid` was asked for, and the documents that a client verifies it with. */
  openid?: { issuer: string; configuration: string; jwks: string; endpoints: Record<string, string> };
};

export type ContractOauth = {
  client: { clientId: string; clientSecret: string };
  /** Undefined if the request is not for an OAuth path. */
  handle(request: ContractRequest): ContractAnswer | undefined;
  isGood(authorization: string | undefined): boolean;
  /** Issues tokens as an authorization would. */
  grant(): { accessToken: string; refreshToken: string; expiresInS: number };
  /** Expires every access token. */
  expireAll(): void;
  /** Revokes every token. */
  revokeAll(): void;
  failSignIns(isFailing: boolean): void;
  /** How often tokens were renewed, or with this refresh token. */
  refreshes(refreshToken?: string): number;
  revocations(): number;
};

export function createContractOauth(paths: OauthPaths, clock: ContractClock): ContractOauth {
  const client = { clientId: 'contract-client', clientSecret: `contract-${randomUUID()}` };
  const access = new Map<string, number>();
  const refresh = new Map<string, { usedMs: number | undefined; times: number; isOpenid: boolean }>();
  const codes = new Map<string, { challenge: string | null; redirectUri: string; isOpenid: boolean }>();
  const openid = paths.openid && createOpenid(paths.openid, { clientId: client.clientId, clock });
  let [isFailing, refreshes, revocations] = [false, 0, 0];

  function grant(isOpenid = false) {
    const [accessToken, refreshToken] = [`at-${randomUUID()}`, `rt-${randomUUID()}`];
    access.set(accessToken, clock.nowMs() + paths.accessSeconds * 1000);
    refresh.set(refreshToken, { usedMs: undefined, times: 0, isOpenid });
    return { accessToken, refreshToken, expiresInS: paths.accessSeconds };
  }

  const refuse = (error: string, status = 400): ContractAnswer => ({ status, body: { error } });

  function authorize({ query }: ContractRequest): ContractAnswer {
    const redirectUri = query.get('redirect_uri') ?? '';
    const challenge = query.get('code_challenge');
    if (query.get('client_id') !== client.clientId || query.get('response_type') !== 'code')
      return refuse('invalid_request');
    if (challenge !== null && query.get('code_challenge_method') !== 'S256') return refuse('invalid_request');
    const code = randomUUID();
    const isOpenid = (query.get('scope') ?? '').split(' ').includes('openid');
    codes.set(code, { challenge, redirectUri, isOpenid });
    const back = new URLSearchParams({ code, state: query.get('state') ?? '', ...paths.callback?.() });
    return { status: 302, headers: { location: `${redirectUri}?${back}` } };
  }

  function token({ headers, body }: ContractRequest): ContractAnswer {
    if (isFailing) return { status: 503, body: 'down' };
    const basic = Buffer.from(`${client.clientId}:${client.clientSecret}`).toString('base64');
    if (headers.authorization !== `Basic ${basic}`) return refuse('invalid_client', 401);
    const given = new URLSearchParams(body);
    let isOpenid = false;
    if (given.get('grant_type') === 'authorization_code') {
      const code = codes.get(given.get('code') ?? '');
      codes.delete(given.get('code') ?? '');
      const verifier = given.get('code_verifier');
      const challenge = verifier === null ? null : createHash('sha256').update(verifier).digest('base64url');
      if (!code || code.challenge !== challenge || code.redirectUri !== given.get('redirect_uri'))
        return refuse('invalid_grant');
      isOpenid = code.isOpenid;
    } else {
      const found = refresh.get(given.get('refresh_token') ?? '');
      const isSpent = found?.usedMs !== undefined && clock.nowMs() - found.usedMs > paths.graceMs;
      if (!found || isSpent) return refuse('invalid_grant');
      found.usedMs ??= clock.nowMs();
      isOpenid = found.isOpenid;
      found.times++;
      refreshes++;
    }
    const { accessToken, refreshToken, expiresInS } = grant(isOpenid);
    return {
      status: 200,
      body: {
        ...{ access_token: accessToken, refresh_token: refreshToken, token_type: 'Bearer', expires_in: expiresInS },
        ...paths.tokenFields,
        ...(openid && isOpenid && { id_token: openid.idToken() }),
      },
    };
  }

  return {
    client,
    grant: () => grant(),
    handle(request) {
      if (request.path === paths.authorize) return authorize(request);
      if (request.path === paths.token) return token(request);
      const document = openid?.documents[request.path];
      if (document) return { status: 200, body: document };
      if (request.path !== paths.revoke) return undefined;
      revocations++;
      const revoked = tokenIn(request);
      refresh.delete(revoked);
      access.delete(revoked);
      return { status: 200 };
    },
    isGood: (authorization = '') => (access.get(authorization.replace(/^Bearer /, '')) ?? 0) > clock.nowMs(),
    expireAll: () => access.clear(),
    revokeAll() {
      access.clear();
      refresh.clear();
    },
    failSignIns(failing) {
      isFailing = failing;
    },
    refreshes: (token) => (token === undefined ? refreshes : (refresh.get(token)?.times ?? 0)),
    revocations: () => revocations,
  };
}

/** Intuit takes the token as JSON, others as a form. */
function tokenIn({ headers, body }: ContractRequest): string {
  if (!headers['content-type']?.startsWith('application/json')) return new URLSearchParams(body).get('token') ?? '';
  return String((JSON.parse(body) as { token?: string }).token);
}

function createOpenid(
  { issuer, configuration, jwks, endpoints }: NonNullable<OauthPaths['openid']>,
  { clientId, clock }: { clientId: string; clock: ContractClock },
) {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const kid = randomUUID();
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const documents: Record<string, object> = {
    [configuration]: {
      ...{ issuer, ...endpoints, response_types_supported: ['code'], subject_types_supported: ['public'] },
      id_token_signing_alg_values_supported: ['RS256'],
    },
    [jwks]: { keys: [{ ...publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' }] },
  };
  const idToken = () => {
    const iat = Math.floor(clock.nowMs() / 1000);
    // Intuit writes the audience as a list, which OpenID Connect allows for everybody.
    const claims = { iss: issuer, aud: [clientId], sub: 'contract-person', iat, exp: iat + 300 };
    const text = `${encode({ alg: 'RS256', typ: 'JWT', kid })}.${encode(claims)}`;
    return `${text}.${sign('RSA-SHA256', Buffer.from(text), privateKey).toString('base64url')}`;
  };
  return { documents, idToken };
}
