import { odooType } from '../odoo-type.ts';
import { fields } from '../specification.ts';
import { optionalDay } from '../values.ts';
import type { Text } from '../wire.ts';
import { mapOrder, orderFields, orderSource, partyOf, type WireOrder } from './orders.ts';
import { customerRef } from './parts.ts';

type WireSale = WireOrder & { commitment_date: Text; invoice_status: string };

function statusOf({ state, invoice_status: invoiced }: WireSale): string {
  if (state === 'draft' || state === 'sent') return 'Draft';
  if (state === 'cancel') return 'Void';
  if (state === 'done') return 'Closed';
  if (state !== 'sale') return 'Unknown';
  return invoiced === 'invoiced' ? 'Closed' : 'Open';
}

export const salesOrders = odooType({
  dataType: 'salesOrders',
  model: 'sale.order',
  ...orderSource,
  fields: fields(orderFields, 'commitment_date', 'invoice_status'),
  map: (wire: WireSale) => ({
    salesOrderNumber: wire.name,
    customerRef: customerRef(partyOf(wire)),
    deliveryDate: optionalDay(wire.commitment_date),
    ...mapOrder(wire, (line) => line.product_uom_qty),
    status: statusOf(wire),
  }),
});
