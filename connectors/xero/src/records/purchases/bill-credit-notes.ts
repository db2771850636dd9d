import { optional, ref, text } from '@daybook/connector-kit/push-parts';
import type { Static } from 'typebox';
import { xeroType } from '../../xero-type.ts';
import { creditNoteEndpoint, mapCreditNote } from '../credit-notes.ts';
import {
  documentBody,
  documentComplaints,
  documentSchema,
  lineChoices,
  supplierRef,
  undoDocument,
  voidable,
  type XeroDocument,
} from '../documents.ts';
import { present } from '../values.ts';

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
  ...creditNoteEndpoint,
  where: 'Type=="ACCPAYCREDIT"',
  map: (wire: XeroDocument) => ({
    billCreditNoteNumber: present(wire.CreditNoteNumber),
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
