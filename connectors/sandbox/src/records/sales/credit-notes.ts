import { closed, optional, ref } from '@daybook/connector-kit/push-parts';
import Type, { type Static } from 'typebox';
import { sandboxType } from '../../sandbox-type.ts';
import {
  documentBody,
  documentFields,
  documentSchema,
  lineChoices,
  mapDocument,
  noteStates,
  type WireDocument,
} from '../documents.ts';
import { customerRef, idOf, name, translate } from '../values.ts';

const schema = closed({
  creditNoteNumber: optional(name()),
  customerRef: ref('The id of a customer.'),
  ...documentSchema,
  status: optional(Type.Enum(['Draft', 'Submitted'])),
});

export const creditNotes = sandboxType({
  dataType: 'creditNotes',
  map: (wire: WireDocument) => ({
    creditNoteNumber: wire.number,
    customerRef: customerRef(wire.customer),
    ...mapDocument(wire),
    remainingCredit: wire.unused_amount,
    status: translate(noteStates, wire.state),
  }),
  push: {
    operations: { create: schema },
    choices: lineChoices,
    certainty: 'key',
    body: (record: Static<typeof schema>) => ({
      number: record.creditNoteNumber,
      customer: idOf(record.customerRef),
      ...documentBody(record),
    }),
    fields: { number: 'creditNoteNumber', customer: 'customerRef.id', ...documentFields },
  },
});
