import type { DataType } from '../data-type.ts';
import { object, optional, payment, supplierRef } from '../parts.ts';

export const billPayments: DataType = {
  name: 'billPayments',
  description: 'Money paid to suppliers.',
  columns: { date1: 'date', amount1: 'totalAmount', ref1: 'supplierRef.id' },
  record: object({
    supplierRef: optional(supplierRef),
    ...payment,
  }),
};
