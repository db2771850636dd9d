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

/** Fava has no sign-in of its own; a proxy in front of it may ask for HTTP Basic authentication. */
export async function send({ http, credentials }: Access, request: ProviderRequest): Promise<ProviderAnswer> {
  const { user = '', password = '' } = credentials;
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  const answer = await http.request({ ...request, headers: { ...request.headers, authorization } });
  if (answer.status === 401) throw new AuthRejected('Fava does not accept the user name and password.');
  if (answer.status === 403) throw new PermissionDenied('Fava does not allow this user to perform this operation.');
  if (answer.status === 429)
    throw new RateLimited('Fava rate limit reached.', retryAtMs(answer, http.nowMs(), waitWithoutAdviceMs));
  return answer;
}

/** Fava wraps every response: `{ data, mtime }`. */
export async function getData<T>(access: Access, name: string): Promise<T> {
  const answer = await send(access, { method: 'GET', url: apiOf(access.credentials, name) });
  // Fava builds the address from the title, so a new title moves the ledger.
  if (answer.status === 404) throw new Unavailable('There is no ledger at this address. Its title may have changed.');
  if (answer.status !== 200) throw new Unavailable(`Fava answered with status ${answer.status}.`);
  return readData<T>(answer.body);
}

export function readData<T>(body: string): T {
  try {
    const { data } = parseExact(body) as { data?: T };
    if (data !== undefined && data !== null) return data;
  } catch {
    // Do not pass on the parser's own message, because it quotes the response.
  }
  throw new Unavailable('Fava sent a response that could not be parsed.');
}

export const apiOf = (credentials: Credentials, name: string) => `${addressOf(credentials)}/api/${name}`;

export function addressOf({ url: text = '' }: Credentials): string {
  const url = URL.parse(text.trim());
  if (url?.protocol === 'https:' || url?.protocol === 'http:')
    return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
  throw new AuthRejected('The address of the ledger must begin with https:// or http://.');
}

export const unreadable = () => new Unavailable('Fava sent a response that is not a ledger.');
