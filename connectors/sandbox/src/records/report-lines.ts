import type { WireAmount } from './values.ts';

/** What reports share. */
export type WireSection = {
  title: string;
  amount: WireAmount;
  rows: { title: string; account: string; amount: WireAmount }[];
};

export const reportLine = ({ title, amount, rows }: WireSection) => ({
  name: title,
  value: amount,
  items: rows.map((row) => ({ name: row.title, accountId: row.account, value: row.amount })),
});
