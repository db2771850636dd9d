import { tooManyRequests } from '../errors.ts';
import { waitForTurn } from '../turns.ts';

/**
 * Requests under way at once for one company. Every process has an equal share of the slots, so that all together never
 * exceed the limit without asking each other; a request that finds none free waits a moment before it is refused.
 */
export type CompanySlots = { acquire(companyId: string): Promise<() => void> };

type Company = { inUse: number; waiting: (() => void)[] };

const waitMs = 1000;

export function createCompanySlots(options: { max: number; processes: () => number }): CompanySlots {
  const companies = new Map<string, Company>();

  function release(companyId: string, company: Company): void {
    const next = company.waiting.shift();
    if (next) next();
    else if (--company.inUse === 0) companies.delete(companyId);
  }

  return {
    async acquire(companyId) {
      const share = Math.max(1, Math.floor(options.max / Math.max(1, options.processes())));
      const company = companies.get(companyId) ?? { inUse: 0, waiting: [] };
      companies.set(companyId, company);
      if (company.inUse < share) company.inUse++;
      // The slot is handed over by whoever ends, so `inUse` does not change.
      else await waitForTurn(company.waiting, { waitMs, refusal: () => refusal(options.max) });
      return () => release(companyId, company);
    },
  };
}

function refusal(max: number) {
  return tooManyRequests({
    error: `at most ${max} requests for one company run at once. Try again when one has ended.`,
    retryAfterSeconds: 1,
  });
}
