import { quickbooksType } from '../../quickbooks-type.ts';
import { mapDocument, type QboDocument, statusOf } from '../documents.ts';
import { present, supplierRef } from '../values.ts';

export const billCreditNotes = quickbooksType({
  dataType: 'billCreditNotes',
  entity: 'VendorCredit',
  map: (wire: QboDocument) => {
    // Older credits have no balance. They count as unused.
    const left = wire.Balance ?? wire.TotalAmt;
    return {
      billCreditNoteNumber: present(wire.DocNumber),
      supplierRef: supplierRef(wire.VendorRef),
      ...mapDocument(wire),
      note: present(wire.PrivateNote),
      remainingCredit: left ?? 0,
      status: statusOf(wire, 'Submitted', left),
    };
  },
});
