import { amountOf, decimalOf } from '../decimal.ts';
import type { WireAccount, WireAmount, WireTransaction } from './wire.ts';

/** hledger's records in the shape of the catalogue. A member that is undefined is left out of the record. */
const optional = (text: string) => text.trim() || undefined;
const quantity = ({ aquantity }: WireAmount) =>
  // Raw JSON where it is long: its text is the number.
  decimalOf(JSON.stringify(aquantity.decimalMantissa), aquantity.decimalPlaces);

/** Commodities are whatever the journal's owner likes: $, hours, EUR. */
const currency = ({ acommodity }: WireAmount) => (/^[A-Z]{3}$/.test(acommodity) ? acommodity : undefined);

/** By its first word, as hledger itself infers it where the journal does not say. */
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
  // Of several commodities there is no sum.
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

export const mapJournalEntry = (wire: WireTransaction) => ({
  postedOn: `${wire.tdate}T00:00:00Z`,
  description: optional(wire.tdescription),
  reference: optional(wire.tcode),
  journalLines: wire.tpostings.flatMap((posting) =>
    posting.pamount.map((amount) => ({
      description: optional(posting.pcomment),
      accountRef: { id: posting.paccount, name: posting.paccount.split(':').at(-1) },
      netAmount: amountOf(quantity(amount)),
      currency: currency(amount),
    })),
  ),
});
