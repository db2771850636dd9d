import { odooType } from '../odoo-type.ts';
import { fields } from '../specification.ts';
import { optionalDay } from '../values.ts';
import type { Text } from '../wire.ts';
import { mapOrder, orderFields, orderSource, partyOf, type WireOrder } from './orders.ts';
import { supplierRef } from './parts.ts';

type WirePurchase = WireOrder & { date_planned: Text; invoice_status: string };

function statusOf({ state, invoice_status: billed }: WirePurchase): string {
  if (state === 'draft' || state === 'sent' || state === 'to approve') return 'Draft';
  if (state === 'cancel') return 'Void';
  if (state === 'done') return 'Closed';
  if (state !== 'purchase') return 'Unknown';
  return billed === 'invoiced' ? 'Closed' : 'Open';
}

export const purchaseOrders = odooType({
  dataType: 'purchaseOrders',
  model: 'purchase.order',
  ...orderSource,
  fields: fields(orderFields, 'date_planned', 'invoice_status'),
  map: (wire: WirePurchase) => ({
    purchaseOrderNumber: wire.name,
    supplierRef: supplierRef(partyOf(wire)),
    deliveryDate: optionalDay(wire.date_planned),
    ...mapOrder(wire, (line) => line.product_qty),
    status: statusOf(wire),
  }),
});
