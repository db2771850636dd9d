import type { Credentials, ProviderAnswer, ProviderHttp } from '@daybook/connector-kit';
import {
  AuthRejected,
  PermissionDenied,
  ProviderError,
  RateLimited,
  retryAtMs,
  Unavailable,
  Unsupported,
} from '@daybook/connector-kit';

/**
 * How long to wait after a rate limit if Xero sends no `Retry-After`. Xero's shortest limit counts requests per minute.
 * After the concurrency limit, a shorter wait is enough (`waitForOthersMs`).
 */
const waitWithoutAdviceMs = 60_000;
const waitForOthersMs = 2_000;

export function headersFor({ tenant = '' }: Credentials): Record<string, string> {
  return { accept: 'application/json', 'xero-tenant-id': tenant };
}

/** Matches error responses for a valid token that lacks a scope. A new token would lack the scope too. */
const lacksScope = /AuthorizationUnsuccessful|insufficient_scope/i;

export function isTokenRejected({ status, body, headers }: ProviderAnswer): boolean {
  return status === 401 && !lacksScope.test(`${body} ${headers['www-authenticate'] ?? ''}`);
}

export async function getFromXero(
  http: ProviderHttp,
  url: string,
  headers: Record<string, string>,
): Promise<ProviderAnswer> {
  const answer = await http.request({ method: 'GET', url, headers });
  return answer.status === 200 ? answer : fail(answer, http);
}

/**
 * Parses a JSON response. Throws Unavailable if that fails, because the response was truncated or came from a proxy.
 */
export function readXero<T>(body: string, parse: (text: string) => T): T {
  try {
    return parse(body);
  } catch (error) {
    if (error instanceof ProviderError) throw error;
    // Do not pass on the parser's own message, because it quotes the response.
    throw new Unavailable('Xero sent a response that could not be parsed.');
  }
}

export function fail(answer: ProviderAnswer, http: ProviderHttp): never {
  const { status, body } = answer;
  if (status === 401 && !isTokenRejected(answer))
    throw new PermissionDenied('The authorization at Xero lacks a scope for this operation. Authorize again.');
  if (status === 401) throw new AuthRejected('Xero does not accept the authorization.');
  // The token is valid, but it no longer covers this organisation.
  if (status === 403 && /AuthenticationUnsuccessful/i.test(body))
    throw new AuthRejected('The organisation is no longer connected at Xero.');
  if (status === 403) throw new PermissionDenied('Xero does not allow this operation.');
  if (status === 404) throw new Unsupported('Xero does not have this data for the organisation.');
  if (status === 429) throw new RateLimited(limitText(answer), retryAtMs(answer, http.nowMs(), waitMs(answer)));
  throw new Unavailable(`Xero answered with status ${status}.`);
}

/**
 * Xero does not document the names that it uses for the app limit and the concurrency limit, so the patterns are loose.
 */
const limits: [RegExp, string][] = [
  [/app/i, "Xero's per-minute limit for this application is reached."],
  [/minute/i, "Xero's per-minute limit for this organisation is reached."],
  [/day|dail/i, "Xero's daily limit for this organisation is reached."],
];

function limitText({ headers }: ProviderAnswer): string {
  const problem = headers['x-rate-limit-problem'] ?? '';
  return limits.find(([pattern]) => pattern.test(problem))?.[1] ?? 'Xero rate limit reached.';
}

const waitMs = ({ headers }: ProviderAnswer) =>
  /concurr/i.test(headers['x-rate-limit-problem'] ?? '') ? waitForOthersMs : waitWithoutAdviceMs;
