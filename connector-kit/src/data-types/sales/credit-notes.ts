import type { DataType } from '../data-type.ts';
import { amount, choice, customerRef, document, flag, object, optional, text, time } from '../parts.ts';

export const creditNotes: DataType = {
  name: 'creditNotes',
  description: 'Credit given to customers.',
  columns: {
    status: 'status',
    date1: 'issueDate',
    amount1: 'totalAmount',
    amount2: 'remainingCredit',
    ref1: 'customerRef.id',
  },
  record: object({
    creditNoteNumber: optional(text()),
    customerRef: optional(customerRef),
    issueDate: time(),
    ...document,
    remainingCredit: amount(),
    isPrepayment: optional(flag()),
    status: choice('Unknown', 'Draft', 'Submitted', 'PartiallyPaid', 'Paid', 'Void'),
  }),
};
