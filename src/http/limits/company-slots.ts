import { tooManyRequests } from '../../base/errors.ts';
import { waitForTurn } from '../../base/turns.ts';

/**
 * Limits the number of concurrent requests for one company. Each process gets an equal share of the slots, so that
 * the processes stay within the limit without coordinating. A request waits up to `waitMs` for a slot, then gets a 429.
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
      // `release` passes the slot directly to the next waiting request, so `inUse` does not change.
      else await waitForTurn(company.waiting, { waitMs, refusal: () => refusal(options.max) });
      return () => release(companyId, company);
    },
  };
}

function refusal(max: number) {
  return tooManyRequests({
    error: `at most ${max} requests for one company can run at the same time. Try again when one has finished.`,
    retryAfterSeconds: 1,
  });
}
