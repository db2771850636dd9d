import { closed, day, optional, ref, text } from '@daybook/connector-kit/push-parts';
import Type, { type Static } from 'typebox';
import { readDay, readOptionalDay } from '../xero-dates.ts';
import { xeroType } from '../xero-type.ts';
import { customerRef, type XeroRef } from './documents.ts';
import { accountRef, dayOf, present } from './values.ts';

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

const schema = closed({
  accountRef: ref('The id of the account that received the money: a bank account or one with payments enabled.'),
  date: day('The date of the payment.'),
  reference: optional(text(255)),
  totalAmount: Type.Number({ exclusiveMinimum: 0 }),
  lines: Type.Array(
    closed({
      links: Type.Array(closed({ type: Type.Enum(['Invoice']), id: text(200), amount: Type.Number() }), {
        minItems: 1,
        maxItems: 1,
      }),
    }),
    {
      minItems: 1,
      maxItems: 1,
      description: 'In Xero, a payment pays exactly one invoice. No part of it can be left unallocated.',
    },
  ),
});

const isUuid = (id: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);

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

export const payments = xeroType({
  dataType: 'payments',
  ...paymentEndpoint,
  where: 'PaymentType=="ACCRECPAYMENT"',
  map: (wire: XeroPayment) => ({ customerRef: customerRef(wire.Invoice?.Contact), ...mapPayment(wire, 'Invoice') }),
  push: {
    // A payment at Xero cannot be changed, only deleted.
    operations: { create: schema, delete: true },
    choices: { 'accountRef.id': 'accounts' },
    // A ledger account is identified by its code, or by its id if it has no code. Many bank accounts have no code.
    body: (record: Static<typeof schema>) => ({
      Invoice: { InvoiceID: record.lines[0]?.links[0]?.id },
      Account: isUuid(record.accountRef.id) ? { AccountID: record.accountRef.id } : { Code: record.accountRef.id },
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
  },
});
