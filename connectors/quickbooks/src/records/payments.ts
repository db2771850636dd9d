import { amountOf, negate, undoBy } from '@daybook/connector-kit';
import { closed, day as daySchema, optional, ref, text } from '@daybook/connector-kit/push-parts';
import Type, { type Static } from 'typebox';
import { combinedId } from '../pull-combined.ts';
import { quickbooksType } from '../quickbooks-type.ts';
import type { QboMeta, QboRef } from '../wire.ts';
import { currency, isVoided, type QboLine, voidStatus } from './documents.ts';
import { currencyOf, customerRef, day, dayToSend, namedRef, present, refTo } from './values.ts';

type QboReceipt = QboPayment & { DocNumber?: string };

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

const update = closed({ ...schema.properties, ...voidStatus('payment') });

/** The money of a sales receipt. It pays the invoice that the same receipt is. */
const mapReceived = (wire: QboReceipt) => ({
  ...mapReceipt(wire, { total: wire.TotalAmt, document: { type: 'Invoice', id: combinedId('SalesReceipt', wire.Id) } }),
  note: 'Sales receipt',
});

/** The money of a refund receipt: a payment of a negative amount. */
const mapRefunded = (wire: QboReceipt) => ({
  ...mapReceipt(wire, {
    total: amountOf(negate(JSON.stringify(wire.TotalAmt))),
    document: { type: 'CreditNote', id: combinedId('RefundReceipt', wire.Id) },
  }),
  note: 'Refund receipt',
});

type Paid = { total: unknown; document: { type: string; id: string } };

const mapReceipt = (wire: QboReceipt, { total, document }: Paid) => ({
  customerRef: customerRef(wire.CustomerRef),
  accountRef: namedRef(wire.DepositToAccountRef),
  date: day(wire.TxnDate),
  reference: present(wire.PaymentRefNum) ?? present(wire.DocNumber),
  currency: wire.CurrencyRef?.value,
  currencyRate: wire.ExchangeRate,
  totalAmount: total,
  lines: [{ amount: total, allocatedOnDate: day(wire.TxnDate), links: [{ ...document, amount: total }] }],
});

const belongs = (wire: QboPayment) => !isVoided(wire);

/** A payment that was voided is no payment: it leaves the data set. */
export const payments = quickbooksType({
  dataType: 'payments',
  entity: 'Payment',
  belongs,
  also: [
    { entity: 'SalesReceipt', map: mapReceived, belongs },
    { entity: 'RefundReceipt', map: mapRefunded, belongs },
  ],
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
    operations: { create: schema, update, delete: true },
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
