import { undoBy } from '@daybook/connector-kit';
import { closed, day, optional, ref, text } from '@daybook/connector-kit/push-parts';
import type { Static } from 'typebox';
import { ownSaleFields } from '../own-fields.ts';
import { quickbooksType } from '../quickbooks-type.ts';
import {
  dates,
  isReceipt,
  mapDocument,
  type QboDocument,
  saleBody,
  saleChoices,
  saleFields,
  saleSchema,
  statusOf,
  voidStatus,
} from './documents.ts';
import { customerRef, optionalDay, optionalDayToSend, present } from './values.ts';

const properties = {
  invoiceNumber: optional(text(21)),
  customerRef: ref('The id of a customer.'),
  ...dates,
  dueDate: optional(day('The due date.')),
  ...saleSchema,
};
const schema = closed(properties);

const map = (wire: QboDocument) => ({
  invoiceNumber: present(wire.DocNumber),
  customerRef: customerRef(wire.CustomerRef),
  dueDate: optionalDay(wire.DueDate),
  paidOnDate: isReceipt(wire) ? optionalDay(wire.TxnDate) : undefined,
  ...mapDocument(wire),
  note: present(wire.CustomerMemo?.value),
  amountDue: isReceipt(wire) ? 0 : (wire.Balance ?? 0),
  status: statusOf(wire, 'Submitted', wire.Balance),
});

/** A sales receipt is an invoice that was paid at once. Its money is a record of `payments`. */
export const invoices = quickbooksType({
  dataType: 'invoices',
  entity: 'Invoice',
  map,
  also: [{ entity: 'SalesReceipt', map }],
  push: {
    operations: { create: schema, update: closed({ ...properties, ...voidStatus('invoice') }), delete: true },
    choices: saleChoices,
    customFields: ownSaleFields,
    undo: undoBy.void,
    body: (record: Static<typeof schema>) => ({
      DocNumber: record.invoiceNumber,
      ...saleBody(record),
      DueDate: optionalDayToSend(record.dueDate),
    }),
    fields: { ...saleFields, DocNumber: 'invoiceNumber', DueDate: 'dueDate' },
  },
});
