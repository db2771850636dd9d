import { useAddress } from '../../../ui/use-address.ts';

/** The state that a page shows: that of a time, or the one that a snapshot pins. As in the API. */
export type ShownState = { asOf: string } | { snapshot: string };

/**
 * The query parameters that keep the chosen state in links to other pages of the company. Requests take the same
 * parameters.
 */
export function useAsOfSearch(): ShownState | undefined {
  const [{ asOf, snapshot }] = useAddress();
  if (snapshot) return { snapshot };
  return asOf ? { asOf } : undefined;
}
