import type { LinkedCompany } from '../linked-company.ts';
import { addTo, type Balances, cents, type Records } from './contract-books.ts';

type Line = { accountId?: string; value: number };

/** Reads data types by real syncs. */
export async function syncAll(company: LinkedCompany, dataTypes: readonly string[]): Promise<Record<string, Records>> {
  const found: Record<string, Records> = {};
  for (const dataType of dataTypes) {
    const { status } = await company.sync(dataType);
    if (status !== 'Complete') throw new Error(`The sync of ${dataType} ended as ${status}.`);
    found[dataType] = await company.records(dataType);
  }
  return found;
}

/**
 * The balance of every account by the statements that Daybook has read: the newest balance sheet, and the results of all
 * months. A row without an account, such as the earnings of the year, follows from the other rows.
 */
export function balancesOfStatements({ balanceSheet, profitAndLoss }: Record<string, Records>): Balances {
  const balances: Balances = new Map();
  const add = (items: Line[] | undefined, sign: 1 | -1) => {
    for (const { accountId, value } of items ?? []) if (accountId) addTo(balances, accountId, sign * cents(value));
  };
  const newest = balanceSheet?.get([...balanceSheet.keys()].sort().at(-1) ?? '');
  add(newest?.assets.items, 1);
  add(newest?.liabilities.items, -1);
  add(newest?.equity.items, -1);
  for (const month of profitAndLoss?.values() ?? []) {
    add(month.income.items, -1);
    add(month.costOfSales.items, 1);
    add(month.expenses.items, 1);
  }
  return balances;
}

/** The control accounts, and the bank accounts, by the single documents that Daybook has read. */
export function balancesOfDocuments(
  records: Record<string, Records>,
  accounts: {
    debtors: string;
    creditors: string;
    banks: ReadonlySet<string>;
    /** Whether a credit note is a prepayment: only what is used of it is on the debtors' or creditors' account. */
    isPrepaid?: (id: string) => boolean;
  },
): Balances {
  const balances: Balances = new Map();
  const isBooked = ({ status }: { status: string }) => status !== 'Draft' && status !== 'Void';
  const each = (dataType: string) => [...(records[dataType]?.values() ?? [])];
  const documents: [string, string, 1 | -1][] = [
    ['invoices', accounts.debtors, 1],
    ['creditNotes', accounts.debtors, -1],
    ['bills', accounts.creditors, -1],
    ['billCreditNotes', accounts.creditors, 1],
  ];
  for (const [dataType, account, sign] of documents)
    for (const [id, row] of records[dataType] ?? []) {
      const unused = accounts.isPrepaid?.(id) ? cents(row.remainingCredit) : 0;
      if (isBooked(row)) addTo(balances, account, sign * (cents(row.totalAmount) - unused));
    }
  const bank = (id: string | undefined, amount: number) => {
    if (id !== undefined && accounts.banks.has(id)) addTo(balances, id, amount);
  };
  for (const [dataType, account, sign] of [
    ['payments', accounts.debtors, 1],
    ['billPayments', accounts.creditors, -1],
  ] as const)
    for (const row of each(dataType)) {
      bank(row.accountRef?.id, sign * cents(row.totalAmount));
      addTo(balances, account, -sign * cents(row.totalAmount));
    }
  for (const row of each('bankTransactions')) bank(row.bankAccountRef.id, cents(row.amount));
  for (const { from, to } of each('transfers')) {
    bank(from.accountRef.id, -cents(from.amount));
    bank(to.accountRef.id, cents(to.amount));
  }
  for (const { journalLines } of each('journalEntries'))
    for (const { accountRef, netAmount } of journalLines)
      if (accounts.banks.has(accountRef.id) || [accounts.debtors, accounts.creditors].includes(accountRef.id))
        addTo(balances, accountRef.id, cents(netAmount));
  return balances;
}
