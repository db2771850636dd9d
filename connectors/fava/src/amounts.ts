import { sum } from '@daybook/connector-kit';
import { unreadable } from './request-fava.ts';

/** A position in one currency. Other commodities, such as shares, have longer names. */
export type Amount = { number: string; currency: string };

const number = '-?\\d+(?:\\.\\d*)?(?:[eE][+-]?\\d+)?';
const commodity = "[A-Z](?:[A-Z0-9'._-]*[A-Z0-9])?";
const pattern = new RegExp(`^(${number}) (${commodity})(?: \\{(?:(${number}) (${commodity}))?[^}]*\\})?(?: @.*)?$`);

/**
 * Reads a posting's amount, such as `3 HOOL {10.50 USD, 2026-02-04}`. What was bought at a cost counts with its cost, as
 * in Fava's own reports. Returns undefined if the posting has no amount.
 */
export function readAmount(text: string): Amount | undefined {
  if (text === '') return undefined;
  const [, units, currency, cost, costCurrency] = pattern.exec(text) ?? [];
  if (units === undefined || currency === undefined) throw unreadable();
  if (cost === undefined || costCurrency === undefined) return { number: units, currency };
  return { number: multiply(units, cost), currency: costCurrency };
}

/** Exact product of two decimals. */
export function multiply(left: string, right: string): string {
  const parts = [left, right].map((text) => {
    const [digits = '', places = ''] = sum([text]).split('.');
    return { mantissa: BigInt(digits + places), places: places.length };
  });
  const mantissa = parts.reduce((product, part) => product * part.mantissa, 1n);
  const places = parts.reduce((total, part) => total + part.places, 0);
  return sum([`${mantissa}e-${places}`]);
}

/** Adds up amounts by currency. */
export function totalsOf(amounts: readonly Amount[]): Map<string, string> {
  const byCurrency = Map.groupBy(amounts, ({ currency }) => currency);
  return new Map([...byCurrency].map(([currency, all]) => [currency, sum(all.map((one) => one.number))]));
}

/** A commodity can be anything; only three capital letters count as a currency. */
export const currencyOf = (name: string | undefined) => (name && /^[A-Z]{3}$/.test(name) ? name : undefined);
