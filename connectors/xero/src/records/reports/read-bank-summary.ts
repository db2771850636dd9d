import { Unavailable } from '@daybook/connector-kit';
import { type Access, readReport } from './read-report.ts';

const titles = {
  opening: 'Opening Balance',
  received: 'Cash Received',
  spent: 'Cash Spent',
  closing: 'Closing Balance',
} as const;

/** A bank account in a period. The amounts are decimal texts. What was spent is positive. */
export type BankPeriod = { name: string; accountId: string } & Record<keyof typeof titles, string>;

/** Reads Xero's bank summary. Its columns are found by their titles, because there can be others between them. */
export async function readBankSummary(
  access: Access,
  { from, to }: { from: string; to: string },
): Promise<BankPeriod[]> {
  const { columns, sections } = await readReport(access, 'BankSummary', { fromDate: from, toDate: to });
  const places = Object.values(titles).map((title) => columns.indexOf(title));
  if (places.includes(-1)) throw new Unavailable('Xero sent a bank summary with unknown columns.');
  const [opening, received, spent, closing] = places as [number, number, number, number];
  return sections.flatMap(({ rows }) =>
    rows.map(({ name, accountId, values }) => {
      const at = (place: number) => values[place] ?? '0';
      return { name, accountId, opening: at(opening), received: at(received), spent: at(spent), closing: at(closing) };
    }),
  );
}
