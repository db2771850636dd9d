import { amountOf, subtract } from '@daybook/connector-kit';
import { trytonType } from '../tryton-type.ts';
import type { CurrencyRef, Ref, Stamps } from '../wire.ts';
import { activity, alsoInactive, optionalText, stamps, under } from './parts.ts';

export type WireAccountType = {
  id: number;
  name: string;
  statement: string | null;
  assets: boolean;
  receivable: boolean;
  payable: boolean;
  debt: boolean;
  revenue: boolean;
  expense: boolean;
  parent: (Ref & { parent: (Ref & { parent: Ref | null }) | null }) | null;
};

export type WireAccount = Stamps & {
  code: string | null;
  name: string;
  note: string | null;
  active: boolean;
  closed: boolean;
  debit: string;
  credit: string;
  currency: CurrencyRef;
  type: WireAccountType;
  debit_type: WireAccountType | null;
};

/**
 * Tryton marks account types as assets, income or expense, but does not distinguish equity from liabilities. Equity is
 * recognised by the name of the account type or of a parent type. These names are in English if the chart of accounts
 * was made from Tryton's templates, because every call asks for English.
 */
export function accountType(
  type: WireAccountType,
): 'Asset' | 'Liability' | 'Equity' | 'Income' | 'Expense' | 'Unknown' {
  if (type.statement === 'income') return type.revenue ? 'Income' : 'Expense';
  if (type.statement !== 'balance') return 'Unknown';
  if (type.assets) return 'Asset';
  if (type.payable || type.debt) return 'Liability';
  return categories(type).some((name) => /equity|capital/i.test(name)) ? 'Equity' : 'Liability';
}

const roleOf = ({ receivable, payable }: WireAccountType) =>
  receivable ? 'Receivables' : payable ? 'Payables' : undefined;

/**
 * Returns the names of an account type and of up to three parent types, outermost first. The root type has the name of
 * the chart of accounts.
 */
function categories(type: WireAccountType): string[] {
  const { parent } = type;
  return [parent?.parent?.parent?.name, parent?.parent?.name, parent?.name, type.name].flatMap((name) => name ?? []);
}

const typeFlags = ['name', 'statement', 'assets', 'receivable', 'payable', 'debt', 'revenue', 'expense'];
const typeFields = [...typeFlags, 'parent.name', 'parent.parent.name', 'parent.parent.parent.name'];

/**
 * The balance of a ledger account changes without updating the account's modification date, so every pass reads all
 * accounts.
 */
export const accountSource = {
  model: 'account.account',
  company: 'company',
  // A ledger account whose type belongs to no financial statement is only a heading.
  domain: [alsoInactive, ['type.statement', '!=', null]],
  fields: [
    ...['code', 'name', 'note', 'active', 'closed', 'debit', 'credit', 'currency.code'],
    ...under('type', typeFields),
    ...under('debit_type', typeFields),
    ...stamps,
  ],
  movedBy: 'all' as const,
  context: { cumulate: true, posted: true },
  map: (wire: WireAccount) => ({
    nominalCode: optionalText(wire.code),
    name: wire.name,
    description: optionalText(wire.note),
    fullyQualifiedCategory: categories(wire.type).join('.'),
    type: accountType(wire.type),
    role: roleOf(wire.type),
    currency: wire.currency.code,
    currentBalance: amountOf(subtract(wire.debit, wire.credit)),
    status: wire.closed ? 'Archived' : activity(wire.active),
  }),
};

export const accounts = trytonType({ dataType: 'accounts', ...accountSource });
