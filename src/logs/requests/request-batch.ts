import { dayOf } from '../../base/days.ts';
import { dayMs } from '../../base/durations.ts';
import { msOf } from '../../base/id-times.ts';
import { plainArray, shortened, textArray } from '../../db/array-text.ts';
import type { LoggedRequest } from '../../http/request-log.ts';
import { type Sender, senderOf, targetOf } from './request-row.ts';

/**
 * A batch as arrays of PostgreSQL, in the order of the parameters in store.ts. Senders are stated once and referred to by
 * their place, because most requests of a batch have the same few.
 */
export type RequestBatch = { requests: string[]; senders: string[]; days: string[] };

export function requestBatch(requests: readonly LoggedRequest[]): RequestBatch {
  const senders: Sender[] = [];
  const places = new Map<string, number>();
  const totals = new Map<string, { accountId: string; day: string; total: number }>();

  function placeOf({ caller, address }: LoggedRequest): number {
    const { accountId, person, apiKeyId, keyName } = caller;
    const key = `${accountId} ${person?.personId ?? apiKeyId} ${address} ${person?.name ?? keyName}`;
    const known = places.get(key);
    if (known !== undefined) return known;
    places.set(key, senders.push(senderOf(caller, address)));
    return senders.length;
  }
  for (const { caller, correlationId } of requests) {
    const { accountId } = caller;
    const day = Math.floor(msOf(correlationId) / dayMs);
    const key = `${accountId} ${day}`;
    const known = totals.get(key);
    if (known) known.total++;
    else totals.set(key, { accountId, day: dayOf(day * dayMs), total: 1 });
  }
  const targets = requests.map(targetOf);
  // In one order everywhere, so that two processes cannot wait for each other.
  const days = [...totals].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, total]) => total);
  return {
    requests: [
      plainArray(requests.map(({ correlationId }) => correlationId)),
      plainArray(requests.map(placeOf)),
      plainArray(requests.map(({ method }) => method)),
      plainArray(requests.map(({ route }) => route?.operationId ?? null)),
      textArray(targets.map(({ path }) => path)),
      textArray(shortened(targets.map(({ query }) => query))),
      plainArray(shortened(targets.map(({ companyId }) => companyId))),
      plainArray(requests.map(({ status }) => status ?? null)),
      plainArray(shortened(requests.map(({ code }) => code ?? null))),
      plainArray(requests.map(({ durationMs }) => Math.round(durationMs * 10) / 10)),
      plainArray(requests.map(({ bytes }) => bytes)),
    ],
    senders: [
      plainArray(senders.map(({ accountId }) => accountId)),
      plainArray(senders.map(({ kind }) => kind)),
      plainArray(senders.map(({ id }) => id)),
      textArray(senders.map(({ name }) => name)),
      textArray(senders.map(({ address }) => address)),
    ],
    days: [
      plainArray(days.map(({ accountId }) => accountId)),
      plainArray(days.map(({ day }) => day)),
      plainArray(days.map(({ total }) => total)),
    ],
  };
}
