import { day, optional, ref, text } from '@daybook/connector-kit/push-parts';
import type { Static } from 'typebox';
import { ownInvoiceFields } from '../own-fields.ts';
import { readOptionalDay } from '../xero-dates.ts';
import { xeroType } from '../xero-type.ts';
import {
  customerRef,
  documentBody,
  documentComplaints,
  documentSchema,
  invoiceEndpoint,
  lineChoices,
  mapDocument,
  paymentAllocations,
  statusOf,
  undoDocument,
  voidable,
  type XeroDocument,
} from './documents.ts';
import { optionalDay, present } from './values.ts';

const operations = voidable(
  {
    invoiceNumber: optional(text(255, 'Must be unique. If omitted, Xero assigns a number.')),
    customerRef: ref('The id of a customer.'),
    dueDate: optional(day('The due date. Required unless the invoice is a draft.')),
    ...documentSchema,
    note: optional(text(255, "Stored as Xero's reference.")),
  },
  'Submitted',
);

export const invoices = xeroType({
  dataType: 'invoices',
  ...invoiceEndpoint,
  where: 'Type=="ACCREC"',
  map: (wire: XeroDocument) => ({
    invoiceNumber: present(wire.InvoiceNumber),
    customerRef: customerRef(wire.Contact),
    dueDate: readOptionalDay(wire.DueDate),
    paidOnDate: readOptionalDay(wire.FullyPaidOnDate),
    ...mapDocument(wire),
    note: present(wire.Reference),
    paymentAllocations: paymentAllocations(wire),
    amountDue: wire.AmountDue ?? 0,
    status: statusOf(wire, 'Submitted'),
  }),
  push: {
    operations,
    undo: undoDocument,
    choices: lineChoices,
    customFields: ownInvoiceFields,
    body: (record: Static<typeof operations.create>) => ({
      Type: 'ACCREC',
      InvoiceNumber: record.invoiceNumber,
      Contact: { ContactID: record.customerRef.id },
      DueDate: optionalDay(record.dueDate),
      ...documentBody(record),
      Reference: record.note,
    }),
    complaints: documentComplaints('customerRef.id', 'invoiceNumber'),
  },
});
