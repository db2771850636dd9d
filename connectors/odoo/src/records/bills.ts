import { odooType } from '../odoo-type.ts';
import { documentPush } from '../push/push-document.ts';
import { optionalText } from '../values.ts';
import {
  amountDue,
  documentSource,
  dueDate,
  mapDocument,
  numberOf,
  paymentAllocations,
  statusOf,
  type WireMove,
} from './documents.ts';
import { supplierRef } from './parts.ts';

const source = {
  ...documentSource('in', ['in_invoice', 'in_receipt']),
  map: (wire: WireMove) => ({
    // The number that the supplier has written on the bill.
    reference: optionalText(wire.ref) ?? numberOf(wire),
    supplierRef: supplierRef(wire.commercial_partner_id || wire.partner_id),
    dueDate: dueDate(wire),
    ...mapDocument(wire),
    paymentAllocations: paymentAllocations(wire),
    amountDue: amountDue(wire),
    status: statusOf(wire, 'Open'),
  }),
};

export const bills = odooType({
  dataType: 'bills',
  ...source,
  push: documentPush({
    type: 'in_invoice',
    partyField: 'supplierRef',
    open: 'Open',
    numberField: 'reference',
    hasDueDate: true,
  }),
});
