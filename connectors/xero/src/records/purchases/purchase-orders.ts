import { readOptionalDay } from '../../xero-dates.ts';
import { xeroType } from '../../xero-type.ts';
import { mapDocument, supplierRef, type XeroDocument } from '../documents.ts';
import { present, translate } from '../values.ts';

/** An order that awaits approval is still a draft. */
const statuses = { DRAFT: 'Draft', SUBMITTED: 'Draft', AUTHORISED: 'Open', BILLED: 'Closed' };

export const purchaseOrders = xeroType({
  dataType: 'purchaseOrders',
  endpoint: 'PurchaseOrders',
  id: (wire: { PurchaseOrderID: string }) => wire.PurchaseOrderID,
  orderBy: 'PurchaseOrderID',
  isDated: true,
  map: (wire: XeroDocument) => ({
    purchaseOrderNumber: present(wire.PurchaseOrderNumber),
    supplierRef: supplierRef(wire.Contact),
    deliveryDate: readOptionalDay(wire.DeliveryDate),
    ...mapDocument(wire),
    note: present(wire.Reference),
    status: translate(statuses, wire.Status),
  }),
});
