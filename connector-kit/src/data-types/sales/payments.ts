import type { DataType } from '../data-type.ts';
import { customerRef, object, optional, payment } from '../parts.ts';

export const payments: DataType = {
  name: 'payments',
  description: 'Money received from customers.',
  columns: { date1: 'date', amount1: 'totalAmount', ref1: 'customerRef.id' },
  record: object({
    customerRef: optional(customerRef),
    ...payment,
  }),
};
