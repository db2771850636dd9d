import { closed, optional, text } from '@daybook/connector-kit/push-parts';
import Type, { type Static } from 'typebox';
import { quickbooksType } from '../../quickbooks-type.ts';
import type { QboMeta, QboRef } from '../../wire.ts';
import { accountList, isBank } from '../accounts.ts';
import { currency } from '../documents.ts';
import { currencyOf, isActive, present } from '../values.ts';

type QboBankAccount = QboMeta & {
  Name: string;
  AccountType: string;
  AcctNum?: string;
  CurrencyRef?: QboRef;
  CurrentBalance?: number;
};

const schema = closed({
  accountName: text(100, 'Unique.'),
  accountNumber: optional(text(20, 'QuickBooks shows it as the number of the account in the chart.')),
  ...currency,
  status: optional(Type.Enum(['Active', 'Archived'], { description: 'An account cannot be deleted.' })),
});
type Pushed = Static<typeof schema>;

/** Accounts at a bank, and credit cards. A pushed one is an account at a bank. */
export const bankAccounts = quickbooksType({
  dataType: 'bankAccounts',
  ...accountList,
  belongs: isBank,
  map: (wire: QboBankAccount) => ({
    accountName: wire.Name,
    accountNumber: present(wire.AcctNum),
    currency: present(wire.CurrencyRef?.value),
    balance: wire.CurrentBalance ?? 0,
  }),
  push: {
    operations: { create: schema, update: schema },
    choices: {},
    body: (record: Pushed) => ({
      ...{ Name: record.accountName, AcctNum: record.accountNumber, AccountType: 'Bank' },
      ...{ CurrencyRef: currencyOf(record.currency), Active: isActive(record.status) },
    }),
    fields: { Name: 'accountName', AcctNum: 'accountNumber', CurrencyRef: 'currency' },
  },
});
