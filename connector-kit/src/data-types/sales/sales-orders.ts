import type { DataType } from '../data-type.ts';
import { customerRef, document, object, optional, orderStatus, text, time } from '../parts.ts';

export const salesOrders: DataType = {
  name: 'salesOrders',
  description: 'Orders from customers.',
  columns: {
    status: 'status',
    date1: 'issueDate',
    date2: 'deliveryDate',
    amount1: 'totalAmount',
    ref1: 'customerRef.id',
  },
  record: object({
    salesOrderNumber: optional(text()),
    customerRef: optional(customerRef),
    issueDate: time(),
    deliveryDate: optional(time()),
    ...document,
    status: orderStatus,
  }),
};
