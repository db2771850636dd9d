import { isUuid } from '../../base/ids.ts';
import type { Principal } from '../../http/access/principal.ts';
import type { LoggedRequest } from '../../http/request-log.ts';
import type { Route } from '../../http/route.ts';

/** Who sent a request. Most requests of a batch have the same senders, so each is sent to PostgreSQL only once. */
export type Sender = {
  accountId: string;
  kind: 'key' | 'person' | 'operator';
  id: string | null;
  name: string;
  address: string;
};

export function senderOf({ accountId, person, apiKeyId, keyName }: Principal, address: string): Sender {
  if (!person) return { accountId, kind: 'key', id: apiKeyId, name: keyName, address };
  return {
    accountId,
    kind: person.isOperator ? 'operator' : 'person',
    id: person.personId,
    name: person.name,
    address,
  };
}

/** The part of a request that differs from one to the next. */
export type Target = { path: string; query: string | null; companyId: string | null };

const queryCharactersMax = 1000;

export function targetOf({ url, route, companyId }: Pick<LoggedRequest, 'url' | 'route' | 'companyId'>): Target {
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  return {
    path: route ? path : maskUnknownPath(path),
    query: mark < 0 || !route ? null : shownQuery(url.slice(mark + 1), route),
    companyId: companyId !== undefined && isUuid(companyId) ? companyId : null,
  };
}

/**
 * A path without an operation can contain anything, for example the token of a link. Ids have at most 36 characters, and
 * tokens have more.
 */
function maskUnknownPath(path: string): string {
  return path
    .split('/')
    .map((part) => (part.length > 36 ? '[masked]' : part))
    .join('/');
}

/** Cursors are long and of use to nobody. The other names do not occur, and are a safeguard. */
const leftOut = /^cursor$|secret|password|token|key|credential|authorization|signature/i;

const declared = new WeakMap<Route, ReadonlySet<string>>();

/** Keeps only parameters that the operation declares: a client may send a secret as another parameter by mistake. */
function shownQuery(query: string, route: Route): string | null {
  let names = declared.get(route);
  if (!names) {
    const { properties = {} } = (route.query ?? {}) as { properties?: object };
    names = new Set(Object.keys(properties).filter((name) => !leftOut.test(name)));
    declared.set(route, names);
  }
  const parts = query.split('&').filter((part) => names.has(part.slice(0, Math.max(0, part.indexOf('=')))));
  const text = parts.join('&');
  if (text === '') return null;
  return text.length > queryCharactersMax ? `${text.slice(0, queryCharactersMax)}…` : text;
}
