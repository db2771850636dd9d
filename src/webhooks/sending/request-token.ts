import * as oauth from 'oauth4webapi';
import { EgressRefused } from '../../outbound/egress-guard.ts';
import { fetchThrough, NoAnswer, type Outbound } from '../../outbound/http.ts';

/** The client credentials of a consumer, unsealed. `key` is different for different credentials. */
export type OauthClient = {
  key: string;
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  scope: string | undefined;
};

/** There is no token. The message is stored as the cause of the failed attempt, so it contains no secret. */
export class TokenRefused extends Error {
  override name = 'TokenRefused';
}

const tokenTimeoutMs = 10_000;
const answerBytesMax = 64 * 1024;

/** Requests a token by the client credentials grant (RFC 6749, section 4.4), under the address guard of deliveries. */
export async function requestToken(
  { outbound }: { outbound: Outbound },
  { tokenUrl, clientId, clientSecret, scope }: OauthClient,
): Promise<{ value: string; lifetimeMs: number | undefined }> {
  const server: oauth.AuthorizationServer = { issuer: tokenUrl, token_endpoint: tokenUrl };
  const client: oauth.Client = { client_id: clientId };
  const options = {
    [oauth.customFetch]: fetchThrough(outbound, { timeoutMs: tokenTimeoutMs, answerBytesMax, isGuarded: true }),
    [oauth.allowInsecureRequests]: tokenUrl.startsWith('http:'),
  };
  const parameters = new URLSearchParams(scope === undefined ? {} : { scope });
  let status: number | undefined;
  try {
    const response = await oauth.clientCredentialsGrantRequest(
      server,
      client,
      basicAuthentication({ clientId, clientSecret }),
      parameters,
      options,
    );
    status = response.status;
    const answer = await oauth.processClientCredentialsResponse(server, client, response);
    if (answer.token_type !== 'bearer') throw new Error('not a bearer token');
    if (!/^[\x21-\x7e]+$/.test(answer.access_token)) throw new Error('not a token for a header');
    const { expires_in: seconds } = answer;
    return { value: answer.access_token, lifetimeMs: seconds === undefined ? undefined : seconds * 1000 };
  } catch (error) {
    throw new TokenRefused(`No access token: the token endpoint ${hostOf(tokenUrl)} ${causeOf(error, status)}.`);
  }
}

/** RFC 6749 encodes both parts. This encoding leaves "-" and "_" as they are, since not every server decodes them. */
function basicAuthentication({ clientId, clientSecret }: { clientId: string; clientSecret: string }): oauth.ClientAuth {
  const pair = [clientId, clientSecret].map(encodeURIComponent).join(':');
  const value = `Basic ${Buffer.from(pair).toString('base64')}`;
  return (_server, _client, _body, headers) => headers.set('authorization', value);
}

const hostOf = (url: string) => URL.parse(url)?.host ?? '';

/** Does not show the response, which can contain a token, apart from the error code that OAuth defines. */
function causeOf(error: unknown, status: number | undefined): string {
  if (error instanceof EgressRefused || error instanceof NoAnswer) return `could not be used: ${error.message}`;
  const refusal = error instanceof oauth.ResponseBodyError ? error : undefined;
  if (refusal) return `returned ${refusal.status} (${printable(refusal.error)})`;
  if (status === undefined) return 'could not be used';
  return status >= 200 && status < 300 ? `returned ${status} without a valid bearer token` : `returned ${status}`;
}

const printable = (code: string) => code.replace(/[^\x20-\x7e]/g, '?').slice(0, 100);
