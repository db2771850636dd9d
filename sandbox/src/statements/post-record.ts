import { type Book, idOf } from '../books/book.ts';
import { accountEntries } from '../records/tables/account-names.ts';
import { type Decimal, parseValues, plus, type RawNumber, times, toDecimal, zero } from '../writes/exact-values.ts';

/** `amount` is in EUR: debits are positive, credits negative. */
export type Posting = { accountId: string; day: string; amount: Decimal };

// biome-ignore lint/suspicious/noExplicitAny: records of several data types, written by the sandbox itself.
type Wire = any;

/**
 * Journal lines have no exchange rate, so these apply to them. Every other currency counts like EUR.
 */
const journalRates: Record<string, Decimal> = {
  USD: { units: 9n, scale: 1 },
  GBP: { units: 115n, scale: 2 },
};
const one: Decimal = { units: 1n, scale: 0 };

const decimal = (value: RawNumber): Decimal => toDecimal(value) ?? zero;
const negated = ({ units, scale }: Decimal): Decimal => ({ units: -units, scale });
const indexOfAccount = (name: string) => accountEntries.findIndex((entry) => entry.name === name);
const indexes = {
  debtors: indexOfAccount('Trade debtors'),
  creditors: indexOfAccount('Trade creditors'),
  inputTax: indexOfAccount('Input tax'),
  outputTax: indexOfAccount('Output tax'),
};

type Entry = [account: string, amount: Decimal];
type Post = (wire: Wire, account: (name: keyof typeof indexes) => string) => Entry[];

/** The gross amount is posted to debtors or creditors, the net amount of each line to its account, and the tax. */
const document =
  (party: 'debtors' | 'creditors', tax: 'inputTax' | 'outputTax', sign: (amount: Decimal) => Decimal): Post =>
  (wire, account) => [
    [account(party), sign(decimal(wire.gross_total))],
    [account(tax), negated(sign(decimal(wire.tax_total)))],
    ...wire.lines.map((line: Wire): Entry => [line.account.id, negated(sign(decimal(line.net)))]),
  ];

const payment =
  (party: 'debtors' | 'creditors', sign: (amount: Decimal) => Decimal): Post =>
  (wire, account) => [
    [wire.account.id, sign(decimal(wire.amount))],
    [account(party), negated(sign(decimal(wire.amount)))],
  ];

const same = (amount: Decimal) => amount;
const posts: Record<string, Post> = {
  invoices: document('debtors', 'outputTax', same),
  creditNotes: document('debtors', 'outputTax', negated),
  bills: document('creditors', 'inputTax', negated),
  billCreditNotes: document('creditors', 'inputTax', same),
  payments: payment('debtors', same),
  billPayments: payment('creditors', negated),
  journalEntries: (wire) =>
    wire.lines.map(
      (line: Wire): Entry => [line.account.id, times(decimal(line.amount), journalRates[line.currency] ?? one)],
    ),
};

export const postedTypes = Object.keys(posts);

/** What a document posts to the ledger: nothing if it is a draft or cancelled. Amounts are not rounded. */
export function postRecord(book: Book, dataType: string, text: string): Posting[] {
  const wire = parseValues(text) as Wire;
  if (wire.state === 'draft' || wire.state === 'cancelled') return [];
  const rate = wire.exchange_rate ? decimal(wire.exchange_rate) : one;
  const entries = posts[dataType]?.(wire, (name) => idOf(book, 'accounts', indexes[name])) ?? [];
  const day: string = wire.issued_on ?? wire.paid_on ?? wire.posted_on;
  return entries.map(([accountId, amount]) => ({ accountId, day, amount: times(amount, rate) }));
}

export const sum = (amounts: readonly Decimal[]): Decimal => amounts.reduce(plus, zero);
