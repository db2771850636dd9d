import type { DataType } from '../data-type.ts';
import {
  amount,
  choice,
  customerRef,
  document,
  list,
  object,
  optional,
  paymentAllocation,
  text,
  time,
} from '../parts.ts';

export const invoices: DataType = {
  name: 'invoices',
  description: 'Invoices to customers.',
  columns: {
    status: 'status',
    date1: 'issueDate',
    date2: 'dueDate',
    amount1: 'totalAmount',
    amount2: 'amountDue',
    ref1: 'customerRef.id',
  },
  record: object({
    invoiceNumber: optional(text()),
    customerRef: optional(customerRef),
    issueDate: time(),
    dueDate: optional(time()),
    paidOnDate: optional(time()),
    ...document,
    paymentAllocations: optional(list(paymentAllocation)),
    amountDue: amount(),
    status: choice('Unknown', 'Draft', 'Submitted', 'PartiallyPaid', 'Paid', 'Void'),
  }),
};
