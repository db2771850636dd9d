import ipaddr from 'ipaddr.js';
import { tooManyRequests } from '../errors.ts';

/**
 * Requests without a key, per address and minute, in this process. Counted before anything of a body is read: they cost
 * nothing to send. What can be guessed has limits of its own (people/attempt-limit.ts), over all processes.
 */
export type AddressLimit = { take(address: string): void };

const minuteMs = 60_000;
/** Beyond this many addresses in a minute the count begins again: memory is limited too. */
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

/** One subscriber has a whole /64 of IPv6. */
export function networkOf(text: string): string {
  const address = ipaddr.process(text);
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  return address.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':');
}
