import type { Credentials, ProviderAnswer, ProviderHttp, ProviderRequest } from '@daybook/connector-kit';
import {
  AuthRejected,
  PermissionDenied,
  parseExact,
  RateLimited,
  retryAtMs,
  Unavailable,
} from '@daybook/connector-kit';

export type Access = { http: ProviderHttp; credentials: Credentials };

const waitWithoutAdviceMs = 60_000;

/** hledger-web has no sign-in of its own; a proxy in front of it may ask for HTTP Basic authentication. */
export async function send({ http, credentials }: Access, request: ProviderRequest): Promise<ProviderAnswer> {
  const { user = '', password = '' } = credentials;
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  const answer = await http.request({ ...request, headers: { ...request.headers, authorization } });
  if (answer.status === 401) throw new AuthRejected('hledger does not accept the user name and password.');
  if (answer.status === 403) throw new PermissionDenied('hledger does not allow this user to perform this operation.');
  if (answer.status === 429)
    throw new RateLimited('hledger rate limit reached.', retryAtMs(answer, http.nowMs(), waitWithoutAdviceMs));
  return answer;
}

export async function getList<T>(access: Access, path: string): Promise<T[]> {
  const answer = await send(access, { method: 'GET', url: `${addressOf(access.credentials)}${path}` });
  if (answer.status !== 200) throw new Unavailable(`hledger answered with status ${answer.status}.`);
  const list = parseOrFail(answer.body);
  if (!Array.isArray(list)) throw new Unavailable('hledger sent a response without a list.');
  return list as T[];
}

export function parseOrFail(body: string): unknown {
  try {
    return parseExact(body);
  } catch {
    // Do not pass on the parser's own message, because it quotes the response.
    throw new Unavailable('hledger sent a response that could not be parsed.');
  }
}

export function addressOf({ url: text = '' }: Credentials): string {
  const url = URL.parse(text.trim());
  if (url?.protocol === 'https:' || url?.protocol === 'http:')
    return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
  throw new AuthRejected('The server URL must begin with https:// or http://.');
}
