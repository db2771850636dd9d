import type { DataType } from '../data-type.ts';
import { amount, choice, document, flag, object, optional, supplierRef, text, time } from '../parts.ts';

export const billCreditNotes: DataType = {
  name: 'billCreditNotes',
  description: 'Credit received from suppliers.',
  columns: {
    status: 'status',
    date1: 'issueDate',
    amount1: 'totalAmount',
    amount2: 'remainingCredit',
    ref1: 'supplierRef.id',
  },
  record: object({
    billCreditNoteNumber: optional(text()),
    supplierRef: optional(supplierRef),
    issueDate: time(),
    ...document,
    remainingCredit: amount(),
    isPrepayment: optional(flag()),
    status: choice('Unknown', 'Draft', 'Submitted', 'PartiallyPaid', 'Paid', 'Void'),
  }),
};
