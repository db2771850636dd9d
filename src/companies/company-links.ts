import type { Clock } from '../base/clock.ts';
import { dayMs } from '../base/durations.ts';
import { makeLinkToken } from './link-token.ts';

/** Creates links to the link page, for the owner of a company. */
export type CompanyLinks = {
  /** The key that signs the tokens, and the number of days that a link works. */
  key: Buffer;
  days: number;
  of(place: { companyId: string; connectionId?: string; rotation: number }): { link: string; expires: Date };
};

export function createCompanyLinks(options: {
  clock: Clock;
  baseUrl: string;
  key: Buffer;
  days: number;
}): CompanyLinks {
  const { clock, baseUrl, key, days } = options;
  return {
    key,
    days,
    of({ companyId, connectionId, rotation }) {
      // Expires at midnight: requests on the same day get the same link, and ETags stay valid.
      const expires = new Date((Math.ceil(clock.nowMs() / dayMs) + days) * dayMs);
      const token = makeLinkToken(key, { companyId, connectionId: connectionId ?? null, expires, rotation });
      return { link: `${baseUrl}/link/${token}`, expires };
    },
  };
}

/** Adds a member to an object that PostgreSQL has written as JSON text. */
export function withMember(json: string, name: string, value: string): string {
  return `${json.slice(0, -1)},${JSON.stringify(name)}:${JSON.stringify(value)}}`;
}
