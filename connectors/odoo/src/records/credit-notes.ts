import { odooType } from '../odoo-type.ts';
import { documentPush } from '../push/push-document.ts';
import { amountDue, documentSource, mapDocument, numberOf, statusOf, type WireMove } from './documents.ts';
import { customerRef } from './parts.ts';

const source = {
  ...documentSource('out', ['out_refund']),
  map: (wire: WireMove) => ({
    creditNoteNumber: numberOf(wire),
    customerRef: customerRef(wire.commercial_partner_id || wire.partner_id),
    ...mapDocument(wire),
    remainingCredit: amountDue(wire),
    status: statusOf(wire, 'Submitted'),
  }),
};

export const creditNotes = odooType({
  dataType: 'creditNotes',
  ...source,
  push: documentPush({ type: 'out_refund', partyField: 'customerRef', open: 'Submitted' }),
});
