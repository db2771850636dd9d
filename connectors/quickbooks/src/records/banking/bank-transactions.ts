import { amountOf, defineType, negate } from '@daybook/connector-kit';
import { combinedPull, type Part } from '../../pull-combined.ts';
import { type PullSettings, readRecord } from '../../pull-records.ts';
import type { QboMeta, QboRef } from '../../wire.ts';
import { isVoided } from '../documents.ts';
import { day, namedRef, present } from '../values.ts';
import { createBankTransactionPush } from './push-bank-transactions.ts';

type QboBankTransaction = QboMeta & {
  TxnDate: string;
  TotalAmt: number;
  DocNumber?: string;
  PrivateNote?: string;
  AccountRef?: QboRef;
  DepositToAccountRef?: QboRef;
  EntityRef?: QboRef;
  /** True for a purchase by credit card that was refunded. */
  Credit?: boolean;
  Line?: { DepositLineDetail?: { CheckNum?: string } }[];
};

const map = (wire: QboBankTransaction) => {
  const isIncoming = wire.DepositToAccountRef !== undefined || wire.Credit === true;
  return {
    bankAccountRef: namedRef(wire.DepositToAccountRef ?? wire.AccountRef) ?? { id: '' },
    date: day(wire.TxnDate),
    description: present(wire.PrivateNote) ?? present(wire.EntityRef?.name),
    // A deposit has no number, but each of its lines that of a check.
    reference: present(wire.DocNumber) ?? present(wire.Line?.[0]?.DepositLineDetail?.CheckNum),
    amount: isIncoming ? wire.TotalAmt : amountOf(negate(JSON.stringify(wire.TotalAmt))),
  };
};
const belongs = (wire: QboBankTransaction) => !isVoided(wire);

/** QuickBooks' purchases, also by credit card, and deposits. One that was voided is none. */
export const bankSources = [
  { entity: 'Purchase', map, belongs },
  { entity: 'Deposit', map, belongs },
] as const satisfies Part[];

export const bankTransactions = defineType<PullSettings>({
  dataType: 'bankTransactions',
  pull: (settings) => combinedPull(settings, bankSources),
  push: (settings) => createBankTransactionPush(settings, bankSources),
  fromSource: (text) => readRecord(text, bankSources[0]),
});
