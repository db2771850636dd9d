import { odooType } from '../odoo-type.ts';
import { fields, related } from '../specification.ts';
import { optionalText, plainOf } from '../values.ts';
import type { CurrencyRef, Ref, Stamps, Text } from '../wire.ts';
import { activity, codeOf, currencyField, stamps } from './parts.ts';

export type WireAccount = Stamps & {
  code: Text;
  name: string;
  description?: Text;
  note?: Text;
  account_type: string;
  active?: boolean;
  deprecated?: boolean;
  current_balance: number;
  currency_id: CurrencyRef | false;
  group_id?: Ref | false;
};

export type AccountKind = 'Asset' | 'Liability' | 'Equity' | 'Income' | 'Expense' | 'Unknown';

const kinds: Readonly<Record<string, AccountKind>> = {
  asset: 'Asset',
  liability: 'Liability',
  equity: 'Equity',
  income: 'Income',
  expense: 'Expense',
};

/** The types are `asset_cash`, `liability_payable`, `income_other` and so on. `off_balance` has no kind. */
export const kindOf = (type: string): AccountKind => kinds[type.split('_')[0] ?? ''] ?? 'Unknown';

const roles: Readonly<Record<string, 'Receivables' | 'Payables'>> = {
  asset_receivable: 'Receivables',
  liability_payable: 'Payables',
};

/**
 * The balance of a ledger account changes without updating the account's modification date, so every pass reads all
 * accounts.
 */
export const accounts = odooType({
  dataType: 'accounts',
  model: 'account.account',
  company: 'inherited',
  domain: [],
  fields: fields(
    ...['code', 'name', 'description', 'note', 'account_type', 'active', 'deprecated', 'current_balance', stamps],
    currencyField,
    related('group_id', 'name'),
  ),
  movedBy: 'all',
  map: (wire: WireAccount) => ({
    nominalCode: optionalText(wire.code),
    name: wire.name,
    description: plainOf(wire.description || wire.note),
    fullyQualifiedCategory: [wire.account_type, wire.group_id ? wire.group_id.name : ''].filter(Boolean).join('.'),
    type: kindOf(wire.account_type),
    role: roles[wire.account_type],
    currency: codeOf(wire.currency_id),
    currentBalance: wire.current_balance,
    isBankAccount: wire.account_type === 'asset_cash',
    status: wire.deprecated ? 'Archived' : activity(wire.active),
  }),
});
