import { allOperations, closed, optional, ref, text } from '@daybook/connector-kit/push-parts';
import type { Static } from 'typebox';
import { xeroType } from '../../xero-type.ts';
import { creditNoteEndpoint, mapCreditNote } from '../credit-notes.ts';
import {
  documentBody,
  documentComplaints,
  documentSchema,
  lineChoices,
  statusSchema,
  supplierRef,
  type XeroDocument,
} from '../documents.ts';
import { present } from '../values.ts';

const schema = closed({
  billCreditNoteNumber: optional(text(255)),
  supplierRef: ref('The id of a supplier.'),
  ...documentSchema,
  note: optional(text(255, "Stored as Xero's reference.")),
  ...statusSchema('Submitted'),
});

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
    operations: allOperations(schema),
    choices: lineChoices,
    body: (record: Static<typeof schema>) => ({
      Type: 'ACCPAYCREDIT',
      CreditNoteNumber: record.billCreditNoteNumber,
      Contact: { ContactID: record.supplierRef.id },
      ...documentBody(record),
      Reference: record.note,
    }),
    complaints: documentComplaints('supplierRef.id', 'billCreditNoteNumber'),
  },
});
