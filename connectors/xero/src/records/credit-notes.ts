import { optional, ref, text } from '@daybook/connector-kit/push-parts';
import type { Static } from 'typebox';
import { ownNoteFields } from '../own-fields.ts';
import { xeroType } from '../xero-type.ts';
import {
  customerRef,
  documentBody,
  documentComplaints,
  documentSchema,
  lineChoices,
  mapDocument,
  statusWords,
  undoDocument,
  voidable,
  type XeroDocument,
} from './documents.ts';
import { present, translate } from './values.ts';

const operations = voidable(
  {
    creditNoteNumber: optional(text(255)),
    customerRef: ref('The id of a customer.'),
    ...documentSchema,
    note: optional(text(255, "Stored as Xero's reference.")),
  },
  'Submitted',
);

/** At Xero, credit notes to customers and from suppliers share one endpoint. */
export const creditNoteEndpoint = {
  endpoint: 'CreditNotes',
  id: (wire: { CreditNoteID: string }) => wire.CreditNoteID,
  orderBy: 'CreditNoteID',
  parameters: { unitdp: '4' },
  isDated: true,
};

export function mapCreditNote(wire: XeroDocument) {
  const isPartly = JSON.stringify(wire.RemainingCredit) !== JSON.stringify(wire.Total);
  return {
    ...mapDocument(wire),
    note: present(wire.Reference),
    remainingCredit: wire.RemainingCredit ?? 0,
    status: translate({ ...statusWords, AUTHORISED: isPartly ? 'PartiallyPaid' : 'Submitted' }, wire.Status),
  };
}

export const creditNotes = xeroType({
  dataType: 'creditNotes',
  ...creditNoteEndpoint,
  where: 'Type=="ACCRECCREDIT"',
  map: (wire: XeroDocument) => ({
    creditNoteNumber: present(wire.CreditNoteNumber),
    customerRef: customerRef(wire.Contact),
    ...mapCreditNote(wire),
  }),
  push: {
    operations,
    undo: undoDocument,
    choices: lineChoices,
    customFields: ownNoteFields,
    body: (record: Static<typeof operations.create>) => ({
      Type: 'ACCRECCREDIT',
      CreditNoteNumber: record.creditNoteNumber,
      Contact: { ContactID: record.customerRef.id },
      ...documentBody(record),
      Reference: record.note,
    }),
    complaints: documentComplaints('customerRef.id', 'creditNoteNumber'),
  },
});
