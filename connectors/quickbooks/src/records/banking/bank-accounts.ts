import { quickbooksType } from '../../quickbooks-type.ts';
import type { QboMeta, QboRef } from '../../wire.ts';
import { present } from '../values.ts';

type QboBankAccount = QboMeta & {
  Name: string;
  AccountType: string;
  AcctNum?: string;
  CurrencyRef?: QboRef;
  CurrentBalance?: number;
};

export const bankAccounts = quickbooksType({
  dataType: 'bankAccounts',
  entity: 'Account',
  hasInactive: true,
  belongs: (wire: QboBankAccount) => wire.AccountType === 'Bank',
  map: (wire: QboBankAccount) => ({
    accountName: wire.Name,
    accountNumber: present(wire.AcctNum),
    currency: present(wire.CurrencyRef?.value),
    balance: wire.CurrentBalance ?? 0,
  }),
});
