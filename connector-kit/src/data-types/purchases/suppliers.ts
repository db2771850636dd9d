import type { DataType } from '../data-type.ts';
import { contact, itemStatus, object, text } from '../parts.ts';

export const suppliers: DataType = {
  name: 'suppliers',
  description: 'People and companies that the company buys from.',
  columns: { status: 'status', ref1: 'supplierName' },
  record: object({
    supplierName: text(),
    ...contact,
    status: itemStatus,
  }),
};
