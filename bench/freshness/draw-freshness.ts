type Series = { byHour: number[]; requestsPerDay: number; metPercent: number; p95Minutes: number };

export function drawFreshness(given: { fixed: Series; demand: Series; companies: number }): string {
  return JSON.stringify(given);
}
