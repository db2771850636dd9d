import { xeroType } from '../../xero-type.ts';
import { creditNoteEndpoint, mapCreditNote } from '../credit-notes.ts';
import { supplierRef, type XeroDocument } from '../documents.ts';
import { present } from '../values.ts';

export const billCreditNotes = xeroType({
  dataType: 'billCreditNotes',
  ...creditNoteEndpoint,
  where: 'Type=="ACCPAYCREDIT"',
  map: (wire: XeroDocument) => ({
    billCreditNoteNumber: present(wire.CreditNoteNumber),
    supplierRef: supplierRef(wire.Contact),
    ...mapCreditNote(wire),
  }),
});
