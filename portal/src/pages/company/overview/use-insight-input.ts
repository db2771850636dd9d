import { useAsOfSearch } from '../time/use-as-of.ts';

/** The input of an insight: the company, and the time that was chosen. */
export function useInsightInput(companyId: string): { companyId: string; asOf?: string; snapshot?: string } {
  return { companyId, ...useAsOfSearch() };
}
