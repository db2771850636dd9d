import { amountOf, defineType, type PulledRecord, parseExact } from '@daybook/connector-kit';
import { createPull, type HledgerShared, unreadable } from '../pull-records.ts';
import { type Access, getList } from '../request-hledger.ts';
import { currency, quantity, type WireAmount } from './amounts.ts';

type WireAccount = {
  aname: string;
  /** The account's own balance, without the balances of its subaccounts. */
  aebalance: WireAmount[];
  anumpostings: number;
};

export const accounts = defineType<HledgerShared>({
  dataType: 'accounts',
  pull: ({ pageSize }) => createPull(readAccounts, pageSize),
  fromSource: (text) => accountOf(parseExact(text) as WireAccount),
});

async function readAccounts(access: Access): Promise<PulledRecord[]> {
  const accounts = await getList<WireAccount>(access, '/accounts');
  return accounts.filter(({ aname }) => aname !== 'root').map(accountOf);
}

function accountOf(wire: WireAccount): PulledRecord {
  const { aname, aebalance } = wire;
  if (typeof aname !== 'string' || !Array.isArray(aebalance)) throw unreadable();
  return { id: aname, record: () => mapAccount(wire), source: JSON.stringify({ aname, aebalance }) };
}

/**
 * Account types by the first part of the account name. hledger infers types in this way if the journal does not declare
 * them.
 */
const types: readonly [RegExp, string][] = [
  [/^assets?(:|$)/i, 'Asset'],
  [/^(debts?|liabilit(y|ies))(:|$)/i, 'Liability'],
  [/^equity(:|$)/i, 'Equity'],
  [/^(income|revenue)s?(:|$)/i, 'Income'],
  [/^expenses?(:|$)/i, 'Expense'],
];

export function mapAccount(wire: WireAccount) {
  const parts = wire.aname.split(':');
  const [balance, ...others] = wire.aebalance;
  // Balances in several commodities cannot be added up, so an account with several has no balance here.
  const isOne = others.length === 0;
  return {
    name: parts.at(-1) ?? wire.aname,
    fullyQualifiedCategory: parts.slice(0, -1).join('.') || undefined,
    type: types.find(([pattern]) => pattern.test(wire.aname))?.[1] ?? 'Unknown',
    currency: balance && isOne ? currency(balance) : undefined,
    currentBalance: isOne ? amountOf(balance ? quantity(balance) : '0') : undefined,
    status: 'Active',
  };
}
