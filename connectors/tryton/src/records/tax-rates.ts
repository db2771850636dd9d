import { trytonType } from '../tryton-type.ts';
import type { Stamps } from '../wire.ts';
import { activity, alsoInactive, optionalText, percentOf, stamps, under } from './parts.ts';

type WireTax = Stamps & {
  name: string;
  description: string | null;
  type: string;
  rate: string | null;
  active: boolean;
  childs: { id: number; name: string; type: string; rate: string | null }[];
};

const rateOf = ({ type, rate }: { type: string; rate: string | null }) =>
  type === 'percentage' && rate !== null ? percentOf(rate) : undefined;

export const taxRates = trytonType({
  dataType: 'taxRates',
  model: 'account.tax',
  company: 'company',
  domain: [alsoInactive],
  fields: [
    ...['name', 'description', 'type', 'rate', 'active'],
    ...under('childs', ['name', 'type', 'rate']),
    ...stamps,
  ],
  movedBy: 'all',
  map: (wire: WireTax) => ({
    name: wire.name,
    code: optionalText(wire.description),
    effectiveTaxRate: rateOf(wire),
    totalTaxRate: rateOf(wire),
    components: wire.childs.map((part) => ({ name: part.name, rate: rateOf(part) ?? 0 })),
    status: activity(wire.active),
  }),
});
