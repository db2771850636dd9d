import { createContext, use } from 'react';

/** The currency that a person has chosen on one of the cards. All cards show it, if they have it. */
export const CurrencyContext = createContext<{
  wanted: string | undefined;
  choose: (currency: string | undefined) => void;
}>({ wanted: undefined, choose: () => {} });

type WithCurrency = { currency?: string };

/** Returns the part of the insight to show: in the chosen currency, or in the one with the highest `weight`. */
export function useCurrency<Part extends WithCurrency>(
  parts: readonly Part[],
  weight: (part: Part) => number,
): Part | undefined {
  const { wanted } = use(CurrencyContext);
  const heaviest = parts.reduce<Part | undefined>(
    (best, part) => (best === undefined || weight(part) > weight(best) ? part : best),
    undefined,
  );
  return parts.find(({ currency = '' }) => currency === wanted) ?? heaviest;
}
