import type { Credentials, ProviderAnswer, ProviderHttp } from '@daybook/connector-kit';
import {
  AuthRejected,
  CursorTooOld,
  PermissionDenied,
  parseExact,
  RateLimited,
  retryAtMs,
  Unavailable,
} from '@daybook/connector-kit';

/** Stripe changes its API by dated versions. This is the version that the mappings were written for. */
export const apiVersion = '2026-08-26.dahlia';

/** Stripe counts requests per second and sends no `Retry-After`. */
const waitWithoutAdviceMs = 2_000;

export type Access = { baseUrl: string; http: ProviderHttp; credentials: Credentials };

/** `[name, value]` pairs, because Stripe repeats names such as `expand[]`. */
export type Query = readonly (readonly [string, string])[];

export const headersFor = ({ apiKey = '' }: Credentials) => ({ authorization: `Bearer ${apiKey.trim()}` });

export const versionHeader = { 'stripe-version': apiVersion };

export async function getFromStripe(
  { baseUrl, http, credentials }: Access,
  path: string,
  query: Query = [],
): Promise<ProviderAnswer> {
  const text = new URLSearchParams(query.map(([name, value]): [string, string] => [name, value])).toString();
  const answer = await http.request({
    method: 'GET',
    url: `${baseUrl}/v1/${path}${text && `?${text}`}`,
    headers: { ...headersFor(credentials), ...versionHeader },
  });
  if (answer.status !== 200) fail(answer, http);
  return answer;
}

/** Like `getFromStripe`, but returns undefined if Stripe has no such object. */
export async function findAtStripe<T>(access: Access, path: string, query: Query): Promise<T | undefined> {
  try {
    return readStripe<T>((await getFromStripe(access, path, query)).body);
  } catch (error) {
    if (error instanceof NoSuchObject) return undefined;
    throw error;
  }
}

/** Parses a JSON response. Throws Unavailable if it was truncated or came from a proxy. */
export function readStripe<T>(body: string): T {
  try {
    const value = parseExact(body);
    if (typeof value === 'object' && value !== null) return value as T;
  } catch {
    // Do not pass on the parser's own message, because it quotes the response.
  }
  throw new Unavailable('Stripe sent a response that could not be parsed.');
}

export type StripeError = { type?: string; code?: string; message?: string; param?: string };

export function errorOf({ body }: ProviderAnswer): StripeError | undefined {
  try {
    return (JSON.parse(body) as { error?: StripeError }).error;
  } catch {
    return undefined;
  }
}

/** Only used inside this connector: Stripe answered 404 for one object. */
class NoSuchObject extends Unavailable {
  override name = 'NoSuchObject';
}

export function fail(answer: ProviderAnswer, http: ProviderHttp): never {
  const { status } = answer;
  const error = errorOf(answer);
  if (status === 401) throw new AuthRejected('Stripe does not accept the API key.');
  if (status === 403)
    throw new PermissionDenied('The API key has no permission for this data. Add the permission in the Dashboard.');
  if (status === 429)
    throw new RateLimited('Stripe rate limit reached.', retryAtMs(answer, http.nowMs(), waitWithoutAdviceMs));
  if (error?.code === 'resource_missing') {
    // The record after which the next page starts was deleted since the last page.
    if (error.param === 'starting_after') throw new CursorTooOld('The last record of the previous page is gone.');
    if (status === 404) throw new NoSuchObject('Stripe has no such object.');
  }
  throw new Unavailable(`Stripe answered with status ${status}.`);
}
