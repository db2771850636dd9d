import { odooType } from '../odoo-type.ts';
import { fields, related } from '../specification.ts';
import { optionalText } from '../values.ts';
import type { Stamps, TaxRef, Text } from '../wire.ts';
import { activity, rateOf, stamps, taxFields } from './parts.ts';

type WireTax = Stamps &
  TaxRef & { invoice_label?: Text; active: boolean; include_base_amount: boolean; children_tax_ids: WireTax[] };

export const taxRates = odooType({
  dataType: 'taxRates',
  model: 'account.tax',
  company: 'inherited',
  domain: [],
  fields: fields(
    ...[...taxFields, 'invoice_label', 'active', stamps],
    related('children_tax_ids', ...taxFields, 'include_base_amount'),
  ),
  movedBy: 'all',
  map: (wire: WireTax) => ({
    name: wire.name,
    code: optionalText(wire.invoice_label),
    effectiveTaxRate: rateOf(wire),
    totalTaxRate: rateOf(wire),
    components: wire.children_tax_ids.map((part) => ({
      name: part.name,
      rate: rateOf(part) ?? 0,
      isCompound: part.include_base_amount,
    })),
    status: activity(wire.active),
  }),
});
