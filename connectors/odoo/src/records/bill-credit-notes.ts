import { odooType } from '../odoo-type.ts';
import { documentPush } from '../push/push-document.ts';
import { optionalText } from '../values.ts';
import { amountDue, documentSource, mapDocument, numberOf, statusOf, type WireMove } from './documents.ts';
import { supplierRef } from './parts.ts';

const source = {
  ...documentSource('in', ['in_refund']),
  map: (wire: WireMove) => ({
    billCreditNoteNumber: optionalText(wire.ref) ?? numberOf(wire),
    supplierRef: supplierRef(wire.commercial_partner_id || wire.partner_id),
    ...mapDocument(wire),
    remainingCredit: amountDue(wire),
    status: statusOf(wire, 'Submitted'),
  }),
};

export const billCreditNotes = odooType({
  dataType: 'billCreditNotes',
  ...source,
  push: documentPush({
    type: 'in_refund',
    partyField: 'supplierRef',
    open: 'Submitted',
    numberField: 'billCreditNoteNumber',
  }),
});
