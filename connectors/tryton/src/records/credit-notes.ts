import { amountOf, negate } from '@daybook/connector-kit';
import { trytonType } from '../tryton-type.ts';
import { amountDue, invoiceSource, isCreditNote, mapDocument, statusOf, type WireInvoice } from './documents.ts';
import { optionalText } from './parts.ts';

export const creditNotes = trytonType({
  dataType: 'creditNotes',
  ...invoiceSource,
  domain: [['type', '=', 'out']],
  fullDomain: [['total_amount', '<', 0]],
  isOurs: isCreditNote,
  map: (wire: WireInvoice) => ({
    creditNoteNumber: optionalText(wire.number),
    customerRef: { id: String(wire.party.id), companyName: optionalText(wire.party.name) },
    ...mapDocument(wire, negate),
    remainingCredit: amountOf(negate(amountDue(wire))),
    status: statusOf(wire, 'Submitted'),
  }),
});
