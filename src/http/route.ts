import type { Static, TSchema } from 'typebox';
import type { Tx } from '../db/db.ts';
import type { Log } from '../log.ts';
import type { Principal, Role, Scope } from './principal.ts';

/**
 * An operation of the API as data: the server registers it, the OpenAPI document and the reference page are written from
 * it. A `read` answers from statements of its own; a `write` runs in one transaction, which the server opens and in
 * which it also stores the answer under the Idempotency-Key.
 */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type Call<Params = unknown, Query = unknown, Body = unknown> = {
  principal: Principal;
  params: Params;
  query: Query;
  body: Body;
  /** The body as it came: its numbers have digits that a parsed body no longer has. */
  bodyText: string;
  /** The resource asked for, absolute and without a query; for links. */
  self: string;
  /** The query as it came, without "?". */
  search: string;
  ifNoneMatch: string | undefined;
  header: (
    name: 'accept' | 'cookie' | 'last-event-id' | 'prefer' | 'user-agent' | 'x-xero-signature' | 'intuit-signature',
  ) => string | undefined;
  /** Of the client, as far as proxies are trusted. */
  address: string;
  correlationId: string;
  /** Of a change that opens its own transactions: puts it into the trail, in the transaction that makes it. */
  keep: (tx: Tx, made: Reply) => Promise<void>;
  /** Made on demand: few requests write a line of their own. */
  log: () => Log;
  /** From here on the request only waits, or lasts: its slot of the company is free for others. */
  releaseSlot: () => void;
  /** Throws once the caller would no longer pass the gate: for answers that last. */
  passAgain: () => Promise<void>;
  /** Aborted when the client has gone. Made on demand. */
  signal: () => AbortSignal;
};

/** `json` is a JSON text that is passed through as it is; `body` is written as JSON; `stream` is sent part by part. */
export type Reply = {
  status?: number;
  body?: unknown;
  json?: string;
  /** Only from a `read`. JSON unless the headers say otherwise; what fails before the first part is answered as ever. */
  stream?: AsyncIterable<string>;
  headers?: Record<string, string>;
  /** What a `write` has changed, as it was: for the trail of changes, where no GET of the same path shows it. */
  before?: object;
  /** Runs in this process once a `write` has been committed. */
  afterCommit?: () => void;
  /** Once a `write` has been committed and kept: what is answered instead. A repeated request is answered with what was kept. */
  later?: () => Promise<Reply>;
};

export type Answer = {
  description: string;
  schema?: TSchema;
  headers?: string[];
  /** Also given as server-sent events, on request; `only`: always, and `schema` is that of one event. */
  eventStream?: true | 'only';
};

export type Route = {
  method: Method;
  /** As in OpenAPI: `/companies/{companyId}`. A path with `companyId` is checked for ownership before anything else. */
  path: string;
  operationId: string;
  tag: string;
  summary: string;
  description?: string;
  scope: Scope;
  /**
   * Who may call it. Default: an API key, or a person who is signed in to the account. `session`: only a person.
   * `operator`: only one of the operator's people, in no account. `open`: anybody.
   */
  access?: 'session' | 'operator' | 'open';
  /** The least that a person must be; default: a viewer to read, a developer to change. */
  role?: Role;
  /** About the person who asks: needs no role, no account, and no account that is paid for. With `access: 'session'`. */
  isPersonal?: true;
  /**
   * A change that a stolen session must not make: a person gives the password again where that was long ago, and is told of it
   * by e-mail in these words. `isProvedByInput`: the request itself carries the password.
   */
  sensitive?: { told?: string; isProvedByInput?: true };
  /** Also during maintenance, as are all of the operator's own. */
  isServedInMaintenance?: true;
  params?: TSchema;
  query?: TSchema;
  body?: TSchema;
  /** Largest body; default: 16 KiB where it is open, else the setting. */
  bodyLimitBytes?: number;
  /**
   * A change outside of companies that a key limited to company tags may make all the same, since the operation itself
   * keeps it within them. Every other one belongs to the whole account.
   */
  isForNarrowKeys?: true;
  /** No body means `{}`. */
  isBodyOptional?: true;
  answers: Record<number, Answer>;
  /** A PUT or DELETE that makes something anew each time: it takes an Idempotency-Key as POST and PATCH do. */
  takesKey?: true;
  /** It can wait for what it has started: `Prefer: wait=n`. */
  waits?: true;
  /** Its own statement sees whether the company is there, and leads to the whole check where it is not. */
  isCompanySeen?: boolean;
  /** For every request of somebody known that names this path, also those that are refused: a wrong id, scope or query. */
  onAsked?: (principal: Principal) => Promise<unknown>;
  /** Marked so in the reference; its answers say so by headers. */
  isDeprecated?: true;
  /** Statuses of refusals beyond those that every operation can give. */
  refusals?: number[];
  read?: (call: Call) => Promise<Reply>;
  /** Before the transaction of a `write`: what must count even where the change is refused. */
  prepare?: (call: Call) => Promise<void>;
  write?: (tx: Tx, call: Call) => Promise<Reply>;
  /** In the place of the two where no account is given: opens its own transactions. For `open`, `operator` and personal ones. */
  act?: (call: Call) => Promise<Reply>;
};

export function takesKey(route: Route): boolean {
  return route.write !== undefined && (route.method === 'POST' || route.method === 'PATCH' || route.takesKey === true);
}

/** Declares a route with the types of its parameters taken from their schemas. */
export function route<
  Params extends TSchema = TSchema,
  Query extends TSchema = TSchema,
  Body extends TSchema = TSchema,
>(
  typed: Omit<Route, 'read' | 'prepare' | 'write' | 'act' | 'params' | 'query' | 'body'> & {
    params?: Params;
    query?: Query;
    body?: Body;
    read?: (call: Call<Static<Params>, Static<Query>, Static<Body>>) => Promise<Reply>;
    prepare?: (call: Call<Static<Params>, Static<Query>, Static<Body>>) => Promise<void>;
    write?: (tx: Tx, call: Call<Static<Params>, Static<Query>, Static<Body>>) => Promise<Reply>;
    act?: (call: Call<Static<Params>, Static<Query>, Static<Body>>) => Promise<Reply>;
  },
): Route {
  return typed as unknown as Route;
}
