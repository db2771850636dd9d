import { present } from '../money.ts';
import { stripeSource, stripeType } from '../stripe-type.ts';

export type StripeTaxRate = {
  id: string;
  display_name: string;
  tax_type?: string | null;
  percentage: number;
  effective_percentage?: number | null;
  active: boolean;
};

export const mapTaxRate = (wire: StripeTaxRate) => ({
  name: wire.display_name,
  code: present(wire.tax_type),
  effectiveTaxRate: wire.effective_percentage ?? wire.percentage,
  totalTaxRate: wire.percentage,
  status: wire.active ? 'Active' : 'Archived',
});

export const taxRates = stripeType({
  dataType: 'taxRates',
  sources: [
    stripeSource<StripeTaxRate>({
      path: 'tax_rates',
      events: ['tax_rate.created', 'tax_rate.updated'],
      map: mapTaxRate,
    }),
  ],
});
