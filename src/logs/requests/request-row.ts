import { msOf } from '../../base/id-times.ts';
import { isUuid } from '../../base/ids.ts';
import type { LoggedRequest } from '../../http/request-log.ts';
import type { Route } from '../../http/route.ts';

/** A request as the log stores it, in the order of `requestColumns` in store.ts. */
export type RequestRow = readonly [
  accountId: string,
  requestId: string,
  atMs: number,
  actorKind: string,
  actorId: string | null,
  actorName: string,
  method: string,
  operation: string | null,
  path: string,
  query: string | null,
  companyId: string | null,
  status: number | null,
  code: string | null,
  durationMs: number,
  bytes: number,
  address: string | null,
];

const queryCharactersMax = 1000;

export function requestRow(request: LoggedRequest): RequestRow {
  const { caller, route, correlationId, url, companyId } = request;
  const { person } = caller;
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  return [
    caller.accountId,
    correlationId,
    msOf(correlationId),
    person ? (person.isOperator ? 'operator' : 'person') : 'key',
    person ? person.personId : caller.apiKeyId,
    person ? person.name : caller.keyName,
    request.method,
    route?.operationId ?? null,
    route ? path : maskUnknownPath(path),
    mark < 0 || !route ? null : shownQuery(url.slice(mark + 1), route),
    companyId !== undefined && isUuid(companyId) ? companyId : null,
    request.status ?? null,
    request.code ?? null,
    Math.round(request.durationMs * 10) / 10,
    request.bytes,
    request.address,
  ];
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
