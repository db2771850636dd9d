import { quickbooksType } from '../../quickbooks-type.ts';
import type { QboMeta, QboRef } from '../../wire.ts';
import { day, namedRef, present } from '../values.ts';

type QboTransfer = QboMeta & {
  TxnDate: string;
  Amount: number;
  FromAccountRef?: QboRef;
  ToAccountRef?: QboRef;
  CurrencyRef?: QboRef;
  PrivateNote?: string;
};

export const transfers = quickbooksType({
  dataType: 'transfers',
  entity: 'Transfer',
  map: (wire: QboTransfer) => {
    const side = (ref: QboRef | undefined) => ({
      accountRef: namedRef(ref) ?? { id: '' },
      amount: wire.Amount,
      currency: wire.CurrencyRef?.value,
    });
    return {
      date: day(wire.TxnDate),
      description: present(wire.PrivateNote),
      from: side(wire.FromAccountRef),
      to: side(wire.ToAccountRef),
    };
  },
});
