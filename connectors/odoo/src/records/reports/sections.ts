import { amountOf, signOf, subtract, sum } from '@daybook/connector-kit';
import type { ReportRow } from './pull-reports.ts';

type Item = { name: string; accountId?: string; value: string };

/** What was booked on the account in the month, as a debit. */
export const change = ({ debit, credit }: ReportRow) => subtract(debit, credit);
/** The balance at the end of the month, as a debit. */
export const balance = (row: ReportRow) => sum([row.before, change(row)]);

export const itemsOf = (rows: readonly ReportRow[], value: (row: ReportRow) => string): Item[] =>
  rows.map((row) => ({ name: row.name, accountId: String(row.id), value: value(row) }));

/** A heading with its items and their total. Items of zero are left out. */
export function section(name: string, items: readonly Item[]) {
  const shown = items.filter(({ value }) => signOf(value) !== 0);
  const total = sum(shown.map(({ value }) => value));
  const line = { name, value: amountOf(total), items: shown.map((item) => ({ ...item, value: amountOf(item.value) })) };
  return { total, line };
}
