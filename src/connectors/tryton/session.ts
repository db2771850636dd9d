import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Credentials } from '../connector.ts';
import { AuthRejected, NotSent, PermissionDenied, RateLimited, Unavailable } from '../provider-errors.ts';
import type { ProviderAnswer, ProviderHttp } from '../provider-http.ts';
import { RolledBack, readResult } from './answers.ts';

/** One signed-in talk with one database. */
export type Tryton = {
  /** `call('model.party.party.read', [[1], ['name']])`; the context is added. */
  call<T>(method: string, params: unknown[], context?: object): Promise<T>;
  company(): Promise<number>;
  /** The time at the server when it last answered, in milliseconds since 1970. */
  serverMs(): number;
};

type SignedIn = { authorization: string; context: { company?: number | null } & Record<string, unknown> };
type Held = { signedIn?: Promise<SignedIn>; refusedUntilMs?: number };

/**
 * Keeps sessions: a sign-in costs the server 0.3 s of hashing. Tryton counts wrong passwords and, after five, locks the
 * user out for an hour, people and the right password included: what it has refused is not tried again for a while.
 */
export type Sessions = (door: { http: ProviderHttp; credentials: Credentials }) => Tryton;

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

    async function post(method: string, params: unknown[], authorization?: string): Promise<ProviderAnswer> {
      const answer = await http.request({
        method: 'POST',
        url: place,
        headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
        // Without an id, errors would be pages of HTML.
        body: JSON.stringify({ id: 1, method, params }),
      });
      const date = Date.parse(answer.headers.date ?? '');
      serverMs = Number.isNaN(date) ? http.nowMs() : date;
      return answer;
    }
    const read = <T>(answer: ProviderAnswer, method: string) =>
      readResult(answer, { method, nowMs: http.nowMs() }) as T;

    async function signIn(): Promise<SignedIn> {
      if ((mine.refusedUntilMs ?? 0) > http.nowMs())
        throw new AuthRejected('Tryton has just refused this user and password.');
      const login = 'common.db.login';
      const answer = await post(login, [user, { password }, 'en']).catch(notSent);
      try {
        const [userId, secret] = read<[number, string]>(answer, login);
        const authorization = `Session ${Buffer.from(`${user}:${userId}:${secret}`).toString('base64')}`;
        const preferences = 'model.res.user.get_preferences';
        const context = read<SignedIn['context']>(await post(preferences, [true, {}], authorization), preferences);
        // English, so that its messages can be told apart.
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
        // Whoever comes next tries again.
        signingIn.catch(() => forget(signingIn));
      }
      return mine.signedIn;
    }
    const forget = (used: Promise<SignedIn>) => {
      if (mine.signedIn === used) delete mine.signedIn;
    };

    /** A session that has idled still reads, and is thrown out when it is to post: then a new one is made, once. */
    async function callOnce<T>(method: string, params: unknown[], context: object): Promise<T> {
      for (let isRetry = false; ; isRetry = true) {
        const used = session();
        const signedIn = await used;
        const answer = await post(method, [...params, { ...signedIn.context, ...context }], signedIn.authorization);
        if (answer.status === 401) {
          forget(used);
          if (!isRetry) continue;
        }
        return read<T>(answer, method);
      }
    }

    return {
      async call<T>(method: string, params: unknown[], context: object = {}) {
        for (let tried = 1; ; tried++) {
          try {
            return await callOnce<T>(method, params, context);
          } catch (error) {
            if (!(error instanceof RolledBack) || tried === triesMax) throw error;
            await pause(betweenTriesMs * tried);
          }
        }
      },
      async company() {
        const { company } = (await session()).context;
        if (typeof company === 'number') return company;
        throw new PermissionDenied('The user has no company in Tryton. Choose one in its preferences.');
      },
      serverMs: () => serverMs,
    };
  };
}

/** Where a database is called. */
export function placeOf({ url = '', database = '' }: Credentials): string {
  return `${addressOf(url)}/${encodeURIComponent(database)}/`;
}

/** The address is written by a client. What it must not lead to is refused by the house, with every request. */
function addressOf(text: string): string {
  const url = URL.parse(text.trim());
  if (url?.protocol === 'https:' || url?.protocol === 'http:')
    return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
  throw new AuthRejected('The address of the server must be a URL that begins with https:// or http://.');
}

function notSent(error: unknown): never {
  throw asNotSent(error);
}

function asNotSent(error: unknown): unknown {
  const isKnown = error instanceof AuthRejected || error instanceof PermissionDenied || error instanceof RateLimited;
  if (isKnown || !(error instanceof Unavailable)) return error;
  return new NotSent(`Tryton could not be signed in to. ${error.message}`);
}
