import { readDay } from '../../xero-dates.ts';
import { xeroType } from '../../xero-type.ts';
import { bankRef, present, type XeroBankRef } from '../values.ts';

type XeroTransfer = {
  BankTransferID: string;
  FromBankAccount: XeroBankRef;
  ToBankAccount: XeroBankRef;
  Amount: number;
  Date?: string;
  Reference?: string;
};

/** Xero gives one amount for both accounts. */
export const transfers = xeroType({
  dataType: 'transfers',
  endpoint: 'BankTransfers',
  id: (wire: XeroTransfer) => wire.BankTransferID,
  // Without this parameter, Xero leaves out deleted transfers.
  parameters: { includeDeleted: 'true' },
  isDated: true,
  map: (wire: XeroTransfer) => ({
    date: readDay(wire.Date ?? '/Date(0)/'),
    description: present(wire.Reference),
    from: { accountRef: bankRef(wire.FromBankAccount), amount: wire.Amount },
    to: { accountRef: bankRef(wire.ToBankAccount), amount: wire.Amount },
  }),
});
