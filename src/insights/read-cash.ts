import { amountOf } from '@daybook/connector-kit';
import { type RawBuilder, sql } from 'kysely';
import type { Static } from 'typebox';
import { dayOf } from '../base/days.ts';
import { dayMs } from '../base/durations.ts';
import { lastMonths, monthText } from './calendar.ts';
import type { Figures } from './read-insight.ts';
import { and, currencyIs, notDeleted, quoted } from './record-filter.ts';
import { inSource, type Source } from './sources.ts';
import type { CashInsight } from './wire.ts';

type Body = Pick<Static<typeof CashInsight>, 'basis' | 'currencies' | 'accounts' | 'isAccountsCut'>;
type Basis = NonNullable<Body['basis']>;
/** Amounts as texts; null if they cannot be known. `past` has one entry per month end. */
type AccountRow = { id: string; name: string; currency: string | null; balance: string; past: (string | null)[] };
type CurrencyRow = { currency: string | null; balance: string; accounts: number; past: PastRow[] };
type PastRow = { balance: string | null; unknown: number };
type Row = { accounts: AccountRow[]; currencies: CurrencyRow[] };

const accountsMax = 200;
/**
 * Whether an account has transactions before the first month is looked up among this many transactions, the newest
 * before that month. An account that is not among them counts as unknown in the months without transactions.
 */
const earlierMax = 50_000;

/**
 * Balances now and at the ends of the last months. A past balance is the newest one minus the transactions since then.
 * It is known if the account has transactions before that time: otherwise the platform may not have sent them all.
 */
export function cash(months: number): Figures<Body> {
  return {
    dataTypes: ['bankAccounts', 'bankTransactions', 'accounts'],
    async compute({ found, todayMs, read }) {
      const banks = found.get('bankAccounts');
      const ledger = found.get('accounts');
      const basis: Basis | undefined = banks ? 'bankAccounts' : ledger ? 'accounts' : undefined;
      const balances = banks ?? ledger;
      const used = banks ? ['bankAccounts', 'bankTransactions'] : ['bankAccounts', 'accounts'];
      if (!basis || !balances) return { used, currencies: [], accounts: [], isAccountsCut: false };
      const transactions = banks && found.get('bankTransactions');
      // The start of the following month ends a month.
      const ends = lastMonths(todayMs, months);
      const statement = cashStatement({ basis, balances, transactions, ends, untilMs: todayMs + dayMs });
      const [row] = await read<Row>(transactions ? [balances, transactions] : [balances], statement);
      const { accounts = [], currencies = [] } = row ?? {};
      const named = ends.map((end) => ({ month: monthText(end - 1), date: dayOf(end - 1) }));
      return {
        used,
        basis,
        currencies: currencies.map((one) => currencyWire(one, basis, named)),
        accounts: accounts.slice(0, accountsMax).map((one) => accountWire(one, basis, named)),
        isAccountsCut: accounts.length > accountsMax,
      };
    },
  };
}

type Month = { month: string; date: string };

function currencyWire({ currency, balance, accounts, past }: CurrencyRow, basis: Basis, months: Month[]) {
  return {
    ...(currency !== null && { currency }),
    balance: amountOf(balance),
    accounts,
    months: months.map((month, at) => ({
      ...month,
      ...known(past[at]?.balance),
      unknownAccounts: past[at]?.unknown ?? accounts,
    })),
    records: [{ dataType: basis, query: and(notDeleted, ...ofBanks(basis), currencyIs(currency)) }],
  };
}

function accountWire({ id, name, currency, balance, past }: AccountRow, basis: Basis, months: Month[]) {
  const query = and(notDeleted, `bankAccountRef.id=${quoted(id)}`);
  return {
    id,
    name,
    ...(currency !== null && { currency }),
    balance: amountOf(balance),
    months: months.map((month, at) => ({ ...month, ...known(past[at]) })),
    records:
      basis === 'bankAccounts'
        ? [{ dataType: 'bankTransactions', query }]
        : [{ dataType: 'accounts', query: and(notDeleted, `id=${quoted(id)}`) }],
  };
}

const known = (amount: string | null | undefined) =>
  amount === null || amount === undefined ? {} : { balance: amountOf(amount) };
const ofBanks = (basis: Basis) => (basis === 'accounts' ? ['isBankAccount=true', 'currentBalance!=null'] : []);

type Cash = {
  basis: Basis;
  balances: Source;
  transactions: Source | undefined;
  ends: readonly number[];
  untilMs: number;
};

function cashStatement({ basis, balances, transactions, ends, untilMs }: Cash) {
  const name = sql.lit(basis === 'accounts' ? 'name' : 'accountName');
  const isBank =
    basis === 'accounts' ? sql`and r.payload -> 'isBankAccount' = 'true' and r.amount1 is not null` : sql``;
  const at = ends.map((ms) => new Date(ms).toISOString());
  return sql`with bank as (
      select r.record_id as id, r.payload ->> ${name} as name, r.payload ->> 'currency' as currency, r.amount1 as balance
      from record r where ${inSource(balances)} ${isBank}
    ), moved as (${transactions ? movedRows(transactions, at, untilMs) : noRows}),
    past as (
      select b.id, e.n, case when bool_or(m.n < e.n) then
          b.balance - coalesce(sum(m.amount) filter (where m.n >= e.n), 0) end as balance
      from bank b cross join generate_series(1, ${at.length}::int) e (n) left join moved m on m.id = b.id
      group by b.id, b.balance, e.n
    )
    select
      (select coalesce(json_agg(a), '[]') from (select b.id, b.name, b.currency, trim_scale(b.balance)::text as balance,
          (select json_agg(trim_scale(p.balance)::text order by p.n) from past p where p.id = b.id) as past
        from bank b order by b.currency collate "C" nulls last, b.balance desc, b.id collate "C"
        limit ${accountsMax + 1}) a) as accounts,
      (select coalesce(json_agg(c), '[]') from (select b.currency, count(*) as accounts,
          trim_scale(sum(b.balance))::text as balance,
          (select json_agg(json_build_object('unknown', s.unknown,
              'balance', case when s.unknown = 0 then trim_scale(s.balance)::text end) order by s.n)
            from (select p.n, sum(p.balance) as balance, count(*) filter (where p.balance is null) as unknown
              from past p join bank o on o.id = p.id where o.currency is not distinct from b.currency group by p.n) s) as past
        from bank b group by b.currency order by b.currency collate "C" nulls last) c) as currencies`;
}

/**
 * The sum of an account's transactions after each month end, up to the next. `n` is the number of month ends before the
 * transaction; 0 stands for the transactions before all of them, which only show how far back the account is known.
 */
function movedRows(source: Source, ends: readonly string[], untilMs: number): RawBuilder<unknown> {
  const [first] = ends;
  return sql`select r.ref1 as id, width_bucket(r.date1, ${ends}::timestamptz[]) as n, sum(r.amount1) as amount
      from record r where ${inSource(source)} and r.date1 >= ${first}::timestamptz
        and r.date1 < ${new Date(untilMs).toISOString()}::timestamptz
      group by 1, 2
    union all
    select distinct r.id, 0, null::numeric from (select r.ref1 as id from record r where ${inSource(source)}
      and r.date1 < ${first}::timestamptz order by r.date1 desc, r.record_id desc limit ${earlierMax}) r`;
}

const noRows = sql`select null::text as id, 0 as n, null::numeric as amount where false`;
