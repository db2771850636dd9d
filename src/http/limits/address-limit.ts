import ipaddr from 'ipaddr.js';
import { minuteMs } from '../../base/durations.ts';
import { tooManyRequests } from '../../base/errors.ts';

/**
 * Limits unauthenticated requests per client address and minute, in this process. Such requests are cheap to send, so
 * rejecting them must be cheap, too: a request is counted before its body is read. Sign-in attempts have their own
 * limit across all processes (people/sign-in/attempt-limit.ts).
 */
export type AddressLimit = { take(address: string): void };

/** Maximum number of addresses to count, which limits the memory. When it is reached, all counts restart from zero. */
const addressesMax = 100_000;

export function createAddressLimit({ perMinute }: { perMinute: number }): AddressLimit {
  let counts = new Map<string, number>();
  let startedAt = performance.now();
  return {
    take(address) {
      const now = performance.now();
      if (now - startedAt >= minuteMs || counts.size >= addressesMax) [counts, startedAt] = [new Map(), now];
      const network = networkOf(address);
      const count = (counts.get(network) ?? 0) + 1;
      counts.set(network, count);
      if (count <= perMinute) return;
      const retryAfterSeconds = Math.max(1, Math.ceil((startedAt + minuteMs - now) / 1000));
      throw tooManyRequests({
        error: `this address has sent more than ${perMinute} requests without a key in a minute. Try again in ${retryAfterSeconds} s.`,
        retryAfterSeconds,
      });
    },
  };
}

/**
 * Returns the unit that is counted: an IPv4 address, or a /64 network in IPv6, because one subscriber usually has a
 * whole /64.
 */
export function networkOf(text: string): string {
  const address = ipaddr.process(text);
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  return address.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':');
}
