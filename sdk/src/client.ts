import { type Downloads, type FileBody, type Operations, routes } from './api.gen.ts';
import { parseWithStrings, stringifyWithNumbers, type WithStrings } from './decimals.ts';
import { type Download, download } from './download.ts';
import {
  type Answered,
  answered,
  type CallOptions,
  type ChangeOptions,
  headersOf,
  type OptionsByKind,
  type ReadOptions,
} from './options.ts';
import { type SendOptions, send } from './send.ts';
import { type LiveEvent, watch } from './watch.ts';

export type ClientOptions = (
  | { apiKey: string; session?: never }
  /**
   * For a page that the service itself serves, such as the portal. Requests are sent with the session cookie and act as
   * the signed-in person.
   */
  | { session: true; apiKey?: never }
) & {
  /** URL of the service, for example https://api.example.com. */
  baseUrl: string;
  /**
   * Maximum number of retries. Default: 3. Most POSTs carry an idempotency key, so that a retry does not apply a change
   * twice. The others are retried only after a 429.
   */
  retries?: number;
  /** Timeout of one attempt in milliseconds. Default: 65,000, because a long poll takes up to 60 s. */
  timeoutMs?: number;
  /** Wait before the first retry in milliseconds, if the service sends no Retry-After. Default: 500. */
  firstWaitMs?: number;
  /** Default: the `fetch` of the runtime. */
  fetch?: typeof fetch;
  /**
   * How amounts, quantities and rates are read. `number`, the default, rounds those with more than 15 digits. With
   * `string` they are strings with all digits, and in a record to push such a string is sent as the same number.
   */
  decimals?: Decimals;
  /** Parses a response. Default: as `decimals` says. */
  parse?: (text: string) => unknown;
};

export type Decimals = 'number' | 'string';

export type OperationName = keyof Operations;
type Input<Name extends OperationName> = Operations[Name]['input'];
type AnswerOf<Name extends OperationName> = Operations[Name]['answer'];
type Read<T, As extends Decimals> = As extends 'string' ? WithStrings<T> : T;

type OptionsOf<Name extends OperationName> = CallOptions &
  (Operations[Name] extends { options: infer Kind extends keyof OptionsByKind } ? OptionsByKind[Kind] : unknown);

/** The input can be omitted if all of its fields are optional. */
type Arguments<Name extends OperationName> =
  Record<never, never> extends Input<Name>
    ? [input?: Input<Name>, options?: OptionsOf<Name>]
    : [input: Input<Name>, options?: OptionsOf<Name>];
type Call<Name extends OperationName, As extends Decimals> = (
  ...given: Arguments<Name>
) => Promise<Read<AnswerOf<Name>, As>>;

type ListName = {
  [Name in OperationName]: AnswerOf<Name> extends { results: unknown[]; _links: object } ? Name : never;
}[OperationName];
type ResultOf<Name extends OperationName> =
  AnswerOf<Name> extends { results: readonly (infer Result)[] } ? Result : never;

type Change = ResultOf<'listChanges'>;
export type FollowOptions = {
  companyId?: string;
  dataType?: string;
  include?: Operations['listChanges']['input']['include'];
  /** The `cursor` of the last change that you have seen, or `latest` for only new changes. Default: the beginning. */
  after?: string;
  signal?: AbortSignal;
};

export type Client<As extends Decimals = 'number'> = { readonly [Name in OperationName]: Call<Name, As> } & {
  /** Returns the URL of a request without sending the request. */
  urlOf<Name extends OperationName | keyof Downloads>(
    name: Name,
    input?: (Operations & Downloads)[Name]['input'],
  ): string;
  /** Yields all results of a list, page by page. Every record that existed when page 1 was read appears once. */
  each<Name extends ListName>(
    name: Name,
    input?: Input<Name>,
    options?: OptionsOf<Name>,
  ): AsyncGenerator<Read<ResultOf<Name>, As>>;
  /** Calls the operation, and returns the headers of the response with its body. */
  withHeaders<Name extends OperationName>(
    name: Name,
    ...given: Arguments<Name>
  ): Promise<Answered<Read<AnswerOf<Name>, As>>>;
  /**
   * Sends a request whose response is a file, such as an export, and returns it while it arrives. Reading it throws if
   * the connection ends before the file is complete. A request that fails before the file begins is retried.
   */
  download<Name extends keyof Downloads>(
    name: Name,
    input: Downloads[Name]['input'],
    options?: { signal?: AbortSignal },
  ): Promise<Download>;
  /** Yields changes as they happen, until `signal` aborts or you leave the loop. */
  follow(options?: FollowOptions): AsyncGenerator<Read<Change, As>>;
  /**
   * Yields events of the account as they happen, for example to update a displayed page. Reconnects automatically,
   * until `signal` aborts or you leave the loop.
   */
  watch(options?: { signal?: AbortSignal }): AsyncGenerator<Read<LiveEvent, As>>;
};

type Route = {
  method: string;
  path: string;
  query: readonly string[];
  takesKey?: true;
  takesRecord?: true;
  takesFile?: true;
};

