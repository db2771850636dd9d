import { createSecretKey, type KeyObject } from 'node:crypto';
import type { CellTag } from '../base/cell-tag.ts';
import type { Clock } from '../base/clock.ts';
import { dayMs } from '../base/durations.ts';
import { type LinkToken, makeLinkToken } from './link-token.ts';

/** Creates URLs of the link page, on which a company's owner connects the company to a platform. */
export type CompanyLinks = {
  /**
   * `key` signs the tokens. It is parsed only once: a signature takes 5 µs, but 22 µs if the key is parsed for it.
   * `days` is the number of days that a link works.
   */
  key: KeyObject;
  days: number;
  tokenOf(parts: LinkToken & { rotation: number }): string;
  of(place: { companyId: string; connectionId?: string; rotation: number }): { link: string; expires: Date };
};

export function createCompanyLinks(options: {
  clock: Clock;
  tag: CellTag;
  baseUrl: string;
  key: Buffer;
  days: number;
}): CompanyLinks {
  const { clock, tag, baseUrl, days } = options;
  const key = createSecretKey(options.key);
  const tokenOf: CompanyLinks['tokenOf'] = (parts) => tag(makeLinkToken(key, parts));
  return {
    key,
    days,
    tokenOf,
    of({ companyId, connectionId, rotation }) {
      // The link expires at midnight, so that requests on the same day get the same link and the same ETag.
      const expires = new Date((Math.ceil(clock.nowMs() / dayMs) + days) * dayMs);
      const token = tokenOf({ companyId, connectionId: connectionId ?? null, expires, rotation });
      return { link: `${baseUrl}/link/${token}`, expires };
    },
  };
}

/** Adds a property to a JSON object that PostgreSQL returned as text. The object must not be empty. */
export function withMember(json: string, name: string, value: string): string {
  return `${json.slice(0, -1)},${JSON.stringify(name)}:${JSON.stringify(value)}}`;
}
