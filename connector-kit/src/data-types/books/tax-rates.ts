import type { DataType } from '../data-type.ts';
import { amount, flag, itemStatus, list, object, optional, text } from '../parts.ts';

export const taxRates: DataType = {
  name: 'taxRates',
  description: 'Tax rates.',
  columns: { status: 'status', ref1: 'name' },
  record: object({
    name: text(),
    code: optional(text()),
    effectiveTaxRate: optional(amount()),
    totalTaxRate: optional(amount()),
    components: optional(list(object({ name: text(), rate: amount(), isCompound: optional(flag()) }))),
    status: itemStatus,
  }),
};
