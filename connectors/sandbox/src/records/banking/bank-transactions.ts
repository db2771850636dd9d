import { sandboxType } from '../../sandbox-type.ts';
import { day, namedRef, type WireAmount, type WireRef } from '../values.ts';

type WireBankTransaction = {
  bank_account: WireRef;
  booked_on: string;
  memo: string;
  reference: string;
  amount: WireAmount;
  is_reconciled: boolean;
};

export const bankTransactions = sandboxType({
  dataType: 'bankTransactions',
  map: (wire: WireBankTransaction) => ({
    bankAccountRef: namedRef(wire.bank_account),
    date: day(wire.booked_on),
    description: wire.memo,
    reference: wire.reference,
    amount: wire.amount,
    reconciled: wire.is_reconciled,
  }),
});
