import { amountOf, decimalOf } from '@daybook/connector-kit';
import type { WireAccount, WireAmount, WireTransaction } from './wire.ts';

/** Maps hledger's records to Daybook's data types. Undefined members are left out of the record. */
const optional = (text: string) => text.trim() || undefined;
const quantity = ({ aquantity }: WireAmount) =>
  // A long mantissa is a raw JSON object, and its JSON text is the number.
  decimalOf(JSON.stringify(aquantity.decimalMantissa), aquantity.decimalPlaces);

/** A commodity can be anything, such as $, hours or EUR; only three capital letters count as a currency. */
const currency = ({ acommodity }: WireAmount) => (/^[A-Z]{3}$/.test(acommodity) ? acommodity : undefined);

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
  // Balances in several commodities cannot be added up.
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
