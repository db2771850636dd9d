import type { OauthPlatform } from '../../connectors/connector.ts';
import type { ProviderHttp, ProviderRequest } from '../../connectors/provider-http.ts';

export type Token = { accessToken: string; version: number };

/** The tokens of one connection. */
export type TokenSource = {
  /** One that is good for a while yet. */
  current(): Promise<Token>;
  /** Another one than the one that the platform has just refused. */
  insteadOf(refused: Token): Promise<Token>;
};

/** Signs a connector's requests. A token that has been refused is replaced, once for each request. */
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
