import { readDecimal, writeDecimal, writeShare } from './exact-sums.ts';
import type { Book, Fields } from './random-books.ts';

/**
 * What the insights of a company must be, computed record by record with exact decimals, from the words of the API's
 * documentation and without the code under test. Currencies without a code are "-".
 */
const dayMs = 86_400_000;
const buckets = ['notDue', '1-30', '31-60', '61-90', 'over90'];

const all = (book: Book, dataType: string) =>
  [...(book.get(dataType) ?? [])].map(([id, of]): Fields & { id: string } => ({ ...of, id }));
const money = (text: string | undefined) => readDecimal(text ?? '0');
const keyOf = (fields: Fields) => fields.currency ?? '-';
const monthOf = (ms: number) => new Date(ms).toISOString().slice(0, 7);
const add = (sums: Record<string, bigint>, key: string, amount: bigint) => {
  sums[key] = (sums[key] ?? 0n) + amount;
};
/** Month names, oldest first; the last is the month of today minus `skip`. */
const months = (todayMs: number, count: number, skip = 0) => {
  const today = new Date(todayMs);
  const of = (by: number) => Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - by, 1);
  return Array.from({ length: count }, (_, at) => monthOf(of(count - 1 - at + skip)));
};

export function evaluateAgeing(book: Book, dataType: 'invoices' | 'bills', todayMs: number) {
  const found: Record<string, { count: number; sum: bigint }[]> = {};
  for (const one of all(book, dataType)) {
    if (['Draft', 'Void', 'Paid'].includes(one.status ?? '') || money(one.amountDue) === 0n) continue;
    const due = Date.parse(one.dueDate ?? one.issueDate ?? '');
    // Whole days of UTC between the due day and today.
    const days = (todayMs - Math.floor(due / dayMs) * dayMs) / dayMs;
    const bucket = days <= 0 ? 0 : days <= 30 ? 1 : days <= 60 ? 2 : days <= 90 ? 3 : 4;
    found[keyOf(one)] ??= buckets.map(() => ({ count: 0, sum: 0n }));
    const at = found[keyOf(one)]?.[bucket];
    if (!at) throw new Error('no bucket');
    at.count++;
    at.sum += money(one.amountDue);
  }
  return Object.fromEntries(
    Object.entries(found).map(([currency, of]) => {
      const total = (some: typeof of) => ({
        count: String(some.reduce((n, { count }) => n + count, 0)),
        amount: writeDecimal(some.reduce((n, { sum }) => n + sum, 0n)),
      });
      return [currency, [total(of), total(of.slice(1)), ...of.map((one) => total([one]))]];
    }),
  );
}

export function evaluateRevenue(book: Book, todayMs: number, count: number) {
  const names = months(todayMs, count);
  const sums: Record<string, Record<string, bigint>> = {};
  const put = (one: Fields, month: string, name: string, amount: bigint) => {
    if (!names.includes(month)) return;
    sums[keyOf(one)] ??= {};
    add(sums[keyOf(one)] ?? {}, `${month} ${name}`, amount);
    add(sums[keyOf(one)] ?? {}, `all ${name}`, amount);
  };
  for (const one of all(book, 'profitAndLoss')) {
    const [from, to] = [new Date(one.fromDate ?? ''), Date.parse(one.toDate ?? '')];
    const next = Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1);
    const isStart = from.getUTCDate() === 1 && from.getTime() % dayMs === 0;
    if (!isStart || to < next - dayMs || to > next) continue;
    put(one, monthOf(from.getTime()), 'revenue', money(one.income));
    put(one, monthOf(from.getTime()), 'costs', money(one.costOfSales) + money(one.expenses));
    put(one, monthOf(from.getTime()), 'result', money(one.netProfit));
  }
  const isReported = Object.keys(sums).length > 0;
  const [hasSales, hasPurchases] = [book.has('invoices'), book.has('bills')];
  if (!isReported && !hasSales && !hasPurchases) return { basis: undefined, currencies: {} };
  if (!isReported)
    for (const [dataType, name, sign] of [
      ['invoices', 'revenue', 1n],
      ['creditNotes', 'revenue', -1n],
      ['bills', 'costs', 1n],
      ['billCreditNotes', 'costs', -1n],
    ] as const)
      for (const one of all(book, dataType)) {
        if (one.status === 'Draft' || one.status === 'Void') continue;
        const net = sign * (money(one.totalAmount) - money(one.totalTaxAmount));
        const month = monthOf(Date.parse(one.issueDate ?? ''));
        put(one, month, name, net);
        put(one, month, 'result', name === 'revenue' ? net : -net);
      }
  const shown = (name: string) =>
    isReported || (name === 'revenue' ? hasSales : name === 'costs' ? hasPurchases : hasSales && hasPurchases);
  const currencies = Object.fromEntries(
    Object.entries(sums).map(([currency, of]) => [
      currency,
      ['all', ...names].map((month) =>
        ['revenue', 'costs', 'result'].map((name) => {
          const sum = of[`${month} ${name}`];
          if (!shown(name) || (isReported && sum === undefined)) return undefined;
          return writeDecimal(sum ?? 0n);
        }),
      ),
    ]),
  );
  return { basis: isReported ? 'profitAndLoss' : 'documents', currencies };
}

