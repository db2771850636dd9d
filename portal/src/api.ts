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
import { parseExact } from './ui/exact-json.ts';

const baseUrl = window.location.origin;

/** The portal has no privileges of its own: everything goes through the SDK, with the person's session. */
export const daybook = createClient({ baseUrl, session: true, retries: 0 });

/** For records: amounts keep every digit, as `JSON.rawJSON` values where a number would lose one. */
const exactDaybook = createClient({ baseUrl, session: true, retries: 0, parse: parseExact });

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: forgetSession }),
  mutationCache: new MutationCache({ onError: forgetSession }),
  defaultOptions: {
    // What has changed is told by the live stream. A limit is shown, not waited for: somebody sits before it.
    queries: { retry: (failures, error) => failures < 1 && isLost(error), staleTime: 10_000 },
    mutations: { retry: false },
  },
});

/** A session that has ended is noticed by whoever asks next: then the guard of the routes leads to the sign-in. */
function forgetSession(error: Error): void {
  if (signingOut.isUnderWay) return;
  if (error instanceof Unauthorized && error.code !== 'codeRequired') window.dispatchEvent(new Event(sessionEnded));
}

export const sessionEnded = 'daybook:session-ended';

/** Meanwhile other requests are refused, which says nothing new: whoever signs out goes to the sign-in by themselves. */
export const signingOut = { isUnderWay: false };

export type Input<Name extends OperationName> = Operations[Name]['input'];
export type Answer<Name extends OperationName> = Operations[Name]['answer'];
type AnyCall = (input: unknown, options?: CallOptions) => Promise<unknown>;

function call<Name extends OperationName>(name: Name, exact: boolean) {
  return (exact ? exactDaybook : daybook)[name] as unknown as AnyCall;
}

/** A read of the SDK as a query: `useQuery(read('getCompany', { companyId }))`. */
export function read<Name extends OperationName>(name: Name, input: Input<Name>, options: { exact?: boolean } = {}) {
  return queryOptions({
    queryKey: [name, input] as readonly unknown[],
    queryFn: ({ signal }) => call(name, options.exact ?? false)(input, { signal }) as Promise<Answer<Name>>,
  });
}

/** A page of records, each amount with every digit. */
export const listRecordsExactly = exactDaybook.listRecords;

/** Reads again whatever was read by one of these operations. */
export function refresh(...names: OperationName[]): Promise<void> {
  return queryClient.invalidateQueries({ predicate: ({ queryKey }) => names.includes(queryKey[0] as OperationName) });
}

/** What a person should read of an error, and what support asks for. */
export function describeError(error: unknown): { message: string; code?: string; correlationId?: string } {
  if (!(error instanceof ApiError)) {
    if (isLost(error)) return { message: 'The service did not answer. Check your connection, then try again.' };
    return { message: error instanceof Error ? error.message : String(error) };
  }
  // The link to the reference stands below the message, by the error's code.
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
