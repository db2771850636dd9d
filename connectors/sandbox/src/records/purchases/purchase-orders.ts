import { sandboxType } from '../../sandbox-type.ts';
import { mapDocument, orderStates, type WireDocument } from '../documents.ts';
import { optionalDay, supplierRef, translate } from '../values.ts';

export const purchaseOrders = sandboxType({
  dataType: 'purchaseOrders',
  map: (wire: WireDocument) => ({
    purchaseOrderNumber: wire.number,
    supplierRef: supplierRef(wire.supplier),
    deliveryDate: optionalDay(wire.deliver_on),
    ...mapDocument(wire),
    status: translate(orderStates, wire.state),
  }),
});
