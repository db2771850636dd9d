import { undoBy } from '@daybook/connector-kit';
import { closed, day as daySchema, optional, ref, text } from '@daybook/connector-kit/push-parts';
import Type, { type Static } from 'typebox';
import { quickbooksType } from '../../quickbooks-type.ts';
import type { QboMeta, QboRef } from '../../wire.ts';
import { isVoided, type QboLine, voidStatus } from '../documents.ts';
import { paymentLines } from '../payments.ts';
import { day, dayToSend, namedRef, present, refTo, supplierRef } from '../values.ts';

type QboBillPayment = QboMeta & {
  TxnDate: string;
  VendorRef?: QboRef;
  CheckPayment?: { BankAccountRef?: QboRef };
  CreditCardPayment?: { CCAccountRef?: QboRef };
  CurrencyRef?: QboRef;
  ExchangeRate?: number;
  TotalAmt: number;
  DocNumber?: string;
  PrivateNote?: string;
  Line?: QboLine[];
};

const schema = closed({
  supplierRef: ref('The id of a supplier.'),
  accountRef: ref('The id of the bank account that paid.'),
  date: daySchema('The date of the payment.'),
  reference: optional(text(21)),
  totalAmount: Type.Number({ exclusiveMinimum: 0 }),
  lines: Type.Array(
    closed({
      links: Type.Array(
        closed({ type: Type.Enum(['Bill']), id: text(200), amount: Type.Number({ exclusiveMinimum: 0 }) }),
        { minItems: 1, maxItems: 500 },
      ),
    }),
    { minItems: 1, maxItems: 1, description: 'The bills that the payment covers.' },
  ),
  note: optional(text(4000)),
});

const update = closed({ ...schema.properties, ...voidStatus('payment') });

/** A payment that was voided is no payment: it leaves the data set. */
export const billPayments = quickbooksType({
  dataType: 'billPayments',
  entity: 'BillPayment',
  belongs: (wire: QboBillPayment) => !isVoided(wire),
  map: (wire: QboBillPayment) => ({
    supplierRef: supplierRef(wire.VendorRef),
    accountRef: namedRef(wire.CheckPayment?.BankAccountRef ?? wire.CreditCardPayment?.CCAccountRef),
    date: day(wire.TxnDate),
    reference: present(wire.DocNumber),
    currency: wire.CurrencyRef?.value,
    currencyRate: wire.ExchangeRate,
    totalAmount: wire.TotalAmt,
    lines: paymentLines(wire.Line, wire.TxnDate),
    note: present(wire.PrivateNote),
  }),
  push: {
    operations: { create: schema, update, delete: true },
    undo: undoBy.delete,
    choices: { 'accountRef.id': 'bankAccounts' },
    body: (record: Static<typeof schema>) => ({
      VendorRef: refTo(record.supplierRef),
      PayType: 'Check',
      CheckPayment: { BankAccountRef: refTo(record.accountRef) },
      TxnDate: dayToSend(record.date),
      DocNumber: record.reference,
      TotalAmt: record.totalAmount,
      Line: record.lines[0]?.links.map(({ type, id, amount }) => ({
        Amount: amount,
        LinkedTxn: [{ TxnId: id, TxnType: type }],
      })),
      PrivateNote: record.note,
    }),
    fields: {
      VendorRef: 'supplierRef.id',
      BankAccountRef: 'accountRef.id',
      TxnDate: 'date',
      TotalAmt: 'totalAmount',
      DocNumber: 'reference',
      LinkedTxn: 'lines.0.links',
      Line: 'lines',
    },
  },
});
