import { amountOf, defineType, negate } from '@daybook/connector-kit';
import { combinedPull } from '../../pull-combined.ts';
import type { PullSettings } from '../../pull-records.ts';
import type { QboMeta, QboRef } from '../../wire.ts';
import { day, namedRef, present } from '../values.ts';

type QboBankTransaction = QboMeta & {
  TxnDate: string;
  TotalAmt: number;
  DocNumber?: string;
  PrivateNote?: string;
  AccountRef?: QboRef;
  DepositToAccountRef?: QboRef;
  EntityRef?: QboRef;
  PaymentType?: string;
  /** True for a purchase that was refunded. */
  Credit?: boolean;
};

const map = (wire: QboBankTransaction) => {
  const isIncoming = wire.DepositToAccountRef !== undefined || wire.Credit === true;
  return {
    bankAccountRef: namedRef(wire.DepositToAccountRef ?? wire.AccountRef) ?? { id: '' },
    date: day(wire.TxnDate),
    description: present(wire.PrivateNote) ?? present(wire.EntityRef?.name),
    reference: present(wire.DocNumber),
    amount: isIncoming ? wire.TotalAmt : amountOf(negate(JSON.stringify(wire.TotalAmt))),
  };
};

/** QuickBooks' purchases and deposits. A purchase by credit card is not on a bank account. */
export const bankSources = [
  { entity: 'Purchase', map, belongs: (wire: QboBankTransaction) => wire.PaymentType !== 'CreditCard' },
  { entity: 'Deposit', map },
];

export const bankTransactions = defineType<PullSettings>({
  dataType: 'bankTransactions',
  pull: (settings) => combinedPull(settings, bankSources),
});