export function createClient(options: ClientOptions & { decimals: 'string' }): Client<'string'>;
export function createClient(options: ClientOptions): Client;
export function createClient(options: ClientOptions): Client | Client<'string'> {
  const base = new URL(options.baseUrl);
  const prefix = base.href.replace(/\/+$/, '');
  const isExact = options.decimals === 'string';
  const parse = options.parse ?? (isExact ? parseWithStrings : JSON.parse);
  const sending: SendOptions = {
    // Browsers throw if fetch is called without `window` as `this`.
    fetch: options.fetch ?? globalThis.fetch.bind(globalThis),
    retries: options.retries ?? 3,
    timeoutMs: options.timeoutMs ?? 65_000,
    firstWaitMs: options.firstWaitMs ?? 500,
    // The API key identifies the caller, so no cookie is sent with it.
    credentials: options.session ? 'same-origin' : 'omit',
  };
  const authorization: Record<string, string> =
    options.apiKey === undefined ? {} : { authorization: `Basic ${encode(options.apiKey)}` };

  async function request(
    { method, takesKey, takesRecord, takesFile }: Omit<Route, 'path' | 'query'>,
    url: string,
    body: unknown,
    call: CallOptions & ReadOptions & ChangeOptions = {},
  ): Promise<Answered<unknown>> {
    const isChange = method !== 'GET';
    const key = call.idempotencyKey ?? (takesKey ? crypto.randomUUID() : undefined);
    const answer = await send(sending, {
      method,
      url,
      headers: {
        ...authorization,
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': takesFile ? 'application/octet-stream' : 'application/json' }),
        ...(isChange && key !== undefined && { 'idempotency-key': key }),
        ...headersOf(call),
      },
      ...(body !== undefined && { body: takesFile ? (body as FileBody) : textOf(body, takesRecord) }),
      signal: call.signal,
    });
    return answered(answer.headers, answer.text === '' ? undefined : parse(answer.text));
  }

  const textOf = (body: unknown, takesRecord?: true) =>
    isExact && takesRecord ? stringifyWithNumbers(body) : JSON.stringify(body);

  function urlOf(name: string, input: Record<string, unknown> = {}): string {
    const { path, query } = (routes as Record<string, Route>)[name] as Route;
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, part: string) => {
      const value = input[part];
      if (value === undefined || value === '') throw new TypeError(`${name} needs "${part}".`);
      return encodeURIComponent(String(value));
    });
    const search = new URLSearchParams();
    for (const part of query) if (input[part] !== undefined) search.set(part, String(input[part]));
    return `${prefix}${filled}${search.size > 0 ? `?${search}` : ''}`;
  }

  function withHeaders(name: string, input: Record<string, unknown> = {}, call?: CallOptions) {
    const route = (routes as Record<string, Route>)[name] as Route;
    return request(route, urlOf(name, input), input.body, call);
  }

  const run = (...given: Parameters<typeof withHeaders>) => withHeaders(...given).then(({ body }) => body);

  async function* each(name: string, input?: Record<string, unknown>, call?: CallOptions): AsyncGenerator<unknown> {
    type Page = { results: unknown[]; _links: { next?: { href: string } } };
    let page = (await run(name, input, call)) as Page;
    for (;;) {
      yield* page.results;
      const next = page._links.next?.href;
      if (next === undefined) return;
      page = (await request({ method: 'GET' }, ours(next), undefined, call)).body as Page;
    }
  }

  /** Replaces the host of a link with the host of `baseUrl`, so that the key is never sent to another host. */
  function ours(href: string): string {
    const { pathname, search } = new URL(href, base);
    return new URL(`${pathname}${search}`, base).href;
  }

  async function* follow({ companyId, after, signal, ...rest }: FollowOptions = {}): AsyncGenerator<unknown> {
    const name = companyId === undefined ? 'listChanges' : 'listCompanyChanges';
    const fixed = { ...rest, ...(companyId !== undefined && { companyId }), wait: 55 };
    for (let from = after; ; ) {
      const input = { ...fixed, ...(from !== undefined && { after: from }) };
      const page = (await run(name, input, signal ? { signal } : {})) as { results: unknown[]; next: string };
      yield* page.results;
      from = page.next;
    }
  }

  const watchAccount = ({ signal }: { signal?: AbortSignal } = {}) =>
    watch({ ...sending, url: `${prefix}/live`, headers: authorization, parse, signal });

  const downloadFile = (name: string, input: Record<string, unknown>, { signal }: { signal?: AbortSignal } = {}) =>
    download(sending, { url: urlOf(name, input), headers: authorization, signal });

  const known = { urlOf, each, withHeaders, follow, watch: watchAccount, download: downloadFile };
  return new Proxy(known as unknown as Client, {
    get(target, name) {
      if (typeof name !== 'string') return undefined;
      if (name in target) return target[name as keyof Client];
      if (!Object.hasOwn(routes, name)) return undefined;
      return (input?: Record<string, unknown>, call?: CallOptions) => run(name, input, call);
    },
  });
}

/** Encodes a text as UTF-8 and Base64. Works in every runtime. */
function encode(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
