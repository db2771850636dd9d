import type { Clock } from '../clock.ts';
import { makeLinkToken } from './link-token.ts';

/** Links that lead the owner of a company to its link page. */
export type CompanyLinks = {
  /** The key that signs tokens, and how long a link works. */
  key: Buffer;
  days: number;
  of(place: { companyId: string; connectionId?: string; rotation: number }): { link: string; expires: Date };
};

const dayMs = 24 * 60 * 60 * 1000;

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
      // Whole days: who asks twice on one day gets the same link, and ETags hold.
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
