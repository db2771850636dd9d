import { undoBy } from '@daybook/connector-kit';
import { allOperations, closed, day, optional, ref, text } from '@daybook/connector-kit/push-parts';
import type { Static } from 'typebox';
import { ownOrderFields } from '../../own-fields.ts';
import { readOptionalDay } from '../../xero-dates.ts';
import { xeroType } from '../../xero-type.ts';
import {
  documentBody,
  documentComplaints,
  documentSchema,
  lineChoices,
  mapDocument,
  statusSchema,
  supplierRef,
  type XeroDocument,
} from '../documents.ts';
import { optionalDay, present, translate } from '../values.ts';

/** An order that awaits approval is still a draft. */
const statuses = { DRAFT: 'Draft', SUBMITTED: 'Draft', AUTHORISED: 'Open', BILLED: 'Closed' };

const schema = closed({
  purchaseOrderNumber: optional(text(255, 'Must be unique. If omitted, Xero assigns a number.')),
  supplierRef: ref('The id of a supplier.'),
  deliveryDate: optional(day('The date of delivery.')),
  ...documentSchema,
  note: optional(text(255, "Stored as Xero's reference.")),
  ...statusSchema('Open'),
});

export const purchaseOrders = xeroType({
  dataType: 'purchaseOrders',
  endpoint: 'PurchaseOrders',
  id: (wire: { PurchaseOrderID: string }) => wire.PurchaseOrderID,
  orderBy: 'PurchaseOrderID',
  isDated: true,
  tellsDeletions: true,
  map: (wire: XeroDocument) => ({
    purchaseOrderNumber: present(wire.PurchaseOrderNumber),
    supplierRef: supplierRef(wire.Contact),
    deliveryDate: readOptionalDay(wire.DeliveryDate),
    ...mapDocument(wire),
    note: present(wire.Reference),
    status: translate(statuses, wire.Status),
  }),
  push: {
    operations: allOperations(schema),
    // Xero cannot void an order: the status DELETED removes approved ones too.
    undo: undoBy.delete,
    choices: lineChoices,
    customFields: ownOrderFields,
    body: (record: Static<typeof schema>) => ({
      PurchaseOrderNumber: record.purchaseOrderNumber,
      Contact: { ContactID: record.supplierRef.id },
      DeliveryDate: optionalDay(record.deliveryDate),
      ...documentBody(record),
      Reference: record.note,
    }),
    complaints: documentComplaints('supplierRef.id', 'purchaseOrderNumber'),
  },
});
