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
import { idOf, name, optionalDay, optionalDayOf, supplierRef, translate } from '../values.ts';

const operations = voidable(
  {
    reference: optional(name()),
    supplierRef: ref('The id of a supplier.'),
    dueDate: optional(daySchema('The due date.')),
    ...documentSchema,
  },
  'Open',
);

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
    operations,
    choices: lineChoices,
    certainty: 'search',
    customFields: ownFields,
    undo: undoDocument,
    body: (record: Static<typeof operations.create>) => ({
      number: record.reference,
      supplier: idOf(record.supplierRef),
      due_on: optionalDayOf(record.dueDate),
      ...documentBody(record),
    }),
    fields: { number: 'reference', supplier: 'supplierRef.id', ...documentFields },
  },
});