export function evaluateCustomers(book: Book, { fromMs, toMs, top }: { fromMs: number; toMs: number; top: number }) {
  if (!book.has('invoices')) return {};
  type Sum = { invoiced: bigint; credited: bigint; invoices: number; notes: number };
  const found: Record<string, Map<string | undefined, Sum>> = {};
  for (const dataType of ['invoices', 'creditNotes'])
    for (const one of all(book, dataType)) {
      const issued = Date.parse(one.issueDate ?? '');
      if (one.status === 'Draft' || one.status === 'Void' || issued < fromMs || issued >= toMs) continue;
      found[keyOf(one)] ??= new Map();
      const of = found[keyOf(one)];
      const sum = of?.get(one.party) ?? { invoiced: 0n, credited: 0n, invoices: 0, notes: 0 };
      of?.set(one.party, sum);
      if (dataType === 'invoices')
        Object.assign(sum, { invoiced: sum.invoiced + money(one.totalAmount), invoices: sum.invoices + 1 });
      else Object.assign(sum, { credited: sum.credited + money(one.totalAmount), notes: sum.notes + 1 });
    }
  return Object.fromEntries(
    Object.entries(found).map(([currency, of]) => {
      const rows = [...of].map(([id, sum]) => ({ id, ...sum, amount: sum.invoiced - sum.credited }));
      const total = rows.reduce((n, { amount }) => n + amount, 0n);
      // The largest first; equal amounts by id, and the documents without a customer last.
      rows.sort((a, b) => {
        if (a.amount !== b.amount) return a.amount > b.amount ? -1 : 1;
        if (a.id === undefined || b.id === undefined) return a.id === undefined ? 1 : -1;
        return Buffer.compare(Buffer.from(a.id), Buffer.from(b.id));
      });
      const listed = rows.slice(0, top);
      const rest = total - listed.reduce((n, { amount }) => n + amount, 0n);
      const names = book.get('customers');
      const shown = listed.map(({ id, amount, invoiced, credited, invoices, notes }) => ({
        id,
        name: id === undefined ? undefined : (names?.get(id)?.customerName ?? `Name of ${id}`),
        invoiced: writeDecimal(invoiced),
        credited: writeDecimal(credited),
        amount: writeDecimal(amount),
        share: writeShare(amount, total),
        invoices: String(invoices),
        notes: String(notes),
      }));
      const others = {
        customers: String(rows.length - listed.length),
        amount: writeDecimal(rest),
        share: writeShare(rest, total),
      };
      return [currency, { amount: writeDecimal(total), customers: String(rows.length), shown, others }];
    }),
  );
}

export function evaluateCash(book: Book, todayMs: number, count: number) {
  const banks = book.has('bankAccounts');
  if (!banks && !book.has('accounts')) return { basis: undefined, currencies: {}, accounts: {} };
  const accounts = banks
    ? all(book, 'bankAccounts')
    : all(book, 'accounts')
        .filter((one) => one.isBankAccount === 'true' && one.currentBalance !== undefined)
        .map((one) => ({ ...one, balance: one.currentBalance }));
  const names = months(todayMs, count, 1);
  const moves = banks ? all(book, 'bankTransactions') : [];
  const past = (id: string, balance: string | undefined) =>
    names.map((month) => {
      // Times of the month and earlier; the month as a text sorts like its time.
      const own = moves.filter((move) => move.bankAccount === id && Date.parse(move.date ?? '') < todayMs + dayMs);
      const isLater = (move: Fields) => monthOf(Date.parse(move.date ?? '')) > month;
      if (own.every(isLater)) return undefined;
      return own.filter(isLater).reduce((n, move) => n - money(move.amount), money(balance));
    });
  const known = accounts.map((one) => ({
    id: one.id,
    currency: keyOf(one),
    now: money(one.balance),
    past: past(one.id, one.balance),
  }));
  const written = (value: bigint | undefined) => (value === undefined ? undefined : writeDecimal(value));
  const currencies = Object.fromEntries(
    [...new Set(known.map(({ currency }) => currency))].map((currency) => {
      const of = known.filter((one) => one.currency === currency);
      const ends = names.map((_, at) => {
        const values = of.map((one) => one.past[at]);
        const unknown = values.filter((value) => value === undefined).length;
        const sum = unknown > 0 ? undefined : values.reduce<bigint>((n, value) => n + (value ?? 0n), 0n);
        return { balance: written(sum), unknown: String(unknown) };
      });
      const now = writeDecimal(of.reduce((n, one) => n + one.now, 0n));
      return [currency, { balance: now, accounts: String(of.length), ends }];
    }),
  );
  const each = known.map((one) => [one.id, { balance: writeDecimal(one.now), past: one.past.map(written) }]);
  return { basis: banks ? 'bankAccounts' : 'accounts', currencies, accounts: Object.fromEntries(each) };
}
