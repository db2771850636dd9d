import { rawNumber } from './exact-sums.ts';

/** Random books of a company: documents, bank accounts and reports, with awkward amounts and dates. */
export type Fields = Record<string, string | undefined>;
export type Book = Map<string, Map<string, Fields>>;
export type Random = { below(n: number): number; pick<T>(from: readonly T[]): T; chance(percent: number): boolean };

export function randomFrom(seed: number): Random {
  let state = seed >>> 0 || 1;
  const below = (n: number) => {
    // xorshift32
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % n;
  };
  return {
    below,
    pick: (from) => from[below(from.length)] as (typeof from)[number],
    chance: (percent) => below(100) < percent,
  };
}

const dayMs = 86_400_000;
const currencies = ['EUR', 'USD', 'GBP', 'JPY', undefined];
const salesStatuses = ['Unknown', 'Draft', 'Submitted', 'PartiallyPaid', 'Paid', 'Void'];
const billStatuses = ['Unknown', 'Draft', 'Open', 'PartiallyPaid', 'Paid', 'Void'];

/** Up to 14 decimals and 24 digits; sometimes zero, sometimes negative. */
function amountText({ below, chance, pick }: Random): string {
  if (chance(8)) return pick(['0', '0.00', '0.00000000000001', '0.1', '0.2', '99999999999999999999.99']);
  const digits = (n: number) => Array.from({ length: n }, () => below(10)).join('');
  const whole = String(BigInt(digits(1 + below(10))));
  const decimals = pick([0, 2, 2, 2, 3, 14]);
  return `${chance(10) ? '-' : ''}${whole}${decimals ? `.${digits(decimals)}` : ''}`.replace(/^-0(\.0+)?$/, '0');
}

/** Days around the edges of age buckets and months, at any time of the day. */
function timeText({ below, chance, pick }: Random, todayMs: number): string {
  const back = chance(50) ? pick([-30, -1, 0, 1, 29, 30, 31, 59, 60, 61, 89, 90, 91]) : below(480) - 40;
  const dayStart = todayMs - back * dayMs;
  const month = new Date(dayStart);
  const atMonth = Date.UTC(month.getUTCFullYear(), month.getUTCMonth(), 1);
  const ms = (chance(15) ? atMonth : dayStart) + pick([0, 0, 0, 1, dayMs - 1, below(dayMs)]);
  const text = new Date(ms).toISOString();
  if (!chance(10)) return text;
  return `${new Date(ms + 2 * 3_600_000).toISOString().slice(0, -1)}+02:00`;
}

const partyIds = ['c1', 'c2', 'c3', 'c 4', 'c"5\\', 'ç6', undefined];

export function randomRecord(random: Random, dataType: string, todayMs: number): Fields {
  const { pick, chance } = random;
  const amount = () => amountText(random);
  const time = () => timeText(random, todayMs);
  const currency = pick(currencies);
  const tax = chance(50) ? amount() : undefined;
  const party = pick(partyIds);
  if (dataType === 'invoices' || dataType === 'bills')
    return {
      currency,
      issueDate: time(),
      dueDate: chance(25) ? undefined : time(),
      totalAmount: amount(),
      totalTaxAmount: tax,
      amountDue: chance(15) ? '0' : amount(),
      status: pick(dataType === 'bills' ? billStatuses : salesStatuses),
      party,
    };
  if (dataType === 'creditNotes' || dataType === 'billCreditNotes')
    return {
      currency,
      issueDate: time(),
      totalAmount: amount(),
      totalTaxAmount: tax,
      remainingCredit: amount(),
      status: pick(salesStatuses),
      party,
    };
  if (dataType === 'bankAccounts') return { currency, accountName: pick(['Main', 'Savings']), balance: amount() };
  if (dataType === 'bankTransactions')
    return { bankAccount: `bankAccounts-${random.below(5)}`, date: time(), amount: amount() };
  if (dataType === 'customers') return { customerName: `Customer ${random.below(1000)}` };
  if (dataType === 'accounts')
    return {
      currency,
      name: 'Ledger account',
      isBankAccount: pick(['true', 'false', undefined]),
      currentBalance: chance(80) ? amount() : undefined,
    };
  const { from, to } = periodOf(random, todayMs);
  return {
    currency,
    fromDate: from,
    toDate: to,
    income: amount(),
    costOfSales: chance(60) ? amount() : undefined,
    expenses: amount(),
    netProfit: amount(),
  };
}

/** Mostly calendar months, sometimes quarters or months that begin on another day. */
function periodOf({ below, pick }: Random, todayMs: number): { from: string; to: string } {
  const today = new Date(todayMs);
  const start = (by: number) => Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - by, 1);
  const back = below(20) - 1;
  const from = start(back) + pick([0, 0, 0, 0, dayMs]);
  const to = start(back - pick([1, 1, 1, 1, 3])) - pick([dayMs, dayMs, 0, 1, 2 * dayMs, -1]);
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}

/** The record as a connector would produce it. */
export function recordOf(dataType: string, fields: Fields): object {
  const { party, bankAccount, income, costOfSales, expenses, ...others } = fields;
  const numbers = ['totalAmount', 'totalTaxAmount', 'amountDue', 'remainingCredit', 'balance', 'amount'].concat(
    'currentBalance',
    'netProfit',
  );
  const line = (name: string, value: string | undefined) =>
    value === undefined ? undefined : { name, value: rawNumber(value) };
  const plain = Object.entries(others).flatMap(([name, value]): [string, unknown][] => {
    if (value === undefined) return [];
    if (numbers.includes(name)) return [[name, rawNumber(value)]];
    return [[name, name === 'isBankAccount' ? value === 'true' : value]];
  });
  const isSale = dataType === 'invoices' || dataType === 'creditNotes';
  const partyRef = isSale ? { id: party, companyName: `Name of ${party}` } : { id: party };
  return Object.fromEntries(
    Object.entries({
      ...Object.fromEntries(plain),
      ...(dataType === 'accounts' && { type: 'Asset', status: 'Active' }),
      ...(dataType === 'customers' && { status: 'Active' }),
      ...(party !== undefined && { [isSale ? 'customerRef' : 'supplierRef']: partyRef }),
      ...(bankAccount !== undefined && { bankAccountRef: { id: bankAccount } }),
      ...(dataType === 'profitAndLoss' && {
        income: line('Income', income),
        costOfSales: line('Cost of sales', costOfSales),
        expenses: line('Expenses', expenses),
      }),
    }).filter(([, value]) => value !== undefined),
  );
}
