import type { Static, TSchema } from 'typebox';
import type { Log } from '../base/log.ts';
import type { Tx } from '../db/db.ts';
import type { Principal, Role, Scope } from './access/principal.ts';

/**
 * A `Route` describes an API operation. The server registers it, and the OpenAPI document and the reference page are
 * generated from it. The handler `read` runs its own statements. For the handler `write`, the server opens one database
 * transaction, in which it also stores the response under the Idempotency-Key.
 */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type Call<Params = unknown, Query = unknown, Body = unknown> = {
  principal: Principal;
  params: Params;
  query: Query;
  body: Body;
  /** Reads the body of a route with `file`. Throws if it is larger than the route allows, without reading the rest. */
  file: () => Promise<Buffer>;
  /** The unparsed body. Parsing loses digits of long numbers. */
  bodyText: string;
  /** Absolute URL of the requested resource, without the query; for links. */
  self: string;
  /** The raw query string, without "?". */
  search: string;
  ifNoneMatch: string | undefined;
  /** Returns the header with this lower-case name. */
  header: (name: string) => string | undefined;
  /** Client IP, honouring trusted proxies. */
  address: string;
  correlationId: string;
  /**
   * Records the change in the audit trail, in the change's own transaction `tx`; for routes that open their
   * transactions themselves.
   */
  keep: (tx: Tx, made: Reply) => Promise<void>;
  /** Created on demand, because few requests write their own log lines. */
  log: () => Log;
  /** Frees the company's request slot early, for a request that now only waits or streams. */
  releaseSlot: () => void;
  /** Repeats the access checks for a long-lived response, and throws if the caller would now be rejected. */
  passAgain: () => Promise<void>;
  /** Aborts when the client disconnects. Created on demand. */
  signal: () => AbortSignal;
};

/**
 * `json` is a JSON text, or its UTF-8 bytes, that is sent unchanged; `body` is serialized to JSON; `stream` is sent part
 * by part. The bytes must not be kept: their memory is used again after the response.
 */
export type Reply = {
  status?: number;
  body?: unknown;
  json?: string | Buffer;
  /**
   * Only a `read` can return this. The content is JSON unless the headers say otherwise. A failure before the first
   * part gives a normal error response.
   */
  stream?: AsyncIterable<string | Buffer>;
  /** True if nothing else uses the parts of `stream`: their memory is freed as soon as they are sent. */
  ownsParts?: boolean;
  headers?: Record<string, string>;
  /** State before a `write`, for the audit trail. Needed if the path has no GET route that shows this state. */
  before?: object;
  /** Runs in this process after a `write` has been committed. */
  afterCommit?: () => void;
  /**
   * Runs after a `write` is committed. Its result is sent to the client instead of the response of the `write`. But if
   * the client repeats the request with the same Idempotency-Key, it gets the response of the `write`.
   */
  later?: () => Promise<Reply>;
};

export type Answer = {
  description: string;
  schema?: TSchema;
  headers?: string[];
  /**
   * `true`: the response is also available as server-sent events. `only`: the response always consists of server-sent
   * events, and `schema` describes one event.
   */
  eventStream?: true | 'only';
  /** The response is also available as a CSV file. */
  isAlsoCsv?: true;
  /** The content types of a response that is a file. */
  files?: readonly string[];
};

