import type { DataType } from '../data-type.ts';
import {
  amount,
  choice,
  document,
  list,
  object,
  optional,
  paymentAllocation,
  supplierRef,
  text,
  time,
} from '../parts.ts';

export const bills: DataType = {
  name: 'bills',
  description: 'Bills from suppliers.',
  columns: {
    status: 'status',
    date1: 'issueDate',
    date2: 'dueDate',
    amount1: 'totalAmount',
    amount2: 'amountDue',
    ref1: 'supplierRef.id',
  },
  record: object({
    reference: optional(text()),
    supplierRef: optional(supplierRef),
    issueDate: time(),
    dueDate: optional(time()),
    ...document,
    paymentAllocations: optional(list(paymentAllocation)),
    amountDue: amount(),
    status: choice('Unknown', 'Draft', 'Open', 'PartiallyPaid', 'Paid', 'Void'),
  }),
};
