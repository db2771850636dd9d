import { allOf, anyOf, hasWords } from '../../ui/filter/filter-text.ts';
import { useAddress } from '../../ui/use-address.ts';

/** The statuses that people choose between, as filters of the service. */
const statusFilters: Record<string, string> = {
  '2xx': 'status>=200 && status<300',
  errors: 'status>=400',
  '4xx': 'status>=400 && status<500',
  '5xx': 'status>=500',
};

/** Without a choice, the log shows requests of API keys: the portal itself sends many requests. */
const senderFilters: Record<string, string | undefined> = {
  keys: 'actor.kind=key',
  people: 'actor.kind!=key',
  all: undefined,
};

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const searchFilter = (text: string) =>
  uuid.test(text.trim())
    ? `correlationId=${text.trim()}`
    : anyOf(...['path', 'operation'].map((field) => hasWords(field, text)));

/** The filter of the request log, which is in the URL. */
export function useRequestFilter() {
  const [address, setAddress] = useAddress();
  const { sender = 'keys', key, state, search, query } = address;
  // A correlation id names one request, whoever has sent it.
  const isOne = /correlationId=/.test(query ?? '') || uuid.test(search?.trim() ?? '');
  const filter = allOf(
    isOne ? undefined : senderFilters[sender],
    key && `actor.id=${key}`,
    state && statusFilters[state],
  );
  return {
    address,
    sender,
    set: (part: string) => (value: string | undefined) =>
      setAddress({ [part]: value, ...(part !== 'request' && { page: undefined }) }),
    /** A key can be chosen only among the senders that are keys. */
    setSender: (value: string) =>
      setAddress({ sender: value === 'keys' ? undefined : value, key: undefined, page: undefined }),
    filter,
  };
}
