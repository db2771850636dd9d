import type { DataType } from '../data-type.ts';
import { document, object, optional, orderStatus, supplierRef, text, time } from '../parts.ts';

export const purchaseOrders: DataType = {
  name: 'purchaseOrders',
  description: 'Orders to suppliers.',
  columns: {
    status: 'status',
    date1: 'issueDate',
    date2: 'deliveryDate',
    amount1: 'totalAmount',
    ref1: 'supplierRef.id',
  },
  record: object({
    purchaseOrderNumber: optional(text()),
    supplierRef: optional(supplierRef),
    issueDate: time(),
    deliveryDate: optional(time()),
    ...document,
    status: orderStatus,
  }),
};
