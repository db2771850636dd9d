import type { Credentials } from '../connector.ts';
import {
  AuthRejected,
  PermissionDenied,
  ProviderError,
  RateLimited,
  Unavailable,
  Unsupported,
} from '../provider-errors.ts';
import type { ProviderAnswer, ProviderHttp } from '../provider-http.ts';
import { retryAtMs } from '../retry-after.ts';

/** Where Xero did not say how long to wait: its shortest window is a minute, and who is told "concurrent" waits less. */
const waitWithoutAdviceMs = 60_000;
const waitForOthersMs = 2_000;

export function headersFor({ tenant = '' }: Credentials): Record<string, string> {
  return { accept: 'application/json', 'xero-tenant-id': tenant };
}

/** The token is fine, and does not cover this: another one would not either. */
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

/** Reads what must be JSON; what is not was cut short or comes from something between us and Xero. */
export function readXero<T>(body: string, parse: (text: string) => T): T {
  try {
    return parse(body);
  } catch (error) {
    if (error instanceof ProviderError) throw error;
    // The parser's own message repeats the text.
    throw new Unavailable('Xero answered what cannot be read.');
  }
}

export function fail(answer: ProviderAnswer, http: ProviderHttp): never {
  const { status, body } = answer;
  if (status === 401 && !isTokenRejected(answer))
    throw new PermissionDenied('Xero does not allow this: the authorization lacks a scope. Authorize again.');
  if (status === 401) throw new AuthRejected('Xero does not accept the authorization.');
  // The token is good, but no longer for this organisation.
  if (status === 403 && /AuthenticationUnsuccessful/i.test(body))
    throw new AuthRejected('The organisation is no longer connected at Xero.');
  if (status === 403) throw new PermissionDenied('Xero does not allow this.');
  if (status === 404) throw new Unsupported('Xero does not have this for the organisation.');
  if (status === 429) throw new RateLimited(limitText(answer), retryAtMs(answer, http.nowMs(), waitMs(answer)));
  throw new Unavailable(`Xero answered with status ${status}.`);
}

/** Its names for the limits of app and concurrency are not documented: read loosely. */
const limits: [RegExp, string][] = [
  [/app/i, "The application's limit of requests a minute is reached at Xero."],
  [/minute/i, "The organisation's limit of requests a minute is reached at Xero."],
  [/day|dail/i, "The organisation's limit of requests a day is reached at Xero."],
];

function limitText({ headers }: ProviderAnswer): string {
  const problem = headers['x-rate-limit-problem'] ?? '';
  return limits.find(([pattern]) => pattern.test(problem))?.[1] ?? 'Xero asks for fewer requests.';
}

const waitMs = ({ headers }: ProviderAnswer) =>
  /concurr/i.test(headers['x-rate-limit-problem'] ?? '') ? waitForOthersMs : waitWithoutAdviceMs;
