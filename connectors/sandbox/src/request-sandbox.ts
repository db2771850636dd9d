import type { Credentials, ProviderAnswer, ProviderHttp, ProviderRequest } from '@daybook/connector-kit';
import {
  AuthRejected,
  CursorTooOld,
  NotSent,
  PermissionDenied,
  ProviderError,
  RateLimited,
  retryAtMs,
  Unavailable,
  Unsupported,
} from '@daybook/connector-kit';

/** A signed-in session with the sandbox. An expired token is replaced, at most once per request. */
export type SandboxSession = {
  get(path: string): Promise<string>;
  /**
   * For requests that may change data. Returns a response with any status except 401. Throws NotSent if the sandbox is
   * unavailable during the sign-in.
   */
  send(request: ProviderRequest): Promise<ProviderAnswer>;
};

const waitWithoutAdviceMs = 60_000;

export function openSession(options: {
  baseUrl: string;
  http: ProviderHttp;
  credentials: Credentials;
}): SandboxSession {
  const { baseUrl, http, credentials } = options;
  let token: string | undefined;

  async function signIn(): Promise<string> {
    const answer = await http.request({
      method: 'POST',
      url: `${baseUrl}/oauth/token`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ company: credentials.company, secret: credentials.secret }),
    });
    const { access_token } = readJson<{ access_token?: unknown }>(requireSuccess(answer, http));
    if (typeof access_token !== 'string') throw new Unavailable('The sandbox answered the sign-in without a token.');
    return access_token;
  }

  async function request(request: ProviderRequest, orSignIn: () => Promise<string>): Promise<ProviderAnswer> {
    for (let isRetry = false; ; isRetry = true) {
      token ??= await orSignIn();
      const headers = { ...request.headers, authorization: `Bearer ${token}` };
      const answer = await http.request({ ...request, headers });
      if (answer.status !== 401 || isRetry) return answer;
      token = undefined;
    }
  }

  return {
    get: async (path) => requireSuccess(await request({ method: 'GET', url: `${baseUrl}${path}` }, signIn), http),
    async send(wanted) {
      const answer = await request(wanted, () => signIn().catch(notSent));
      return answer.status === 401 ? fail(answer, http) : answer;
    },
  };
}

function notSent(error: unknown): never {
  if (error instanceof AuthRejected || error instanceof PermissionDenied || error instanceof RateLimited) throw error;
  throw new NotSent('Daybook could not sign in to the sandbox.', { cause: error });
}

/**
 * Parses a JSON response. Throws Unavailable if that fails, because the response was truncated or came from a proxy.
 */
export function readJson<T>(body: string, parse: (text: string) => unknown = JSON.parse): T {
  try {
    return parse(body) as T;
  } catch (error) {
    if (error instanceof ProviderError) throw error;
    // Do not pass on the parser's own message, because it quotes the response.
    throw new Unavailable('The sandbox sent a response that could not be parsed.');
  }
}

function requireSuccess(answer: ProviderAnswer, http: ProviderHttp): string {
  return answer.status === 200 ? answer.body : fail(answer, http);
}

export function fail(answer: ProviderAnswer, http: ProviderHttp): never {
  const { status } = answer;
  if (status === 401) throw new AuthRejected('The sandbox does not accept the credentials.');
  if (status === 403) throw new PermissionDenied('These sandbox credentials may not read this data type.');
  if (status === 404) throw new Unsupported('The sandbox does not have this data for the company.');
  if (status === 410) throw new CursorTooOld('The sandbox no longer knows the changes since this cursor.');
  if (status === 429)
    throw new RateLimited('Sandbox rate limit reached.', retryAtMs(answer, http.nowMs(), waitWithoutAdviceMs));
  throw new Unavailable(`The sandbox answered with status ${status}.`);
}
