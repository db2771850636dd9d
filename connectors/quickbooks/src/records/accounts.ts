import { undoBy } from '@daybook/connector-kit';
import { closed, createAndUpdate, optional, text } from '@daybook/connector-kit/push-parts';
import Type, { type Static } from 'typebox';
import { quickbooksType } from '../quickbooks-type.ts';
import type { QboMeta, QboRef } from '../wire.ts';
import { activity, isActive, present } from './values.ts';

type QboAccount = QboMeta & {
  Name: string;
  AcctNum?: string;
  Description?: string;
  Classification?: string;
  AccountType?: string;
  CurrencyRef?: QboRef;
  CurrentBalance?: number;
  Active?: boolean;
};

/**
 * Intuit does not say that an account counts as changed when something is posted to it, so every pass reads the whole
 * list for the balances.
 */
export const accountList = { entity: 'Account', hasInactive: true, isReadWhole: true } as const;

const classes: Readonly<Record<string, string>> = {
  Asset: 'Asset',
  Expense: 'Expense',
  Revenue: 'Income',
  Liability: 'Liability',
  Equity: 'Equity',
};

const roles: Readonly<Record<string, 'Receivables' | 'Payables'>> = {
  'Accounts Receivable': 'Receivables',
  'Accounts Payable': 'Payables',
};

const schema = closed({
  nominalCode: optional(text(20)),
  name: text(100, 'Unique.'),
  description: optional(text(100)),
  fullyQualifiedCategory: Type.Enum(
    [
      'Bank',
      'Other Current Asset',
      'Fixed Asset',
      'Other Asset',
      'Other Current Liability',
      'Long Term Liability',
    ].concat(['Equity', 'Income', 'Other Income', 'Cost of Goods Sold', 'Expense', 'Other Expense']),
    { description: "QuickBooks' own account type." },
  ),
  status: optional(Type.Enum(['Active', 'Archived'])),
});

/** The kinds of accounts that money is spent from. */
export const isBank = ({ AccountType }: { AccountType?: string }) =>
  AccountType === 'Bank' || AccountType === 'Credit Card';

/** An account cannot be deleted, only made inactive. */
export const accounts = quickbooksType({
  dataType: 'accounts',
  ...accountList,
  map: (wire: QboAccount) => ({
    nominalCode: present(wire.AcctNum),
    name: wire.Name,
    description: present(wire.Description),
    fullyQualifiedCategory: present(wire.AccountType),
    type: classes[wire.Classification ?? ''] ?? 'Unknown',
    role: roles[wire.AccountType ?? ''],
    currency: present(wire.CurrencyRef?.value),
    currentBalance: wire.CurrentBalance,
    isBankAccount: isBank(wire),
    status: activity(wire.Active),
  }),
  push: {
    operations: createAndUpdate(schema),
    choices: {},
    // QuickBooks rejects an update of an account without its name and type.
    undo: undoBy.archiveWhole('status'),
    body: (record: Static<typeof schema>) => ({
      Name: record.name,
      AcctNum: record.nominalCode,
      Description: record.description,
      AccountType: record.fullyQualifiedCategory,
      Active: isActive(record.status),
    }),
    fields: { Name: 'name', AcctNum: 'nominalCode', AccountType: 'fullyQualifiedCategory', Description: 'description' },
  },
});
