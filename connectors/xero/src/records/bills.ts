import { day, optional, ref, text } from '@daybook/connector-kit/push-parts';
import type { Static } from 'typebox';
import { ownBillFields } from '../own-fields.ts';
import { readOptionalDay } from '../xero-dates.ts';
import { xeroType } from '../xero-type.ts';
import {
  documentBody,
  documentComplaints,
  documentSchema,
  invoiceEndpoint,
  lineChoices,
  mapDocument,
  paymentAllocations,
  statusOf,
  supplierRef,
  undoDocument,
  voidable,
  type XeroDocument,
} from './documents.ts';
import { optionalDay, present } from './values.ts';

const operations = voidable(
  {
    reference: optional(text(255)),
    supplierRef: ref('The id of a supplier.'),
    dueDate: optional(day('The due date. Required unless the bill is a draft.')),
    ...documentSchema,
  },
  'Open',
);

export const bills = xeroType({
  dataType: 'bills',
  ...invoiceEndpoint,
  where: 'Type=="ACCPAY"',
  map: (wire: XeroDocument) => ({
    // The number of a bill is the number that the supplier has written on the bill.
    reference: present(wire.InvoiceNumber),
    supplierRef: supplierRef(wire.Contact),
    dueDate: readOptionalDay(wire.DueDate),
    ...mapDocument(wire),
    paymentAllocations: paymentAllocations(wire),
    amountDue: wire.AmountDue ?? 0,
    status: statusOf(wire, 'Open'),
  }),
  push: {
    operations,
    undo: undoDocument,
    choices: lineChoices,
    customFields: ownBillFields,
    body: (record: Static<typeof operations.create>) => ({
      Type: 'ACCPAY',
      InvoiceNumber: record.reference,
      Contact: { ContactID: record.supplierRef.id },
      DueDate: optionalDay(record.dueDate),
      ...documentBody(record),
    }),
    complaints: documentComplaints('supplierRef.id', 'reference'),
  },
});
