/** A tax rate; `hundredths` is in hundredths of a percent. */
export type TaxRate = { name: string; code: string; hundredths: number };

const rates: readonly TaxRate[] = [
  { name: 'Standard rate', code: 'S', hundredths: 2000 },
  { name: 'Reduced rate', code: 'R', hundredths: 700 },
  { name: 'Super-reduced rate', code: 'T', hundredths: 250 },
  { name: 'Zero rate', code: 'Z', hundredths: 0 },
  { name: 'Exempt', code: 'E', hundredths: 0 },
  { name: 'Luxury rate', code: 'L', hundredths: 2500 },
];

export const taxRateCount = rates.length;

export function taxRateOf(index: number): TaxRate {
  return (
    rates[index] ?? { name: `Further rate ${index + 1}`, code: `F${index + 1}`, hundredths: 100 + (index % 20) * 50 }
  );
}
