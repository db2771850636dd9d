import { exactOf, parseWithNumberTexts } from './exact-decimal.ts';

/**
 * Whether the statements of a company are the sums of its documents. Computed from records alone, in the form of a
 * platform or of Daybook, with nothing of the code that makes them.
 */
export type Books = {
  /** What the documents post: debits are positive, credits negative. In units of 10^-20 EUR. */
  entries: { account: string; day: string; amount: bigint }[];
  accounts: { id: string; name: string; kind: Kind; balance: bigint }[];
  sheets: { day: string; assets: Section; liabilities: Section; equity: Section; net: bigint }[];
  results: { from: string; to: string; income: Section; costs: Section[]; net: bigint }[];
};
export type Kind = 'asset' | 'liability' | 'equity' | 'revenue' | 'cost';
/** A row without an account holds what was earned so far. */
export type Section = { total: bigint; rows: { account: string | undefined; amount: bigint }[] };

/** The data types that post, and those that are computed from them. */
export const postingTypes = [
  ...['invoices', 'bills', 'creditNotes', 'billCreditNotes', 'payments', 'billPayments', 'journalEntries'],
] as const;
export const computedTypes = ['accounts', 'balanceSheet', 'profitAndLoss'] as const;

/** The rates of journal lines, which have none of their own, as docs/operating/README.md has them. */
export const journalRates: Record<string, string> = { EUR: '1', USD: '0.9', GBP: '1.15' };

type Amount = string | number;
const one = exactOf(1);
export const product = (amount: Amount, rate: Amount): bigint => {
  const value = exactOf(amount);
  return rate === 1 || rate === '1' ? value : (value * exactOf(rate)) / one;
};

/** How the statements differ from the documents: nothing if they tie. */
export function findDifferences({ entries, accounts, sheets, results }: Books): string[] {
  const differences: string[] = [];
  const expect = (what: string, is: bigint, shouldBe: bigint) => {
    if (is !== shouldBe) differences.push(`${what}: ${is} instead of ${shouldBe}`);
  };
  const byAccount = Map.groupBy(entries, ({ account }) => account);
  const kinds = new Map(accounts.map(({ id, kind }) => [id, kind]));
  const sumOf = (account: string, from: string, to: string) =>
    (byAccount.get(account) ?? []).reduce(
      (sum, { day, amount }) => (day >= from && day <= to ? sum + amount : sum),
      0n,
    );
  const ids = accounts.map(({ id }) => id);
  const earned = (to: string) =>
    ids
      .filter((id) => ['revenue', 'cost'].includes(kinds.get(id) ?? ''))
      .reduce((sum, id) => sum + sumOf(id, '', to), 0n);
  const check = (
    what: string,
    section: Section,
    { from, to, sign, of }: { from: string; to: string; sign: 1n | -1n; of: Kind },
  ) => {
    expect(`${what}, total`, section.total, total(section));
    for (const { account, amount } of section.rows)
      expect(`${what}, ${account}`, amount, sign * (account === undefined ? earned(to) : sumOf(account, from, to)));
    return section.rows.filter(({ account }) => account !== undefined && kinds.get(account) === of).length;
  };
  const rowsOf = (of: Kind) => ids.filter((id) => kinds.get(id) === of).length;
  const expectRows = (what: string, of: Kind, rows: number) =>
    expect(`${what}, rows`, BigInt(rows), BigInt(rowsOf(of)));

  for (const { id, balance } of accounts) expect(`balance of ${id}`, balance, sumOf(id, '', '9999'));
  expect(
    'all balances',
    accounts.reduce((sum, { balance }) => sum + balance, 0n),
    0n,
  );
  for (const { day: to, assets, liabilities, equity, net } of sheets) {
    const what = `balance sheet ${to}`;
    expectRows(what, 'asset', check(`${what}, assets`, assets, { from: '', to, sign: 1n, of: 'asset' }));
    expectRows(
      what,
      'liability',
      check(`${what}, liabilities`, liabilities, { from: '', to, sign: -1n, of: 'liability' }),
    );
    expectRows(what, 'equity', check(`${what}, equity`, equity, { from: '', to, sign: -1n, of: 'equity' }));
    expect(`${what}, net assets`, net, assets.total - liabilities.total);
    expect(`${what}, both sides`, assets.total, liabilities.total + equity.total);
  }
  for (const { from, to, income, costs, net } of results) {
    const what = `profit and loss ${to}`;
    expectRows(what, 'revenue', check(`${what}, income`, income, { from, to, sign: -1n, of: 'revenue' }));
    const rows = costs.map((section) => check(`${what}, costs`, section, { from, to, sign: 1n, of: 'cost' }));
    expectRows(
      what,
      'cost',
      rows.reduce((sum, count) => sum + count, 0),
    );
    expect(`${what}, net profit`, net, income.total - costs.reduce((sum, section) => sum + section.total, 0n));
  }
  return differences;
}

const total = ({ rows }: Section) => rows.reduce((sum, { amount }) => sum + amount, 0n);

/** Records by data type. */
// biome-ignore lint/suspicious/noExplicitAny: records of several data types.
export type Records = Record<string, any[]>;

/** Numbers with more digits than a double has make all numbers of the body texts. */
export const readRecords = (body: string, member: string): Records[string] => {
  const parse = /[\d.]{17}/.test(body) ? parseWithNumberTexts<Record<string, Records[string]>> : JSON.parse;
  return parse(body)[member] ?? [];
};

/** How a form of the records (the platform's or Daybook's) says what a document posts. */
type Document = {
  day: string;
  rate: Amount;
  gross: Amount;
  tax: Amount;
  lines: { account: string; net: Amount }[];
};
type Payment = { day: string; rate: Amount; account: string; amount: Amount };
export type Form = {
  accounts: Books['accounts'];
  documents: (dataType: string) => Document[];
  payments: (dataType: string) => Payment[];
  journal: { day: string; lines: { account: string; amount: Amount; currency: string }[] }[];
};

/** The postings of all documents. */
export function entriesOf({ accounts, documents, payments, journal }: Form): Books['entries'] {
  const entries: Books['entries'] = [];
  const named = (name: string) => accounts.find((account) => account.name === name)?.id ?? name;
  const sides = [
    { document: 'invoices', payment: 'payments', party: 'Trade debtors', tax: 'Output tax', sign: 1n },
    { document: 'creditNotes', party: 'Trade debtors', tax: 'Output tax', sign: -1n },
    { document: 'bills', payment: 'billPayments', party: 'Trade creditors', tax: 'Input tax', sign: -1n },
    { document: 'billCreditNotes', party: 'Trade creditors', tax: 'Input tax', sign: 1n },
  ];
  for (const { document, payment, party, tax, sign } of sides) {
    const [partyId, taxId] = [named(party), named(tax)];
    for (const one of documents(document)) {
      const post = (account: string, amount: Amount, of: bigint) =>
        entries.push({ account, day: one.day, amount: of * product(amount, one.rate) });
      post(partyId, one.gross, sign);
      post(taxId, one.tax, -sign);
      for (const { account, net } of one.lines) post(account, net, -sign);
    }
    for (const { day, rate, account, amount } of payment ? payments(payment) : []) {
      entries.push({ account, day, amount: sign * product(amount, rate) });
      entries.push({ account: partyId, day, amount: -sign * product(amount, rate) });
    }
  }
  for (const { day, lines } of journal)
    for (const { account, amount, currency } of lines)
      entries.push({ account, day, amount: product(amount, journalRates[currency] ?? '1') });
  return entries;
}
