import { sandboxType } from '../../sandbox-type.ts';
import { mapDocument, orderStates, type WireDocument } from '../documents.ts';
import { customerRef, optionalDay, translate } from '../values.ts';

export const salesOrders = sandboxType({
  dataType: 'salesOrders',
  map: (wire: WireDocument) => ({
    salesOrderNumber: wire.number,
    customerRef: customerRef(wire.customer),
    deliveryDate: optionalDay(wire.deliver_on),
    ...mapDocument(wire),
    status: translate(orderStates, wire.state),
  }),
});
