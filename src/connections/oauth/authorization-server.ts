import type { OauthPlatform } from '@daybook/connector-kit';
import { AuthRejected, NotSent } from '@daybook/connector-kit';
import * as oauth from 'oauth4webapi';
import type { Clock } from '../../base/clock.ts';
import { fetchThrough, type Outbound } from '../../outbound/http.ts';

/** An OAuth application registered on a platform: Daybook's own, or an account's own. */
export type Application = { clientId: string; clientSecret: string; notificationKey: string | undefined };

export type Granted = { accessToken: string; refreshToken: string | undefined; expires: Date };

/**
 * Client for a platform's authorization server. Throws `AuthRejected` if the server no longer accepts the
 * authorization, and `NotSent` for all other errors.
 */
export type AuthorizationServer = {
  exchange(code: { callback: URLSearchParams; redirectUri: string; codeVerifier: string }): Promise<Granted>;
  refresh(refreshToken: string): Promise<Granted>;
  revoke(refreshToken: string): Promise<void>;
};

/**
 * Timeout of a token request. It is shorter than the lease of a renewal, so that a process that waits for the response
 * still holds the lease.
 */
export const tokenTimeoutMs = 10_000;
const answerBytesMax = 1024 * 1024;
/** Assumed lifetime of a token in seconds if the platform does not return the lifetime. */
const lifetimeWithoutAdviceS = 300;

export function authorizationServer(
  ctx: { outbound: Outbound; clock: Clock },
  { platform, application, name }: { platform: OauthPlatform; application: Application; name: string },
): AuthorizationServer {
  const server: oauth.AuthorizationServer = {
    issuer: platform.issuer,
    authorization_endpoint: platform.authorizeUrl,
    token_endpoint: platform.tokenUrl,
    ...(platform.revokeUrl && { revocation_endpoint: platform.revokeUrl }),
  };
  const client: oauth.Client = { client_id: application.clientId };
  const authentication = basicAuthentication(application);
  const options = {
    [oauth.customFetch]: fetchThrough(ctx.outbound, { timeoutMs: tokenTimeoutMs, answerBytesMax }),
    // Allow http if the platform's own address uses it. Only test platforms do; the addresses of real platforms are
    // fixed in their connectors.
    [oauth.allowInsecureRequests]: platform.tokenUrl.startsWith('http:'),
  };

  async function granted(response: Response, read: typeof oauth.processRefreshTokenResponse): Promise<Granted> {
    const answer = await read(server, client, response);
    const lifetimeS = answer.expires_in ?? lifetimeWithoutAdviceS;
    return {
      accessToken: answer.access_token,
      refreshToken: answer.refresh_token,
      expires: new Date(ctx.clock.nowMs() + lifetimeS * 1000),
    };
  }

  return {
    exchange: ({ callback, redirectUri, codeVerifier }) =>
      told(name, async () => {
        // `takeState` has already checked the state.
        const checked = oauth.validateAuthResponse(server, client, callback, oauth.skipStateCheck);
        const response = await oauth.authorizationCodeGrantRequest(
          server,
          client,
          authentication,
          checked,
          redirectUri,
          codeVerifier,
          options,
        );
        return granted(response, oauth.processAuthorizationCodeResponse);
      }),
    refresh: (refreshToken) =>
      told(name, async () =>
        granted(
          await oauth.refreshTokenGrantRequest(server, client, authentication, refreshToken, options),
          oauth.processRefreshTokenResponse,
        ),
      ),
    revoke: (refreshToken) =>
      told(name, async () => {
        const additionalParameters = { token_type_hint: 'refresh_token' };
        await oauth.processRevocationResponse(
          await oauth.revocationRequest(server, client, authentication, refreshToken, {
            ...options,
            additionalParameters,
          }),
        );
      }),
  };
}

/**
 * Sends the client id and the secret in the way that the vendors document. The OAuth library would also encode
 * characters such as "-", which not every server decodes.
 */
function basicAuthentication({ clientId, clientSecret }: Application): oauth.ClientAuth {
  const value = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  return (_server, _client, _body, headers) => headers.set('authorization', value);
}

/** These errors mean that the token is invalid, for this application or in general. A retry would not help. */
const finalErrors = ['invalid_grant', 'unauthorized_client', 'invalid_token'];

async function told<T>(name: string, talk: () => Promise<T>): Promise<T> {
  try {
    return await talk();
  } catch (error) {
    const code = error instanceof oauth.ResponseBodyError ? error.error : undefined;
    if (code && finalErrors.includes(code))
      throw new AuthRejected(`${name} no longer accepts the authorization (${code}).`);
    if (code === 'invalid_client') throw new NotSent(`${name} does not accept the application's client id and secret.`);
    if (code) throw new NotSent(`${name} rejected a token request with the error ${code}.`);
    // Do not show the library's message, because it may contain the response, and therefore a token.
    throw new NotSent(`${name} did not return a valid response to a token request.`);
  }
}
