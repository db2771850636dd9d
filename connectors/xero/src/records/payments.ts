import { undoBy } from '@daybook/connector-kit';
import { closed, day, optional, ref, text } from '@daybook/connector-kit/push-parts';
import Type, { type Static } from 'typebox';
import { readDay, readOptionalDay } from '../xero-dates.ts';
import { xeroType } from '../xero-type.ts';
import { customerRef, type XeroRef } from './documents.ts';
import { accountRef, accountToSend, dayOf, present } from './values.ts';

export type XeroPayment = {
  PaymentID: string;
  Date?: string;
  Amount: number;
  Reference?: string;
  Status: string;
  PaymentType: string;
  Account?: { AccountID?: string; Code?: string };
  Invoice?: { InvoiceID: string; CurrencyCode?: string; Contact?: XeroRef };
};

/** At Xero, payments of invoices and of bills share one endpoint. */
export const paymentEndpoint = {
  endpoint: 'Payments',
  id: (wire: XeroPayment) => wire.PaymentID,
  orderBy: 'PaymentID',
  isDated: true,
};

export const mapPayment = (wire: XeroPayment, type: 'Invoice' | 'Bill') => ({
  accountRef: accountRef(wire.Account?.Code || wire.Account?.AccountID),
  date: readDay(wire.Date ?? '/Date(0)/'),
  reference: present(wire.Reference),
  currency: wire.Invoice?.CurrencyCode,
  totalAmount: wire.Amount,
  lines: wire.Invoice && [
    {
      amount: wire.Amount,
      allocatedOnDate: readOptionalDay(wire.Date),
      links: [{ type, id: wire.Invoice.InvoiceID, amount: wire.Amount }],
    },
  ],
});

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
  ...paymentEndpoint,
  where: 'PaymentType=="ACCRECPAYMENT"',
  map: (wire: XeroPayment) => ({ customerRef: customerRef(wire.Invoice?.Contact), ...mapPayment(wire, 'Invoice') }),
  push: paymentPush('Invoice'),
});
