import { quickbooksType } from '../../quickbooks-type.ts';
import type { QboMeta, QboRef } from '../../wire.ts';
import type { QboLine } from '../documents.ts';
import { paymentLines } from '../payments.ts';
import { day, namedRef, present, supplierRef } from '../values.ts';

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

export const billPayments = quickbooksType({
  dataType: 'billPayments',
  entity: 'BillPayment',
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
});
