import { undoBy } from '@daybook/connector-kit';
import { allOperations, closed, optional, ref, text } from '@daybook/connector-kit/push-parts';
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
} from './documents.ts';
import { customerRef, present } from './values.ts';

const schema = closed({
  creditNoteNumber: optional(text(21)),
  customerRef: ref('The id of a customer.'),
  ...dates,
  ...saleSchema,
});

function map(wire: QboDocument) {
  const left = isReceipt(wire) ? 0 : (wire.RemainingCredit ?? wire.Balance);
  return {
    creditNoteNumber: present(wire.DocNumber),
    customerRef: customerRef(wire.CustomerRef),
    ...mapDocument(wire),
    note: present(wire.CustomerMemo?.value),
    remainingCredit: left ?? 0,
    status: statusOf(wire, 'Submitted', left),
  };
}

/** A refund receipt is a credit note that was paid back at once. Its money is a record of `payments`. */
export const creditNotes = quickbooksType({
  dataType: 'creditNotes',
  entity: 'CreditMemo',
  map,
  also: [{ entity: 'RefundReceipt', map }],
  push: {
    operations: allOperations(schema),
    undo: undoBy.delete,
    choices: saleChoices,
    customFields: ownSaleFields,
    body: (record: Static<typeof schema>) => ({ DocNumber: record.creditNoteNumber, ...saleBody(record) }),
    fields: { ...saleFields, DocNumber: 'creditNoteNumber' },
  },
});
