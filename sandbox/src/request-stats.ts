/** Request statistics of the sandbox, for tests that count requests and concurrent requests. */
export type RequestStats = {
  begin(company: string, type: string): void;
  end(company: string): void;
  answered(status: number): void;
  reset(): void;
  read(): {
    requests: number;
    statuses: Record<string, number>;
    atOnce: number;
    atOnceMax: number;
    companies: Record<string, { requests: number; atOnceMax: number; types: Record<string, number> }>;
  };
};

type CompanyStats = { requests: number; atOnce: number; atOnceMax: number; types: Record<string, number> };

export function openRequestStats(): RequestStats {
  const companies = new Map<string, CompanyStats>();
  let [requests, atOnce, atOnceMax] = [0, 0, 0];
  let statuses: Record<string, number> = {};
  return {
    begin(company, type) {
      requests++;
      atOnceMax = Math.max(atOnceMax, ++atOnce);
      const found = companies.get(company) ?? { requests: 0, atOnce: 0, atOnceMax: 0, types: {} };
      companies.set(company, found);
      found.requests++;
      found.atOnceMax = Math.max(found.atOnceMax, ++found.atOnce);
      found.types[type] = (found.types[type] ?? 0) + 1;
    },
    end(company) {
      atOnce--;
      const found = companies.get(company);
      if (found) found.atOnce--;
    },
    answered(status) {
      statuses[status] = (statuses[status] ?? 0) + 1;
    },
    /** Resets all counts. Requests in progress still count as concurrent. */
    reset() {
      [requests, atOnceMax, statuses] = [0, atOnce, {}];
      for (const [key, stats] of companies) {
        if (stats.atOnce === 0) companies.delete(key);
        else Object.assign(stats, { requests: 0, atOnceMax: stats.atOnce, types: {} });
      }
    },
    read: () => ({
      requests,
      statuses,
      atOnce,
      atOnceMax,
      companies: Object.fromEntries(
        [...companies].map(([key, { requests, atOnceMax, types }]) => [key, { requests, atOnceMax, types }]),
      ),
    }),
  };
}
