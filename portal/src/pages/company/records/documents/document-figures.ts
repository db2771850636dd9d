import { digitsOf } from '../../../../ui/code/exact-json.ts';
import { negate, plain, signOf, subtract, sum } from '../../../../ui/money/decimal.ts';

export type NamedRef = { id: string; name?: string };
export type LineItem = {
  description?: string;
  unitAmount?: unknown;
  quantity?: unknown;
  discountAmount?: unknown;
  subTotal?: unknown;
  taxAmount?: unknown;
  totalAmount?: unknown;
  accountRef?: NamedRef;
  itemRef?: NamedRef;
  taxRateRef?: NamedRef & { effectiveTaxRate?: unknown };
  tracking?: NamedRef[];
};
export type JournalLine = {
  description?: string;
  accountRef?: NamedRef;
  netAmount?: unknown;
  currency?: string;
  tracking?: NamedRef[];
};
export type Allocation = {
  payment?: { id: string; reference?: string; paidOnDate?: string };
  allocation?: { allocatedOnDate?: string; totalAmount?: unknown };
};

/** An amount as a decimal string, or undefined if the record does not have it. */
export function figure(value: unknown): string | undefined {
  const digits = digitsOf(value);
  return digits === undefined ? undefined : plain(digits);
}

export const isNonZero = (amount: string | undefined): amount is string => amount !== undefined && signOf(amount) !== 0;

/** The tax of the lines, summed by tax rate in the order of the lines. Lines without an amount of tax are left out. */
export function taxByRate(lines: readonly LineItem[]): { id: string; name: string; amount: string }[] {
  const rates = new Map<string, { id: string; name: string; amounts: string[] }>();
  for (const { taxRateRef, taxAmount } of lines) {
    const amount = figure(taxAmount);
    if (!taxRateRef || amount === undefined) continue;
    const rate = rates.get(taxRateRef.id) ?? { id: taxRateRef.id, name: taxRateRef.name ?? taxRateRef.id, amounts: [] };
    rate.amounts.push(amount);
    rates.set(taxRateRef.id, rate);
  }
  return [...rates.values()].map(({ amounts, ...rate }) => ({ ...rate, amount: sum(amounts) }));
}

export function paidTotal(allocations: readonly Allocation[]): string {
  return sum(allocations.flatMap(({ allocation }) => figure(allocation?.totalAmount) ?? []));
}

/** A line of a journal entry is a debit if its amount is positive, a credit if it is negative. */
export function debitOrCredit({ netAmount }: JournalLine): { debit?: string; credit?: string } {
  const amount = figure(netAmount);
  if (amount === undefined) return {};
  return signOf(amount) < 0 ? { credit: negate(amount) } : { debit: amount };
}

export type JournalTotal = { currency: string | undefined; debit: string; credit: string; difference: string };

/** The totals of a journal entry, per currency. */
export function journalTotals(lines: readonly JournalLine[]): JournalTotal[] {
  return [...new Set(lines.map(({ currency }) => currency))].map((currency) => {
    const own = lines.filter((line) => line.currency === currency).map(debitOrCredit);
    const debit = sum(own.flatMap((line) => line.debit ?? []));
    const credit = sum(own.flatMap((line) => line.credit ?? []));
    return { currency, debit, credit, difference: subtract(debit, credit) };
  });
}
