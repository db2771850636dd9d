import type { OauthPlatform, ProviderHttp, ProviderRequest } from '@daybook/connector-kit';

export type Token = { accessToken: string; version: number };

/** The tokens of one connection. */
export type TokenSource = {
  /** Returns a token that does not expire soon, and renews it first if necessary. */
  current(): Promise<Token>;
  /** Returns a token to use instead of `refused`, which the platform has just rejected. */
  insteadOf(refused: Token): Promise<Token>;
};

/**
 * Adds the token to a connector's requests. If the platform rejects the token, sends the request once more with another
 * token.
 */
export function signedHttp(
  http: ProviderHttp,
  tokens: TokenSource,
  { isTokenRejected = ({ status }) => status === 401 }: Pick<OauthPlatform, 'isTokenRejected'>,
): ProviderHttp {
  const send = (request: ProviderRequest, { accessToken }: Token) =>
    http.request({ ...request, headers: { ...request.headers, authorization: `Bearer ${accessToken}` } });
  return {
    nowMs: () => http.nowMs(),
    async request(request) {
      if (request.isForeign) return http.request(request);
      const token = await tokens.current();
      const answer = await send(request, token);
      if (!isTokenRejected(answer)) return answer;
      return send(request, await tokens.insteadOf(token));
    },
  };
}
