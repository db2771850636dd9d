import type { Principal } from '../http/access/principal.ts';
import type { Limits } from '../http/limits/rate-limit.ts';

export type LimitSettings = { requestsPerMinute: number; requestsPerDayPerCompany: number };

/** The account's own request limits. Linked companies raise the daily one. */
export function limitsOf(settings: LimitSettings, principal: Principal, linkedCompanies: number): Limits {
  return {
    perMinute: principal.requestsPerMinute ?? settings.requestsPerMinute,
    perDay: settings.requestsPerDayPerCompany * (1 + linkedCompanies),
  };
}
