import { amountOf, negate } from '@daybook/connector-kit';
import { trytonType } from '../tryton-type.ts';
import {
  amountDue,
  asIs,
  dueDate,
  invoiceSource,
  mapDocument,
  paymentAllocations,
  statusOf,
  type WireInvoice,
} from './documents.ts';
import { optionalText } from './parts.ts';

export const bills = trytonType({
  dataType: 'bills',
  ...invoiceSource,
  domain: [['type', '=', 'in']],
  map: (wire: WireInvoice) => ({
    reference: optionalText(wire.reference ?? wire.number),
    supplierRef: { id: String(wire.party.id), supplierName: optionalText(wire.party.name) },
    dueDate: dueDate(wire),
    ...mapDocument(wire, asIs),
    paymentAllocations: paymentAllocations(wire, negate),
    amountDue: amountOf(amountDue(wire)),
    status: statusOf(wire, 'Open'),
  }),
});
