import { closed, day as daySchema, optional, ref } from '@daybook/connector-kit/push-parts';
import Type from 'typebox';
import {
  currency,
  day,
  dayOf,
  idOf,
  money,
  name,
  namedRef,
  note,
  translate,
  type WireAmount,
  type WireRef,
} from './values.ts';

/** This file contains the code that payments from customers and payments to suppliers share. */
export type WirePayment = {
  customer?: WireRef;
  supplier?: WireRef;
  account: WireRef;
  paid_on: string;
  reference?: string;
  currency: string;
  exchange_rate: WireAmount;
  amount: WireAmount;
  applied_to: { kind: string; id: string; amount: WireAmount }[];
  memo?: string;
};

const linkTypes = { invoice: 'Invoice', bill: 'Bill', credit_note: 'CreditNote', bill_credit_note: 'BillCreditNote' };

export const mapPayment = (wire: WirePayment) => ({
  accountRef: namedRef(wire.account),
  date: day(wire.paid_on),
  reference: wire.reference,
  currency: wire.currency,
  currencyRate: wire.exchange_rate,
  totalAmount: wire.amount,
  lines: [
    {
      amount: wire.amount,
      allocatedOnDate: day(wire.paid_on),
      links: wire.applied_to.map(({ kind, id, amount }) => ({ type: translate(linkTypes, kind), id, amount })),
    },
  ],
  note: wire.memo,
});

export const paymentSchema = (type: 'Invoice' | 'Bill') => ({
  accountRef: ref('The id of the account that received or paid the money.'),
  date: daySchema('The date of the payment.'),
  reference: optional(name()),
  ...currency,
  totalAmount: Type.Number({ exclusiveMinimum: 0 }),
  lines: optional(
    Type.Array(
      closed({
        links: Type.Array(
          closed({
            type: Type.Enum([type]),
            id: Type.String({ minLength: 1, maxLength: 200 }),
            amount: Type.Number({ exclusiveMinimum: 0 }),
          }),
          { maxItems: 1000 },
        ),
      }),
      { maxItems: 1, description: 'The documents that the payment covers. Any remaining amount stays on account.' },
    ),
  ),
  ...note,
});

type Link = { type: string; id: string; amount: number };
type PushedPayment = {
  accountRef: { id: string };
  date: string;
  reference?: string;
  currency?: string;
  currencyRate?: number;
  totalAmount: number;
  lines?: { links: Link[] }[];
  note?: string;
};

export const paymentBody = (record: PushedPayment) => ({
  account: idOf(record.accountRef),
  paid_on: dayOf(record.date),
  reference: record.reference,
  currency: record.currency,
  exchange_rate: record.currencyRate,
  amount: record.totalAmount,
  applied_to: record.lines?.[0]?.links.map(({ type, id, amount }) => ({ kind: type.toLowerCase(), id, amount })),
  memo: record.note,
});

export const paymentFields = {
  ...money,
  account: 'accountRef.id',
  paid_on: 'date',
  reference: 'reference',
  amount: 'totalAmount',
  applied_to: 'lines.0.links',
  'applied_to.*': 'lines.0.links.*',
  'applied_to.*.kind': 'lines.0.links.*.type',
  'applied_to.*.id': 'lines.0.links.*.id',
  'applied_to.*.amount': 'lines.0.links.*.amount',
};
