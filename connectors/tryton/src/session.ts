import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Credentials, ProviderAnswer, ProviderHttp, ProviderRequest } from '@daybook/connector-kit';
import { AuthRejected, NotSent, PermissionDenied, RateLimited, Unavailable } from '@daybook/connector-kit';
import { Outdated, RolledBack, readResult } from './answers.ts';

/** A signed-in session with one database. */
export type Tryton = {
  /** Calls a method, for example `call('model.party.party.read', [[1], ['name']])`. The session's context is added. */
  call<T>(method: string, params: unknown[], context?: object): Promise<T>;
  /** Calls a method whose response is the content of a file: Daybook streams it, and nothing is returned. */
  open(method: string, params: unknown[]): Promise<void>;
  company(): Promise<number>;
  /** The server's time at its last response, in milliseconds since 1970. */
  serverMs(): number;
};

type SignedIn = { authorization: string; context: { company?: number | null } & Record<string, unknown> };
type Held = { signedIn?: Promise<SignedIn>; refusedUntilMs?: number };

/**
 * Reuses sessions, because a sign-in costs the server 0.3 s of hashing. After five wrong passwords, Tryton locks the
 * user out for an hour, even with the right password and in Tryton's own client. Rejected credentials are therefore not
 * retried for `refusedForMs`.
 */
export type Sessions = (access: { http: ProviderHttp; credentials: Credentials }) => Tryton;

const refusedForMs = 30_000;
const heldMax = 1000;
const triesMax = 4;
const betweenTriesMs = 150;

export function createSessions(): Sessions {
  const held = new Map<string, Held>();
  return ({ http, credentials }) => {
    const { user = '', password = '' } = credentials;
    const place = placeOf(credentials);
    const key = createHash('sha256')
      .update(JSON.stringify([place, user, password]))
      .digest('hex');
    if (held.size >= heldMax) held.clear();
    const mine: Held = held.get(key) ?? {};
    held.set(key, mine);
    let serverMs = http.nowMs();

    async function post(
      method: string,
      params: unknown[],
      authorization?: string,
      more: Pick<ProviderRequest, 'isContent'> = {},
    ): Promise<ProviderAnswer> {
      const answer = await http.request({
        method: 'POST',
        url: place,
        headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
        // If the request has no `id`, Tryton reports errors as HTML pages.
        body: JSON.stringify({ id: 1, method, params }),
        ...more,
      });
      const date = Date.parse(answer.headers.date ?? '');
      serverMs = Number.isNaN(date) ? http.nowMs() : date;
      return answer;
    }
    const read = <T>(answer: ProviderAnswer, method: string) =>
      readResult(answer, { method, nowMs: http.nowMs() }) as T;

    async function signIn(): Promise<SignedIn> {
      if ((mine.refusedUntilMs ?? 0) > http.nowMs())
        throw new AuthRejected('Tryton has just rejected this user name and password.');
      const login = 'common.db.login';
      const answer = await post(login, [user, { password }, 'en']).catch(notSent);
      try {
        const [userId, secret] = read<[number, string]>(answer, login);
        const authorization = `Session ${Buffer.from(`${user}:${userId}:${secret}`).toString('base64')}`;
        const preferences = 'model.res.user.get_preferences';
        const context = read<SignedIn['context']>(await post(preferences, [true, {}], authorization), preferences);
        // Ask for English, so that Tryton's messages can be recognised.
        return { authorization, context: { ...context, language: 'en' } };
      } catch (error) {
        if (error instanceof AuthRejected) mine.refusedUntilMs = http.nowMs() + refusedForMs;
        throw asNotSent(error);
      }
    }

    function session(): Promise<SignedIn> {
      if (!mine.signedIn) {
        const signingIn = signIn();
        mine.signedIn = signingIn;
        // Forget a failed sign-in, so that the next caller tries again.
        signingIn.catch(() => forget(signingIn));
      }
      return mine.signedIn;
    }
    const forget = (used: Promise<SignedIn>) => {
      if (mine.signedIn === used) delete mine.signedIn;
    };

    /** An idle session can still read but gets 401 when it posts an invoice. In that case, sign in again once. */
    async function send(
      method: string,
      params: unknown[],
      { context = {}, isContent = false },
    ): Promise<ProviderAnswer> {
      for (let isRetry = false; ; isRetry = true) {
        const used = session();
        const { authorization, context: own } = await used;
        const more = isContent ? ({ isContent } as const) : {};
        const answer = await post(method, [...params, { ...own, ...context }], authorization, more);
        if (answer.status !== 401) return answer;
        forget(used);
        if (isRetry) return answer;
      }
    }

    return {
      async call<T>(method: string, params: unknown[], context: object = {}) {
        for (let tried = 1; ; tried++) {
          try {
            return read<T>(await send(method, params, { context }), method);
          } catch (error) {
            const isPassing = error instanceof RolledBack && !(error instanceof Outdated);
            if (!isPassing || tried === triesMax) throw error;
            await pause(betweenTriesMs * tried);
          }
        }
      },
      async open(method, params) {
        const answer = await send(method, params, { isContent: true });
        // An error of Tryton comes with status 200, and has no file.
        if (answer.status !== 200) read(answer, method);
      },
      async company() {
        const { company } = (await session()).context;
        if (typeof company === 'number') return company;
        throw new PermissionDenied('The user has no company in Tryton. Choose a company in the user preferences.');
      },
      serverMs: () => serverMs,
    };
  };
}

/** Returns the URL at which a database is called. */
export function placeOf({ url = '', database = '' }: Credentials): string {
  return `${addressOf(url)}/${encodeURIComponent(database)}/`;
}

/**
 * The URL comes from a client. This function checks only the protocol. Before every request, Daybook also checks the
 * address and blocks forbidden addresses.
 */
function addressOf(text: string): string {
  const url = URL.parse(text.trim());
  if (url?.protocol === 'https:' || url?.protocol === 'http:')
    return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
  throw new AuthRejected('The server URL must begin with https:// or http://.');
}

function notSent(error: unknown): never {
  throw asNotSent(error);
}

function asNotSent(error: unknown): unknown {
  const isKnown = error instanceof AuthRejected || error instanceof PermissionDenied || error instanceof RateLimited;
  if (isKnown || !(error instanceof Unavailable)) return error;
  return new NotSent(`Daybook could not sign in to Tryton. ${error.message}`);
}
