import type { Principal } from '../http/access/principal.ts';
import type { RateLimits } from '../http/limits/rate-limit.ts';

export type LimitSettings = { requestsPerMinute: number; requestsPerDayPerCompany: number };

/** Returns the request limits of the account. Each linked company raises the daily limit. */
export function limitsOf(settings: LimitSettings, principal: Principal, linkedCompanies: number): RateLimits {
  return {
    perMinute: principal.requestsPerMinute ?? settings.requestsPerMinute,
    perDay: settings.requestsPerDayPerCompany * (1 + linkedCompanies),
  };
}
