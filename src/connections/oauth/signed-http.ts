import type { OauthPlatform } from '../../connectors/connector.ts';
import type { ProviderHttp, ProviderRequest } from '../../connectors/provider-http.ts';

export type Token = { accessToken: string; version: number };

/** The tokens of one connection. */
export type TokenSource = {
  /** A token that stays valid for a while. */
  current(): Promise<Token>;
  /** A token other than the one that the platform has just rejected. */
  insteadOf(refused: Token): Promise<Token>;
};

/** Signs a connector's requests. If the platform rejects a token, replaces it once for each request. */
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
      const token = await tokens.current();
      const answer = await send(request, token);
      if (!isTokenRejected(answer)) return answer;
      return send(request, await tokens.insteadOf(token));
    },
  };
}
