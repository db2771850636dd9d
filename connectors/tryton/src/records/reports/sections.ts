import { amountOf, signOf, subtract, sum } from '@daybook/connector-kit';
import { accountType, type WireAccount } from '../accounts.ts';
import type { WireReport } from './pull-reports.ts';

/**
 * Tryton shows its financial statements on screens and has no records of them. These reports are computed from account
 * balances, in the same way as Tryton computes the screens.
 */
export type Row = { account: WireAccount; category: ReturnType<typeof accountType>; balance: string };

/**
 * A positive balance is a credit, a negative balance a debit. If an account has a `debit_type` and its balance is a
 * debit, it is reported under that type.
 */
export function rowsOf({ accounts }: WireReport): Row[] {
  return accounts.map((account) => {
    const balance = subtract(account.credit, account.debit);
    const type = account.debit_type && signOf(balance) < 0 ? account.debit_type : account.type;
    return { account, category: accountType(type), balance };
  });
}

export const asCredits = (text: string) => text;

export function section(
  name: string,
  rows: readonly Row[],
  flip: (text: string) => string,
  more: { name: string; value: string }[] = [],
) {
  const items = [
    ...rows
      .filter(({ balance }) => signOf(balance) !== 0)
      .map(({ account, balance }) => ({ name: account.name, accountId: String(account.id), value: flip(balance) })),
    ...more.filter(({ value }) => signOf(value) !== 0),
  ];
  const total = sum(items.map(({ value }) => value));
  const line = { name, value: amountOf(total), items: items.map((item) => ({ ...item, value: amountOf(item.value) })) };
  return { total, line };
}

export const currencyOf = ({ accounts }: WireReport) => accounts[0]?.currency.code;
