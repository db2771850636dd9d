import { sum } from '@daybook/connector-kit';
import { today } from './odoo-changes.ts';
import { differencesOf, type Invoice, invoicesAtOdoo } from './odoo-invoices.ts';
import { inDatabase } from './odoo-server.ts';

/** What Odoo's own tables hold at one moment, to compare it with what Daybook shows. */
export type Moment = {
  entries: Map<string, Entry>;
  /** Accounts whose balance is not zero. */
  balances: string[];
  /** Of the balance sheet and of the profit and loss of this month. */
  assets: string;
  netProfit: string;
  invoices: Map<string, Invoice>;
};
type Entry = { id: string; date: string; debits: string; content: string };

export const momentTypes = ['journalEntries', 'accounts', 'balanceSheet', 'profitAndLoss', 'invoices'] as const;
export type MomentType = (typeof momentTypes)[number];

const ofLedger = `from account_move_line l join account_account a on a.id = l.account_id
  where l.company_id = 1 and l.parent_state = 'posted'`;

/**
 * The posted ledger and the invoices. The balance sheet of a month is of its last day. Where Odoo's people are, the next
 * day may have begun, so an entry of now can be dated after today in UTC.
 */
export async function readMoment(database: string): Promise<Moment> {
  const rows = async <T>(text: string) => (await inDatabase(database, text)).rows as T[];
  const total = async (expression: string, condition: string) => {
    const [row] = await rows<{ total: string }>(`select coalesce(${expression}, 0)::text as total ${ofLedger}
      and ${condition}`);
    return inCents(row?.total ?? '0');
  };
  const entries = await rows<Entry>(`select m.id::text, m.date::text,
      sum(greatest(l.balance, 0))::text as debits, concat_ws('|', m.name, m.ref, m.date,
        string_agg(concat_ws(',', l.account_id, l.balance, l.amount_currency, l.name, l.analytic_distribution), ';'
          order by l.id)) as content
    from account_move m join account_move_line l on l.move_id = m.id and l.account_id is not null
    where m.company_id = 1 and m.state = 'posted' group by m.id`);
  const balances = await rows<{ id: string; balance: string }>(`select l.account_id::text as id,
    sum(l.balance)::text as balance ${ofLedger} group by l.account_id`);
  return {
    entries: new Map(entries.map((entry) => [entry.id, entry])),
    balances: balancesOf(balances.map(({ id, balance }) => [id, balance])),
    assets: await total(
      'sum(l.balance)',
      `a.account_type like 'asset%' and date_trunc('month', l.date) <= '${today()}'`,
    ),
    netProfit: await total(
      '-sum(l.balance)',
      `(a.account_type like 'income%' or a.account_type like 'expense%')
        and date_trunc('month', l.date) = date_trunc('month', '${today()}'::date)`,
    ),
    invoices: await invoicesAtOdoo(database),
  };
}

export const inCents = (amount: string | number) =>
  Number(amount)
    .toFixed(2)
    .replace(/^-0\.00$/, '0.00');

const balancesOf = (balances: readonly (readonly [string, string])[]) =>
  balances
    .map(([id, amount]) => `${id}: ${inCents(amount)}`)
    .filter((text) => !text.endsWith(': 0.00'))
    .sort();

// biome-ignore lint/suspicious/noExplicitAny: a record of any data type, as Daybook sends it.
export type Shown = any;

/** How the records of a data set differ from what Odoo had. */
export function differsFrom(moment: Moment, type: MomentType, shown: readonly Shown[]): string | undefined {
  const live = new Map(shown.filter(({ metadata }) => !metadata.isDeleted).map((one) => [one.id as string, one]));
  const [is, shouldBe] = views[type](moment, live);
  const [text, wanted] = [JSON.stringify(is), JSON.stringify(shouldBe)];
  return text === wanted ? undefined : `${type}: ${text} instead of ${wanted}`;
}

/** What Daybook shows, and what it should show. */
const views: Record<MomentType, (moment: Moment, live: Map<string, Shown>) => readonly [unknown, unknown]> = {
  journalEntries({ entries, balances }, live) {
    const amounts = new Map<string, string[]>();
    for (const { journalLines } of live.values())
      for (const { accountRef, netAmount } of journalLines)
        amounts.set(accountRef.id, [...(amounts.get(accountRef.id) ?? []), String(netAmount)]);
    const posted = balancesOf([...amounts].map(([id, all]) => [id, sum(all)]));
    return [
      [[...live.keys()].sort(), posted],
      [[...entries.keys()].sort(), balances],
    ];
  },
  accounts: ({ balances }, live) => [
    balancesOf([...live.values()].map(({ id, currentBalance }) => [id, String(currentBalance ?? 0)])),
    balances,
  ],
  balanceSheet: ({ assets }, live) => [inCents(live.get(today().slice(0, 7))?.assets.value ?? 0), assets],
  profitAndLoss: ({ netProfit }, live) => [inCents(live.get(today().slice(0, 7))?.netProfit ?? 0), netProfit],
  invoices({ invoices }, live) {
    const { missing, different, deletedOnly } = differencesOf(live, invoices);
    return [
      { missing, different, deletedOnly },
      { missing: [], different: [], deletedOnly: [] },
    ];
  },
};

/** What was changed in the ledger between two moments of the same day, as restatements show it. */
export function restated({ entries: then }: Moment, { entries: now }: Moment): string[] {
  const rows = [...new Set([...then.keys(), ...now.keys()])].flatMap((id) => {
    const [was, is] = [then.get(id), now.get(id)];
    if ((was ?? is ?? { date: '' }).date > today() || was?.content === is?.content) return [];
    const change = !was ? (is && is.date < today() ? 'backdated' : 'added') : is ? 'changed' : 'deleted';
    return `${id} ${change} ${inCents(Number(is?.debits ?? 0) - Number(was?.debits ?? 0))}`;
  });
  return rows.sort();
}
