import { sandboxType } from '../../sandbox-type.ts';
import { mapDocument, noteStates, type WireDocument } from '../documents.ts';
import { supplierRef, translate } from '../values.ts';

export const billCreditNotes = sandboxType({
  dataType: 'billCreditNotes',
  map: (wire: WireDocument) => ({
    billCreditNoteNumber: wire.number,
    supplierRef: supplierRef(wire.supplier),
    ...mapDocument(wire),
    remainingCredit: wire.unused_amount,
    status: translate(noteStates, wire.state),
  }),
});
