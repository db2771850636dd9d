import { amountOf, negate, undoBy } from '@daybook/connector-kit';
import { closed, day, optional, ref, text } from '@daybook/connector-kit/push-parts';
import Type, { type Static } from 'typebox';
import { readDay, readOptionalDay } from '../xero-dates.ts';
import { xeroType } from '../xero-type.ts';
import { customerRef, oneOf, type XeroRef } from './documents.ts';
import { accountRef, accountToSend, dayOf, present } from './values.ts';

export type XeroPayment = {
  PaymentID: string;
  Date?: string;
  Amount: number;
  Reference?: string;
  Status: string;
  PaymentType: string;
  Account?: { AccountID?: string; Code?: string };
  /** What is paid: of a refund, the credit note, overpayment or prepayment, under the same name. */
  Invoice?: { InvoiceID: string; CurrencyCode?: string; Contact?: XeroRef };
};

/** At Xero, payments of invoices and of bills share one endpoint. */
const paymentEndpoint = {
  endpoint: 'Payments',
  id: (wire: XeroPayment) => wire.PaymentID,
  orderBy: 'PaymentID',
  isDated: true,
  tellsDeletions: true as const,
};

/** The types of payments on one side: those of documents, and refunds of what a contact has in credit. */
export const paymentSource = (side: 'AR' | 'AP') => ({
  ...paymentEndpoint,
  where: oneOf('PaymentType', [
    side === 'AR' ? 'ACCRECPAYMENT' : 'ACCPAYPAYMENT',
    ...['CREDITPAYMENT', 'OVERPAYMENTPAYMENT', 'PREPAYMENTPAYMENT'].map((kind) => `${side}${kind}`),
  ]),
});

const isRefund = ({ PaymentType }: XeroPayment) => !/^ACC(REC|PAY)PAYMENT$/.test(PaymentType);

/** A refund is a payment of a negative amount. Its link names the credit that it reduces. */
export function mapPayment(wire: XeroPayment, type: 'Invoice' | 'Bill') {
  const credit = type === 'Invoice' ? 'CreditNote' : 'BillCreditNote';
  const amount = isRefund(wire) ? amountOf(negate(JSON.stringify(wire.Amount))) : wire.Amount;
  return {
    accountRef: accountRef(wire.Account?.Code || wire.Account?.AccountID),
    date: readDay(wire.Date ?? '/Date(0)/'),
    reference: present(wire.Reference),
    currency: wire.Invoice?.CurrencyCode,
    totalAmount: amount,
    lines: wire.Invoice && [
      {
        amount,
        allocatedOnDate: readOptionalDay(wire.Date),
        links: [{ type: isRefund(wire) ? credit : type, id: wire.Invoice.InvoiceID, amount }],
      },
    ],
    note: isRefund(wire) ? 'Refund' : undefined,
  };
}

/** How a payment of an invoice or a bill is pushed. */
export function paymentPush(type: 'Invoice' | 'Bill') {
  const [document, place] = type === 'Invoice' ? ['invoice', 'received'] : ['bill', 'paid'];
  const schema = closed({
    accountRef: ref(`The id of the account that ${place} the money: a bank account or one with payments enabled.`),
    date: day('The date of the payment.'),
    reference: optional(text(255)),
    totalAmount: Type.Number({ exclusiveMinimum: 0 }),
    lines: Type.Array(
      closed({
        links: Type.Array(closed({ type: Type.Enum([type]), id: text(200), amount: Type.Number() }), {
          minItems: 1,
          maxItems: 1,
        }),
      }),
      {
        minItems: 1,
        maxItems: 1,
        description: `In Xero, a payment pays exactly one ${document}. No part of it can be left unallocated.`,
      },
    ),
  });
  return {
    // A payment at Xero cannot be changed, only deleted.
    operations: { create: schema, delete: true } as const,
    undo: undoBy.delete,
    choices: { 'accountRef.id': 'accounts' },
    body: (record: Static<typeof schema>) => ({
      Invoice: { InvoiceID: record.lines[0]?.links[0]?.id },
      Account: accountToSend(record.accountRef),
      Date: dayOf(record.date),
      Amount: record.totalAmount,
      Reference: record.reference,
    }),
    complaints: [
      { pattern: /amount/i, field: 'totalAmount' },
      { pattern: /account/i, field: 'accountRef.id' },
      { pattern: /date/i, field: 'date' },
      { pattern: /invoice/i, field: 'lines.0.links.0.id' },
    ],
  };
}

export const payments = xeroType({
  dataType: 'payments',
  ...paymentSource('AR'),
  map: (wire: XeroPayment) => ({ customerRef: customerRef(wire.Invoice?.Contact), ...mapPayment(wire, 'Invoice') }),
  push: paymentPush('Invoice'),
});
