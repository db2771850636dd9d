import { negate, signOf, subtract, sum } from '../../../ui/money/decimal.ts';
import { amountAt } from './build-statement.ts';

export type AccountRecord = {
  id: string;
  name?: string;
  nominalCode?: string;
  type?: string;
  currency?: string;
  currentBalance?: unknown;
  metadata?: { isDeleted?: boolean };
};

export type TrialRow = {
  id: string;
  code: string;
  name: string;
  debit: string | undefined;
  credit: string | undefined;
};
export type TrialGroup = { type: string; rows: TrialRow[] };
export type TrialBalance = {
  currency: string | undefined;
  groups: TrialGroup[];
  debit: string;
  credit: string;
  /** Debits minus credits. Zero if the books balance. */
  difference: string;
};

const types = ['Asset', 'Liability', 'Equity', 'Income', 'Expense'];

/**
 * Makes a trial balance of the balances of the accounts, one per currency. Positive balances are debits, negative ones
 * credits. Accounts without a balance are left out, and so are deleted ones.
 */
export function buildTrialBalances(accounts: readonly AccountRecord[]): TrialBalance[] {
  const withBalance = accounts.flatMap((account) => {
    const balance = amountAt(account.currentBalance);
    return balance === undefined || account.metadata?.isDeleted ? [] : [{ account, balance }];
  });
  const currencies = [...new Set(withBalance.map(({ account }) => account.currency))].sort();
  return currencies.map((currency) => {
    const own = withBalance
      .filter(({ account }) => account.currency === currency)
      .map(({ account, balance }) => ({ type: account.type ?? 'Unknown', row: rowOf(account, balance) }));
    const rows = own.map(({ row }) => row);
    const debit = sum(rows.flatMap((row) => row.debit ?? []));
    const credit = sum(rows.flatMap((row) => row.credit ?? []));
    const kinds = [...types, ...new Set(own.map(({ type }) => type).filter((type) => !types.includes(type)))];
    const groups = kinds.map((type) => ({
      type,
      rows: own
        .filter((one) => one.type === type)
        .map(({ row }) => row)
        .sort((a, b) => compare(a.code, b.code) || compare(a.name, b.name)),
    }));
    return {
      currency,
      groups: groups.filter((group) => group.rows.length > 0),
      debit,
      credit,
      difference: subtract(debit, credit),
    };
  });
}

function rowOf({ id, name = id, nominalCode = '' }: AccountRecord, balance: string): TrialRow {
  const isCredit = signOf(balance) < 0;
  return {
    id,
    name,
    code: nominalCode,
    debit: isCredit ? undefined : balance,
    credit: isCredit ? negate(balance) : undefined,
  };
}

/** Codes are compared as people count: 90 before 1000. */
const compare = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true });
