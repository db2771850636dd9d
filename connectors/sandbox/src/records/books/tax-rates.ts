import { sandboxType } from '../../sandbox-type.ts';
import { activity, translate, type WireAmount } from '../values.ts';

type WireTaxRate = {
  name: string;
  code: string;
  percent: WireAmount;
  parts: { name: string; percent: WireAmount; is_compound: boolean }[];
  state: string;
};

export const taxRates = sandboxType({
  dataType: 'taxRates',
  map: (wire: WireTaxRate) => ({
    name: wire.name,
    code: wire.code,
    effectiveTaxRate: wire.percent,
    totalTaxRate: wire.percent,
    components: wire.parts.map((part) => ({ name: part.name, rate: part.percent, isCompound: part.is_compound })),
    status: translate(activity, wire.state),
  }),
});
