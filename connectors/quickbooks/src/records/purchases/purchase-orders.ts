import { quickbooksType } from '../../quickbooks-type.ts';
import { mapDocument, type QboDocument } from '../documents.ts';
import { present, supplierRef } from '../values.ts';

type QboOrder = QboDocument & { POStatus?: string };

const statuses: Readonly<Record<string, string>> = { Open: 'Open', Closed: 'Closed' };

export const purchaseOrders = quickbooksType({
  dataType: 'purchaseOrders',
  entity: 'PurchaseOrder',
  map: (wire: QboOrder) => ({
    purchaseOrderNumber: present(wire.DocNumber),
    supplierRef: supplierRef(wire.VendorRef),
    ...mapDocument(wire),
    note: present(wire.PrivateNote),
    status: statuses[wire.POStatus ?? ''] ?? 'Unknown',
  }),
});
