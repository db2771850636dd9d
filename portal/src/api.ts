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

/** The portal has no privileges of its own: every call goes through the SDK with the person's session. */
export const daybook = createClient({ baseUrl, session: true, retries: 0 });

/** Client for records: amounts that a JavaScript number would round become `JSON.rawJSON` values. */
const exactDaybook = createClient({ baseUrl, session: true, retries: 0, parse: parseExact });

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: forgetSession }),
  mutationCache: new MutationCache({ onError: forgetSession }),
  defaultOptions: {
    // The live stream reports changes. Rate-limit errors are shown at once: retrying would keep a person waiting.
    queries: { retry: (failures, error) => failures < 1 && isLost(error), staleTime: 10_000 },
    mutations: { retry: false },
  },
});

/** The first 401 after a session expires notifies the shell, which sends the person to the sign-in page. */
function forgetSession(error: Error): void {
  if (signingOut.isUnderWay) return;
  if (error instanceof Unauthorized && error.code !== 'codeRequired') window.dispatchEvent(new Event(sessionEnded));
}

export const sessionEnded = 'daybook:session-ended';

/** While signing out, 401 responses are expected and ignored: the sign-out itself navigates to the sign-in page. */
export const signingOut = { isUnderWay: false };

export type Input<Name extends OperationName> = Operations[Name]['input'];
export type Answer<Name extends OperationName> = Operations[Name]['answer'];
type AnyCall = (input: unknown, options?: CallOptions) => Promise<unknown>;

function call<Name extends OperationName>(name: Name, exact: boolean) {
  return (exact ? exactDaybook : daybook)[name] as unknown as AnyCall;
}

/** An SDK read as a query: `useQuery(read('getCompany', { companyId }))`. */
export function read<Name extends OperationName>(name: Name, input: Input<Name>, options: { exact?: boolean } = {}) {
  return queryOptions({
    queryKey: [name, input] as readonly unknown[],
    queryFn: ({ signal }) => call(name, options.exact ?? false)(input, { signal }) as Promise<Answer<Name>>,
  });
}

/** A page of records; amounts keep every digit. */
export const listRecordsExactly = exactDaybook.listRecords;

/** Refetches all queries of these operations. */
export function refresh(...names: OperationName[]): Promise<void> {
  return queryClient.invalidateQueries({ predicate: ({ queryKey }) => names.includes(queryKey[0] as OperationName) });
}

/** The message to show for an error, with its code and the correlation id that support asks for. */
export function describeError(error: unknown): { message: string; code?: string; correlationId?: string } {
  if (!(error instanceof ApiError)) {
    if (isLost(error)) return { message: 'The service did not respond. Check your connection, then try again.' };
    return { message: error instanceof Error ? error.message : String(error) };
  }
  // ErrorNote links to the error guide by the code, so the URL is removed from the message.
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
