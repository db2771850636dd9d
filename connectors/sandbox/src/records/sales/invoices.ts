import { day as daySchema, optional, ref } from '@daybook/connector-kit/push-parts';
import type { Static } from 'typebox';
import { ownFields } from '../../push-fields.ts';
import { sandboxType } from '../../sandbox-type.ts';
import {
  documentBody,
  documentFields,
  documentSchema,
  lineChoices,
  mapDocument,
  paymentAllocations,
  settled,
  undoDocument,
  voidable,
  type WireDocument,
} from '../documents.ts';
import { customerRef, idOf, name, optionalDay, optionalDayOf, translate } from '../values.ts';

const operations = voidable(
  {
    invoiceNumber: optional(name()),
    customerRef: ref('The id of a customer.'),
    dueDate: optional(daySchema('The due date.')),
    ...documentSchema,
  },
  'Submitted',
);

export const invoices = sandboxType({
  dataType: 'invoices',
  map: (wire: WireDocument) => ({
    invoiceNumber: wire.number,
    customerRef: customerRef(wire.customer),
    dueDate: optionalDay(wire.due_on),
    paidOnDate: optionalDay(wire.paid_on),
    ...mapDocument(wire),
    paymentAllocations: paymentAllocations(wire),
    amountDue: wire.open_amount,
    status: translate({ ...settled, open: 'Submitted' }, wire.state),
  }),
  push: {
    operations,
    choices: lineChoices,
    certainty: 'key',
    customFields: ownFields,
    undo: undoDocument,
    body: (record: Static<typeof operations.create>) => ({
      number: record.invoiceNumber,
      customer: idOf(record.customerRef),
      due_on: optionalDayOf(record.dueDate),
      ...documentBody(record),
    }),
    fields: { number: 'invoiceNumber', customer: 'customerRef.id', ...documentFields },
  },
});
