import { useAddress } from '../../../ui/use-address.ts';

/** The query parameters that keep the chosen time in links to other pages of the company. */
export function useAsOfSearch(): { asOf: string } | undefined {
  const [{ asOf }] = useAddress();
  return asOf ? { asOf } : undefined;
}
