import { sandboxType } from '../../sandbox-type.ts';
import type { WireAmount } from '../values.ts';

type WireBankAccount = {
  name: string;
  number: string;
  iban: string;
  bank: string;
  currency: string;
  balance: WireAmount;
  available: WireAmount;
};

export const bankAccounts = sandboxType({
  dataType: 'bankAccounts',
  map: (wire: WireBankAccount) => ({
    accountName: wire.name,
    accountNumber: wire.number,
    iBan: wire.iban,
    institution: wire.bank,
    currency: wire.currency,
    balance: wire.balance,
    availableBalance: wire.available,
  }),
});
