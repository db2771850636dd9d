import { allOf } from '../../../ui/filter/filter-text.ts';
import { type Period, periodFilter } from '../../../ui/filter/period.ts';
import { useAddress } from '../../../ui/use-address.ts';

/** The filter of the message log, which is in the URL. `consumerId` limits the log to one consumer. */
export function useMessageFilter(consumerId?: string) {
  const [address, setAddress] = useAddress();
  const { state, type, consumer, hours, since, until } = address;
  const wanted = consumerId ?? consumer;
  const period: Period = { hours, since, until };
  const withoutPeriod = allOf(
    wanted && `consumerId=${wanted}`,
    state && `status=${state}`,
    type && `eventType=${type}`,
  );
  return {
    address,
    set: (part: string) => (value: string | undefined) => setAddress({ [part]: value, page: undefined }),
    setPeriod: (next: Period) =>
      setAddress({ hours: next.hours, since: next.since, until: next.until, page: undefined }),
    period,
    withoutPeriod,
    filter: allOf(withoutPeriod, ...periodFilter('created', period, Date.now())),
  };
}
