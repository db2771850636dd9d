import type { DataType } from '../data-type.ts';
import { contact, itemStatus, object, text } from '../parts.ts';

export const customers: DataType = {
  name: 'customers',
  description: 'People and companies that the company sells to.',
  columns: { status: 'status', ref1: 'customerName' },
  record: object({
    customerName: text(),
    ...contact,
    status: itemStatus,
  }),
};
