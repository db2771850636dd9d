import type { Credentials, ProviderAnswer, ProviderHttp } from '@daybook/connector-kit';
import {
  AuthRejected,
  PaymentRequired,
  PermissionDenied,
  ProviderError,
  RateLimited,
  retryAtMs,
  Unavailable,
} from '@daybook/connector-kit';

/** How long to wait after a rate limit. QuickBooks sends no `Retry-After`, but its limits count requests per minute. */
const waitWithoutAdviceMs = 60_000;
/** The API version that defines the fields of responses. */
export const minorVersion = '75';
export const headers = { accept: 'application/json' };

export function companyUrl(baseUrl: string, { tenant = '' }: Credentials, path: string, query: Record<string, string>) {
  const parameters = new URLSearchParams({ ...query, minorversion: minorVersion });
  return `${baseUrl}/v3/company/${encodeURIComponent(tenant)}/${path}?${parameters}`;
}

export async function getFromQuickbooks(http: ProviderHttp, url: string): Promise<ProviderAnswer> {
  const answer = await http.request({ method: 'GET', url, headers });
  return answer.status === 200 ? answer : fail(answer, http);
}

/**
 * Parses a JSON response. Throws Unavailable if that fails, because the response was truncated or came from a proxy.
 */
export function readQuickbooks<T>(body: string, parse: (text: string) => T): T {
  try {
    return parse(body);
  } catch (error) {
    if (error instanceof ProviderError) throw error;
    // Do not pass on the parser's own message, because it quotes the response.
    throw new Unavailable('QuickBooks sent a response that could not be parsed.');
  }
}

export type Fault = { code: string; message: string; detail: string; element: string };

/** Returns the errors in a QuickBooks response, or undefined if the response does not have QuickBooks' error format. */
export function readFaults(body: string): Fault[] | undefined {
  try {
    const { Fault, fault } = JSON.parse(body) as Record<string, { Error?: object[]; error?: object[] } | undefined>;
    const told = (Fault?.Error ?? fault?.error) as Record<string, unknown>[] | undefined;
    return told?.map((one) => ({
      code: String(one.code ?? ''),
      message: String(one.Message ?? one.message ?? ''),
      detail: String(one.Detail ?? one.detail ?? ''),
      element: String(one.element ?? ''),
    }));
  } catch {
    return undefined;
  }
}

/** Error code: the company's subscription has ended. */
const unpaid = '6190';
/** Error codes: the application is not, or is no longer, connected to this company. */
const notConnected = ['3100', '3200', '003100', '003200', '120'];

export function fail(answer: ProviderAnswer, http: ProviderHttp): never {
  const { status, body } = answer;
  const codes = readFaults(body)?.map(({ code }) => code) ?? [];
  if (codes.includes(unpaid)) throw new PaymentRequired("The company's subscription to QuickBooks has ended.");
  if (status === 401) throw new AuthRejected('QuickBooks does not accept the authorization.');
  if (status === 403 && codes.some((code) => notConnected.includes(code)))
    throw new AuthRejected('The company is no longer connected at QuickBooks.');
  if (status === 403) throw new PermissionDenied('QuickBooks does not allow this operation.');
  if (status === 429)
    throw new RateLimited('QuickBooks rate limit reached.', retryAtMs(answer, http.nowMs(), waitWithoutAdviceMs));
  throw new Unavailable(`QuickBooks answered with status ${status}${codes[0] ? ` (${codes[0]})` : ''}.`);
}
