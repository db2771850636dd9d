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
import { idOf, name, optionalDay, optionalDayOf, supplierRef, translate } from '../values.ts';

const schema = closed({
  reference: optional(name()),
  supplierRef: ref('The id of a supplier.'),
  dueDate: optional(daySchema('The due date.')),
  ...documentSchema,
  status: optional(Type.Enum(['Draft', 'Open'])),
});

export const bills = sandboxType({
  dataType: 'bills',
  map: (wire: WireDocument) => ({
    reference: wire.number,
    supplierRef: supplierRef(wire.supplier),
    dueDate: optionalDay(wire.due_on),
    ...mapDocument(wire),
    paymentAllocations: paymentAllocations(wire),
    amountDue: wire.open_amount,
    status: translate({ ...settled, open: 'Open' }, wire.state),
  }),
  push: {
    operations: allOperations(schema),
    choices: lineChoices,
    certainty: 'search',
    customFields: ownFields,
    body: (record: Static<typeof schema>) => ({
      number: record.reference,
      supplier: idOf(record.supplierRef),
      due_on: optionalDayOf(record.dueDate),
      ...documentBody(record),
    }),
    fields: { number: 'reference', supplier: 'supplierRef.id', ...documentFields },
  },
});
