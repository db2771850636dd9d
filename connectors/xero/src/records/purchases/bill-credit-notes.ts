import { optional, ref, text } from '@daybook/connector-kit/push-parts';
import type { Static } from 'typebox';
import { xeroType } from '../../xero-type.ts';
import { creditSource, mapCreditNote, numberOf, type XeroCredit } from '../credit-notes.ts';
import {
  documentBody,
  documentComplaints,
  documentSchema,
  lineChoices,
  supplierRef,
  undoDocument,
  voidable,
} from '../documents.ts';

const operations = voidable(
  {
    billCreditNoteNumber: optional(text(255)),
    supplierRef: ref('The id of a supplier.'),
    ...documentSchema,
    note: optional(text(255, "Stored as Xero's reference.")),
  },
  'Submitted',
);

export const billCreditNotes = xeroType({
  dataType: 'billCreditNotes',
  ...creditSource('AP'),
  map: (wire: XeroCredit) => ({
    billCreditNoteNumber: numberOf(wire),
    supplierRef: supplierRef(wire.Contact),
    ...mapCreditNote(wire),
  }),
  push: {
    operations,
    undo: undoDocument,
    choices: lineChoices,
    body: (record: Static<typeof operations.create>) => ({
      Type: 'ACCPAYCREDIT',
      CreditNoteNumber: record.billCreditNoteNumber,
      Contact: { ContactID: record.supplierRef.id },
      ...documentBody(record),
      Reference: record.note,
    }),
    complaints: documentComplaints('supplierRef.id', 'billCreditNoteNumber'),
  },
});
