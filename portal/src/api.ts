import {
  ApiError,
  type CallOptions,
  createClient,
  NetworkError,
  type OperationName,
  type Operations,
  TimeoutError,
  Unauthorized,
} from '@daybook/sdk';
import { MutationCache, QueryCache, QueryClient, queryOptions } from '@tanstack/react-query';
import { t } from './messages/ui.ts';
import { parseExact } from './ui/code/exact-json.ts';

const baseUrl = window.location.origin;

/**
 * The portal has no privileges of its own. It makes every call through the SDK, with the session of the signed-in
 * person.
 */
export const daybook = createClient({ baseUrl, session: true, retries: 0 });

/** SDK client for records. Amounts that a JavaScript number would round become `JSON.rawJSON` values. */
const exactDaybook = createClient({ baseUrl, session: true, retries: 0, parse: parseExact });

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: forgetSession }),
  mutationCache: new MutationCache({ onError: forgetSession }),
  defaultOptions: {
    // A query is retried once, and only if no response arrived. Other errors, such as a rate limit, are shown at once.
    // Data stays fresh for 10 seconds, because the live stream reports changes.
    queries: { retry: (failures, error) => failures < 1 && isLost(error), staleTime: 10_000 },
    mutations: { retry: false },
  },
});

/** After a 401 response, notifies the shell. The shell opens the sign-in page if the session has expired. */
function forgetSession(error: Error): void {
  if (signingOut.isUnderWay) return;
  if (error instanceof Unauthorized && error.code !== 'codeRequired') window.dispatchEvent(new Event(sessionEnded));
}

export const sessionEnded = 'daybook:session-ended';

/** While a person signs out, 401 responses are ignored, because the sign-out itself opens the sign-in page. */
export const signingOut = { isUnderWay: false };

export type Input<Name extends OperationName> = Operations[Name]['input'];
export type Answer<Name extends OperationName> = Operations[Name]['answer'];
type AnyCall = (input: unknown, options?: CallOptions) => Promise<unknown>;

function call<Name extends OperationName>(name: Name, exact: boolean) {
  return (exact ? exactDaybook : daybook)[name] as unknown as AnyCall;
}

/** Query options for an SDK operation that reads data. Usage: `useQuery(read('getCompany', { companyId }))`. */
export function read<Name extends OperationName>(name: Name, input: Input<Name>, options: { exact?: boolean } = {}) {
  return queryOptions({
    queryKey: [name, input] as readonly unknown[],
    queryFn: ({ signal }) => call(name, options.exact ?? false)(input, { signal }) as Promise<Answer<Name>>,
  });
}

/** The operations that return a list in pages. */
export type ListName = {
  [Name in OperationName]: Answer<Name> extends { results: unknown[]; totalResults: number } ? Name : never;
}[OperationName];
export type RowOf<Name extends OperationName> = Answer<Name> extends { results: (infer Row)[] } ? Row : never;
type ListPage<Row> = {
  results: Row[];
  pageNumber: number;
  totalResults: number;
  _links: { next?: { href: string }; previous?: { href: string } };
};
type PageInput = { query?: string; orderBy?: string; page: number; pageSize: number; cursor?: string };

/** Query options for a page of a list. */
export function readPage<Name extends ListName>(name: Name, input: Partial<Input<Name>> & PageInput) {
  return queryOptions({
    queryKey: [name, input] as readonly unknown[],
    queryFn: ({ signal }) => call(name, false)(input, { signal }) as Promise<ListPage<RowOf<Name>>>,
  });
}

/** Returns the URL of the request that `readPage` makes. */
export function pageUrl<Name extends ListName>(name: Name, input: Partial<Input<Name>> & PageInput): string {
  return daybook.urlOf(name, input as unknown as Input<Name>);
}

/** Returns the URL of all rows of a list as CSV, with the filter and the order of a page. */
export function exportUrl<Name extends ListName>(name: Name, input: Partial<Input<Name>> & PageInput): string {
  const { page: _, pageSize: __, cursor: ___, ...rest } = input;
  return daybook.urlOf(name, { ...rest, format: 'csv' } as unknown as Input<Name>);
}

/** Returns a page of records. Amounts keep every digit. */
export const listRecordsExactly = exactDaybook.listRecords;

/** Refetches all queries of these operations. */
export function refresh(...names: OperationName[]): Promise<void> {
  return queryClient.invalidateQueries({ predicate: ({ queryKey }) => names.includes(queryKey[0] as OperationName) });
}

/** Returns the message to show for an error, the error code, and the correlation id that support asks for. */
export function describeError(error: unknown): { message: string; code?: string; correlationId?: string } {
  if (!(error instanceof ApiError)) {
    if (isLost(error)) return { message: t('theServiceDidNotRespond') };
    return { message: error instanceof Error ? error.message : String(error) };
  }
  // `ErrorNote` has its own link to the error guide, so the URL of the guide is removed from the message.
  const details = error.validation.map((item) => item.message.replace(/ See https?:\S+$/, ''));
  const own = error.message.replace(/ \(correlation id [^)]*\)$/, '');
  return {
    message: [own, ...details.filter((detail) => !own.includes(detail))].join(' '),
    code: error.code,
    ...(error.correlationId && { correlationId: error.correlationId }),
  };
}

function isLost(error: unknown): boolean {
  return error instanceof NetworkError || error instanceof TimeoutError;
}
