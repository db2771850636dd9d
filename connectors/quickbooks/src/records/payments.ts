import { undoBy } from '@daybook/connector-kit';
import { allOperations, closed, day as daySchema, optional, ref, text } from '@daybook/connector-kit/push-parts';
import Type, { type Static } from 'typebox';
import { quickbooksType } from '../quickbooks-type.ts';
import type { QboMeta, QboRef } from '../wire.ts';
import { currency, type QboLine } from './documents.ts';
import { currencyOf, customerRef, day, dayToSend, namedRef, present, refTo } from './values.ts';

type QboPayment = QboMeta & {
  TxnDate: string;
  CustomerRef?: QboRef;
  DepositToAccountRef?: QboRef;
  CurrencyRef?: QboRef;
  ExchangeRate?: number;
  TotalAmt: number;
  PaymentRefNum?: string;
  PrivateNote?: string;
  Line?: QboLine[];
};

const linkTypes: Readonly<Record<string, string>> = {
  ...{ Invoice: 'Invoice', CreditMemo: 'CreditNote', Bill: 'Bill', VendorCredit: 'BillCreditNote' },
};

/** The parts of a payment, each with the documents that it pays. */
export const paymentLines = (lines: QboLine[] | undefined, date: string) =>
  lines?.map((line) => ({
    amount: line.Amount ?? 0,
    allocatedOnDate: day(date),
    links: line.LinkedTxn?.map(({ TxnId, TxnType }) => ({
      type: linkTypes[TxnType] ?? 'Other',
      id: TxnId,
      amount: line.Amount ?? 0,
    })),
  }));

const schema = closed({
  customerRef: ref('The id of a customer.'),
  accountRef: optional(ref('The id of the account that received the money. Default: undeposited funds.')),
  date: daySchema('The date of the payment.'),
  reference: optional(text(21)),
  ...currency,
  totalAmount: Type.Number({ exclusiveMinimum: 0 }),
  lines: optional(
    Type.Array(
      closed({
        links: Type.Array(
          closed({ type: Type.Enum(['Invoice']), id: text(200), amount: Type.Number({ exclusiveMinimum: 0 }) }),
          { maxItems: 500 },
        ),
      }),
      { maxItems: 1, description: 'The invoices that the payment covers. Any remaining amount stays on account.' },
    ),
  ),
  note: optional(text(4000)),
});

export const payments = quickbooksType({
  dataType: 'payments',
  entity: 'Payment',
  map: (wire: QboPayment) => ({
    customerRef: customerRef(wire.CustomerRef),
    accountRef: namedRef(wire.DepositToAccountRef),
    date: day(wire.TxnDate),
    reference: present(wire.PaymentRefNum),
    currency: wire.CurrencyRef?.value,
    currencyRate: wire.ExchangeRate,
    totalAmount: wire.TotalAmt,
    lines: paymentLines(wire.Line, wire.TxnDate),
    note: present(wire.PrivateNote),
  }),
  push: {
    operations: allOperations(schema),
    undo: undoBy.delete,
    choices: { 'accountRef.id': 'accounts' },
    body: (record: Static<typeof schema>) => ({
      CustomerRef: refTo(record.customerRef),
      DepositToAccountRef: refTo(record.accountRef),
      TxnDate: dayToSend(record.date),
      PaymentRefNum: record.reference,
      CurrencyRef: currencyOf(record.currency),
      TotalAmt: record.totalAmount,
      Line: record.lines?.[0]?.links.map(({ type, id, amount }) => ({
        Amount: amount,
        LinkedTxn: [{ TxnId: id, TxnType: type }],
      })),
      PrivateNote: record.note,
    }),
    fields: {
      CustomerRef: 'customerRef.id',
      DepositToAccountRef: 'accountRef.id',
      TxnDate: 'date',
      TotalAmt: 'totalAmount',
      PaymentRefNum: 'reference',
      LinkedTxn: 'lines.0.links',
      Line: 'lines',
    },
  },
});