export type Route = {
  method: Method;
  /**
   * The path in OpenAPI's syntax, such as `/companies/{companyId}`. For `companyId`, ownership is checked before the
   * input.
   */
  path: string;
  operationId: string;
  tag: string;
  summary: string;
  description?: string;
  scope: Scope;
  /**
   * Who may call the operation. Default: an API key, or a person signed in to the account. `session`: only a signed-in
   * person. `operator`: only the operator's staff, who belong to no account. `open`: anyone, without authentication.
   */
  access?: 'session' | 'operator' | 'open';
  /** Only API keys may call it: session cookies are ignored, and the key may also come as `Authorization: Bearer`. */
  isForKeysOnly?: true;
  /** Minimum role of a person. Default: viewer for GET, developer for changes. */
  role?: Role;
  /**
   * The operation concerns the calling person: it needs no role or account, and also works if the account has expired.
   * Used with `access: 'session'`.
   */
  isPersonal?: true;
  /**
   * A change that must be impossible with a stolen session. The person must have entered the password recently, and is
   * notified by e-mail with the text `told`. `isProvedByInput`: the request itself contains the password.
   */
  sensitive?: { told?: string; isProvedByInput?: true };
  /** The route is also available during maintenance. Operator routes always are. */
  isServedInMaintenance?: true;
  params?: TSchema;
  query?: TSchema;
  body?: TSchema;
  /**
   * Set if the body is a file of any type, which is read only when the operation asks for it (`call.file`). So an `open`
   * operation can check the caller before it accepts anything.
   */
  file?: { description: string; limitBytes: () => number };
  /** The response is never compressed, because it is a file of any size that mostly is compressed already. */
  isUncompressed?: true;
  /** Maximum size of the request body. Default: 16 KiB for `open` routes, otherwise the setting `bodyLimitBytes`. */
  bodyLimitBytes?: number;
  /**
   * Set for an operation that makes a change, has no company in its path and checks company tags itself. An API key
   * that is limited to company tags may call it. Such a key cannot make any other change outside a company.
   */
  isForNarrowKeys?: true;
  /** A missing body counts as `{}`. */
  isBodyOptional?: true;
  answers: Record<number, Answer>;
  /**
   * Set for a PUT or DELETE that has another effect each time it is sent. It then accepts an Idempotency-Key, as POST
   * and PATCH do. Also for a `read` that reads the key itself.
   */
  takesKey?: true;
  /** The operation writes its audit entry itself, also for a `read`, because it does something outside. */
  writesAudit?: true;
  /**
   * Set for a frequent operation whose runs have their own list, such as a sync or a push. The audit trail records the
   * operation if a person calls it, but not if an API key does.
   */
  hasOwnHistory?: true;
  /**
   * The operation can wait up to n seconds for the work that it starts, if the request has the header `Prefer: wait=n`.
   */
  waits?: true;
  /** The read takes the age that it accepts in `Prefer: max-age=n, wait=n`. */
  takesAge?: true;
  /** The operation takes the ETag of a record in `If-Match`, and is only carried out if the record is still the same. */
  takesVersion?: true;
  /**
   * True if the operation's own statement detects that the company does not exist. The ownership check before the
   * operation may then use its cache, which can still contain deleted companies.
   */
  isCompanySeen?: boolean;
  /**
   * Called for every authenticated request to this route, even if the request is then rejected because of its id, scope
   * or query.
   */
  onAsked?: (principal: Principal) => Promise<unknown>;
  /** Clients should stop calling the operation. `markDeprecated` does what that means. */
  deprecated?: Deprecation;
  /** Error statuses that the operation can return in addition to those of every operation. */
  refusals?: number[];
} & Handlers;

type Handlers<Given = Call> = {
  read?: (call: Given) => Promise<Reply>;
  /** Runs before the database transaction of a `write`. The effects of `prepare` remain if the change is rejected. */
  prepare?: (call: Given) => Promise<void>;
  write?: (tx: Tx, call: Given) => Promise<Reply>;
  /**
   * Used instead of `read` and `write` by `open`, `operator` and personal routes; opens its own database transactions.
   */
  act?: (call: Given) => Promise<Reply>;
  /**
   * Returns whether the call is a dry run, which only shows what the `write` would do. The audit trail does not record
   * it.
   */
  isDryRun?: (call: Given) => boolean;
  /** Returns whether the response of the `write` must not be stored under the request's Idempotency-Key. */
  isKeyIgnored?: (call: Given) => boolean;
};

export function takesKey(route: Route): boolean {
  const isPlain = route.write !== undefined && (route.method === 'POST' || route.method === 'PATCH');
  return isPlain || route.takesKey === true;
}

/**
 * Declares on a route that clients should stop calling the operation. All of the rest follows from it: the headers of
 * every response, the mark in the reference, and the list of keys that still call (`deprecatedCalls` of `GET /usage`).
 */
export type Deprecation = {
  /** The day of the announcement, such as 2026-01-01. */
  since: string;
  /** The day after which the operation may be removed; empty if none has been announced. */
  sunset: () => string;
  /** Path of the operation to use instead. */
  successor?: string;
  /** Page of the documentation that explains it, such as "errors#eventLogGone". */
  about: string;
};

/** Declares a route; the types of its parameters are derived from their schemas. */
export function route<
  Params extends TSchema = TSchema,
  Query extends TSchema = TSchema,
  Body extends TSchema = TSchema,
>(
  typed: Omit<Route, keyof Handlers | 'params' | 'query' | 'body'> & {
    params?: Params;
    query?: Query;
    body?: Body;
  } & Handlers<Call<Static<Params>, Static<Query>, Static<Body>>>,
): Route {
  return typed as unknown as Route;
}
