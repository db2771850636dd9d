import { createHash, randomUUID } from 'node:crypto';
import type { ContractAnswer, ContractClock, ContractRequest } from './contract-server.ts';

/** OAuth as vendors offer it: codes with PKCE, Basic authentication of the application, rotating refresh tokens. */
export type OauthPaths = {
  authorize: string;
  token: string;
  revoke?: string;
  accessSeconds: number;
  graceMs: number;
  /** Query parameters that the vendor adds to the callback, besides the code. */
  callback?: () => Record<string, string>;
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
  refreshes(): number;
  revocations(): number;
};

export function createContractOauth(paths: OauthPaths, clock: ContractClock): ContractOauth {
  const client = { clientId: 'contract-client', clientSecret: `contract-${randomUUID()}` };
  const access = new Map<string, number>();
  const refresh = new Map<string, { usedMs: number | undefined }>();
  const codes = new Map<string, { challenge: string; redirectUri: string }>();
  let [isFailing, refreshes, revocations] = [false, 0, 0];

  function grant() {
    const [accessToken, refreshToken] = [`at-${randomUUID()}`, `rt-${randomUUID()}`];
    access.set(accessToken, clock.nowMs() + paths.accessSeconds * 1000);
    refresh.set(refreshToken, { usedMs: undefined });
    return { accessToken, refreshToken, expiresInS: paths.accessSeconds };
  }

  const refuse = (error: string, status = 400): ContractAnswer => ({ status, body: { error } });

  function authorize({ query }: ContractRequest): ContractAnswer {
    const redirectUri = query.get('redirect_uri') ?? '';
    if (query.get('client_id') !== client.clientId || query.get('code_challenge_method') !== 'S256')
      return refuse('invalid_request');
    const code = randomUUID();
    codes.set(code, { challenge: query.get('code_challenge') ?? '', redirectUri });
    const back = new URLSearchParams({ code, state: query.get('state') ?? '', ...paths.callback?.() });
    return { status: 302, headers: { location: `${redirectUri}?${back}` } };
  }

  function token({ headers, body }: ContractRequest): ContractAnswer {
    if (isFailing) return { status: 503, body: 'down' };
    const basic = Buffer.from(`${client.clientId}:${client.clientSecret}`).toString('base64');
    if (headers.authorization !== `Basic ${basic}`) return refuse('invalid_client', 401);
    const given = new URLSearchParams(body);
    if (given.get('grant_type') === 'authorization_code') {
      const code = codes.get(given.get('code') ?? '');
      codes.delete(given.get('code') ?? '');
      const challenge = createHash('sha256')
        .update(given.get('code_verifier') ?? '')
        .digest('base64url');
      if (!code || code.challenge !== challenge || code.redirectUri !== given.get('redirect_uri'))
        return refuse('invalid_grant');
    } else {
      const found = refresh.get(given.get('refresh_token') ?? '');
      const isSpent = found?.usedMs !== undefined && clock.nowMs() - found.usedMs > paths.graceMs;
      if (!found || isSpent) return refuse('invalid_grant');
      found.usedMs ??= clock.nowMs();
      refreshes++;
    }
    const { accessToken, refreshToken, expiresInS } = grant();
    return {
      status: 200,
      body: { access_token: accessToken, refresh_token: refreshToken, token_type: 'Bearer', expires_in: expiresInS },
    };
  }

  return {
    client,
    grant,
    handle(request) {
      if (request.path === paths.authorize) return authorize(request);
      if (request.path === paths.token) return token(request);
      if (request.path !== paths.revoke) return undefined;
      revocations++;
      refresh.delete(new URLSearchParams(request.body).get('token') ?? '');
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
    refreshes: () => refreshes,
    revocations: () => revocations,
  };
}
