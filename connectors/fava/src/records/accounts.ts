import { amountOf, defineType, type PulledRecord } from '@daybook/connector-kit';
import { currencyOf, totalsOf } from '../amounts.ts';
import { type Account, type Ledger, readLedger } from '../ledger.ts';
import { createPull, type FavaShared, fromSourceBy, recordOf } from '../pull-records.ts';
import type { Access } from '../request-fava.ts';

export type AccountSource = Account & { type: string; isBank: boolean; balances: Record<string, string> };

/** An account with its own balance, without those of accounts below it. Closed accounts stay. */
export function accountsOf({ options, accounts, transactions }: Ledger): AccountSource[] {
  const postings = Map.groupBy(
    transactions.flatMap((one) => one.postings),
    ({ account }) => account,
  );
  return accounts.map((account) => {
    const amounts = (postings.get(account.name) ?? []).flatMap(({ amount }) => amount ?? []);
    const balances = [...totalsOf(amounts)].sort(([left], [right]) => (left < right ? -1 : 1));
    const type = typeOf(account.name, options);
    return { ...account, type, isBank: isBank(account, type), balances: Object.fromEntries(balances) };
  });
}

/** The owner can rename the five roots by options of the ledger. */
export function typeOf(account: string, options: Ledger['options']): string {
  const types: Record<string, string> = {
    [options.name_assets]: 'Asset',
    [options.name_liabilities]: 'Liability',
    [options.name_equity]: 'Equity',
    [options.name_income]: 'Income',
    [options.name_expenses]: 'Expense',
  };
  return types[account.split(':')[0] ?? ''] ?? 'Unknown';
}

const bankMeta = ['iban', 'account-number', 'institution', 'bank'];
const bankName = /^(bank|checking|savings?|current|giro(konto)?|cheque)(-|$|[0-9])/i;

/** Beancount does not say which accounts are at a bank. Metadata says so, or one part of the name. */
function isBank({ name, meta }: Account, type: string): boolean {
  if (type !== 'Asset') return false;
  return bankMeta.some((key) => meta[key] !== undefined) || name.split(':').some((part) => bankName.test(part));
}

/** The only currency of an account, or undefined if there are several. Such balances cannot be added up. */
export const onlyBalance = ({ balances, currencies }: AccountSource) => {
  const all = Object.entries(balances);
  const [first] = all;
  if (!first) return { currency: currencies.length === 1 ? currencies[0] : undefined, number: '0' };
  return all.length === 1 ? { currency: first[0], number: first[1] } : undefined;
};

export function mapAccount(source: AccountSource) {
  const parts = source.name.split(':');
  const balance = onlyBalance(source);
  return {
    name: parts.at(-1) ?? source.name,
    description: source.meta.description,
    fullyQualifiedCategory: parts.slice(0, -1).join('.') || undefined,
    type: source.type,
    currency: currencyOf(balance?.currency),
    currentBalance: balance && amountOf(balance.number),
    isBankAccount: source.isBank,
    status: source.closed === undefined ? 'Active' : 'Archived',
  };
}

export async function readAccounts(access: Access): Promise<PulledRecord[]> {
  return accountsOf(await readLedger(access)).map((source) => recordOf(source.name, source, mapAccount));
}

export const accounts = defineType<FavaShared>({
  dataType: 'accounts',
  pull: ({ pageSize }) => createPull(readAccounts, pageSize),
  fromSource: fromSourceBy(mapAccount),
});
