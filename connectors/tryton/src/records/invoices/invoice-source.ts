import { amountOf } from '@daybook/connector-kit';
import {
  amountDue,
  asIs,
  dueDate,
  invoiceSource,
  isCreditNote,
  mapDocument,
  paymentAllocations,
  statusOf,
  type WireInvoice,
} from '../documents.ts';
import { optionalDay, optionalText } from '../parts.ts';

/** How invoices are read. Credit notes are invoices with a negative total in Tryton, and a data type of their own. */
export const source = {
  ...invoiceSource,
  domain: [['type', '=', 'out']],
  isOurs: (wire: WireInvoice) => !isCreditNote(wire),
  map: (wire: WireInvoice) => ({
    invoiceNumber: optionalText(wire.number),
    customerRef: { id: String(wire.party.id), companyName: optionalText(wire.party.name) },
    dueDate: dueDate(wire),
    paidOnDate: wire.state === 'paid' ? optionalDay(wire.reconciled) : undefined,
    ...mapDocument(wire, asIs),
    paymentAllocations: paymentAllocations(wire, asIs),
    amountDue: amountOf(amountDue(wire)),
    status: statusOf(wire, 'Submitted'),
  }),
};

export const invoice = `model.${source.model}`;
