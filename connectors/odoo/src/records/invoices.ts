import { odooType } from '../odoo-type.ts';
import { documentPush } from '../push/push-document.ts';
import {
  amountDue,
  documentSource,
  dueDate,
  mapDocument,
  numberOf,
  paidOnDate,
  paymentAllocations,
  statusOf,
  type WireMove,
} from './documents.ts';
import { customerRef } from './parts.ts';

const source = {
  ...documentSource('out', ['out_invoice', 'out_receipt']),
  map: (wire: WireMove) => ({
    invoiceNumber: numberOf(wire),
    customerRef: customerRef(wire.commercial_partner_id || wire.partner_id),
    dueDate: dueDate(wire),
    paidOnDate: paidOnDate(wire),
    ...mapDocument(wire),
    paymentAllocations: paymentAllocations(wire),
    amountDue: amountDue(wire),
    status: statusOf(wire, 'Submitted'),
  }),
};

export const invoices = odooType({
  dataType: 'invoices',
  ...source,
  push: documentPush({ type: 'out_invoice', partyField: 'customerRef', open: 'Submitted', hasDueDate: true }),
});
