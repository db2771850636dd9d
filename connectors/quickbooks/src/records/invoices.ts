import { undoBy } from '@daybook/connector-kit';
import { closed, day, optional, ref, text } from '@daybook/connector-kit/push-parts';
import Type, { type Static } from 'typebox';
import { ownSaleFields } from '../own-fields.ts';
import { quickbooksType } from '../quickbooks-type.ts';
import {
  dates,
  mapDocument,
  type QboDocument,
  saleBody,
  saleChoices,
  saleFields,
  saleSchema,
  statusOf,
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
const status = optional(Type.Enum(['Void'], { description: 'Voids the invoice and changes nothing else.' }));

export const invoices = quickbooksType({
  dataType: 'invoices',
  entity: 'Invoice',
  map: (wire: QboDocument) => ({
    invoiceNumber: present(wire.DocNumber),
    customerRef: customerRef(wire.CustomerRef),
    dueDate: optionalDay(wire.DueDate),
    ...mapDocument(wire),
    note: present(wire.CustomerMemo?.value),
    amountDue: wire.Balance ?? 0,
    status: statusOf(wire, 'Submitted', wire.Balance),
  }),
  push: {
    operations: { create: schema, update: closed({ ...properties, status }), delete: true },
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
