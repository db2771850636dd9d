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
  oneOf,
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

export type XeroCredit = XeroDocument & { CreditNoteID?: string; OverpaymentID?: string; PrepaymentID?: string };

const common = { parameters: { unitdp: '4' }, isDated: true, tellsDeletions: true as const };

/**
 * Credit notes, overpayments and prepayments. Of each, the contact can use what remains for invoices, or get it back.
 * The money of an over- or prepayment is a bank transaction, so that it counts once. At Xero, the credits of customers
 * and of suppliers share three endpoints.
 */
export const creditSource = (side: 'AR' | 'AP') => {
  const bank = side === 'AR' ? 'RECEIVE' : 'SPEND';
  return {
    ...{ ...common, endpoint: 'CreditNotes', orderBy: 'CreditNoteID' },
    id: (wire: XeroCredit) => wire.CreditNoteID ?? wire.OverpaymentID ?? wire.PrepaymentID ?? '',
    where: oneOf('Type', [side === 'AR' ? 'ACCRECCREDIT' : 'ACCPAYCREDIT']),
    also: [
      {
        ...{ ...common, endpoint: 'Overpayments', orderBy: 'OverpaymentID' },
        where: oneOf('Type', [`${bank}-OVERPAYMENT`, `${side}OVERPAYMENT`]),
      },
      {
        ...{ ...common, endpoint: 'Prepayments', orderBy: 'PrepaymentID' },
        where: oneOf('Type', [`${bank}-PREPAYMENT`, `${side}PREPAYMENT`]),
      },
    ],
  };
};

export const numberOf = (wire: XeroCredit) => present(wire.CreditNoteNumber) ?? present(wire.InvoiceNumber);

export function mapCreditNote(wire: XeroCredit) {
  const isPartly = JSON.stringify(wire.RemainingCredit) !== JSON.stringify(wire.Total);
  const kind = wire.OverpaymentID ? 'Overpayment' : wire.PrepaymentID ? 'Prepayment' : undefined;
  return {
    ...mapDocument(wire),
    note: present([kind, wire.Reference].filter(Boolean).join(': ')),
    remainingCredit: wire.RemainingCredit ?? 0,
    isPrepayment: wire.PrepaymentID ? true : undefined,
    status: translate({ ...statusWords, AUTHORISED: isPartly ? 'PartiallyPaid' : 'Submitted' }, wire.Status),
  };
}

export const creditNotes = xeroType({
  dataType: 'creditNotes',
  ...creditSource('AR'),
  map: (wire: XeroCredit) => ({
    creditNoteNumber: numberOf(wire),
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
