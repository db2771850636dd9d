import type { Connector, ProviderHttp } from '@daybook/connector-kit';
import { plainHttp } from '@daybook/connector-kit/conformance';
import { authorizationServer } from '../../src/connections/oauth/authorization-server.ts';
import { signedHttp, type Token } from '../../src/connections/oauth/signed-http.ts';
import { createOutbound } from '../../src/outbound/http.ts';
import type { ContractOauth } from './contract-oauth.ts';

/** Daybook's own request signing and token refresh, for tests of a connector alone: tokens are kept in memory. */
export function signedSender(
  connector: Connector,
  oauth: ContractOauth,
  options: { timeoutMs?: number } = {},
): ProviderHttp {
  const { oauth: platform } = connector;
  if (!platform) throw new Error('The platform does not use OAuth.');
  const application = { ...oauth.client, notificationKey: undefined };
  const clock = { now: () => new Date(), nowMs: () => Date.now() };
  const outbound = createOutbound();
  const server = authorizationServer({ outbound, clock }, { platform, application, name: connector.platform.name });
  let { accessToken, refreshToken } = oauth.grant();
  let version = 1;
  const token = (): Token => ({ accessToken, version });
  return signedHttp(
    plainHttp(options),
    {
      current: async () => token(),
      async insteadOf(refused) {
        if (refused.version !== version) return token();
        const granted = await server.refresh(refreshToken);
        [accessToken, refreshToken] = [granted.accessToken, granted.refreshToken ?? refreshToken];
        version++;
        return token();
      },
    },
    platform,
  );
}
