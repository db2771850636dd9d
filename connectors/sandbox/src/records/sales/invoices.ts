import { allOperations, closed, day as daySchema, optional, ref } from '@daybook/connector-kit/push-parts';
import Type, { type Static } from 'typebox';
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
  type WireDocument,
} from '../documents.ts';
import { customerRef, idOf, name, optionalDay, optionalDayOf, translate } from '../values.ts';

const schema = closed({
  invoiceNumber: optional(name()),
  customerRef: ref('The id of a customer.'),
  dueDate: optional(daySchema('The due date.')),
  ...documentSchema,
  status: optional(Type.Enum(['Draft', 'Submitted'])),
});

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
    operations: allOperations(schema),
    choices: lineChoices,
    certainty: 'key',
    customFields: ownFields,
    body: (record: Static<typeof schema>) => ({
      number: record.invoiceNumber,
      customer: idOf(record.customerRef),
      due_on: optionalDayOf(record.dueDate),
      ...documentBody(record),
    }),
    fields: { number: 'invoiceNumber', customer: 'customerRef.id', ...documentFields },
  },
});
