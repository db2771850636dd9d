import { amountOf } from '@daybook/connector-kit';
import { sql } from 'kysely';
import type { Static } from 'typebox';
import { dayOf } from '../base/days.ts';
import { lastMonths, monthStart, monthText } from './calendar.ts';
import type { Figures, Material } from './read-insight.ts';
import { and, currencyIs, isIssued, notDeleted, stored, unissued } from './record-filter.ts';
import { inSource, type Source } from './sources.ts';
import type { RevenueInsight } from './wire.ts';

type Body = Pick<Static<typeof RevenueInsight>, 'basis' | 'currencies'>;
/** Sums of a month, or of all months if `month` is null. Amounts are texts. */
type Row = {
  currency: string | null;
  month: string | null;
  revenue: string | null;
  costs: string | null;
  result: string | null;
};

const documents = ['invoices', 'creditNotes', 'bills', 'billCreditNotes'] as const;

/** Revenue, costs and result by month: from profit and loss reports, or from documents if there are none. */
export function revenue(months: number): Figures<Body> {
  return {
    dataTypes: ['profitAndLoss', ...documents],
    async compute(material) {
      const starts = lastMonths(material.todayMs, months);
      const reported = await fromReports(material, starts);
      if (reported) return { used: ['profitAndLoss'], basis: 'profitAndLoss', currencies: reported };
      const added = await fromDocuments(material, starts);
      if (added) return { used: ['profitAndLoss', ...documents], basis: 'documents', currencies: added };
      return { used: ['profitAndLoss', ...documents], currencies: [] };
    },
  };
}

const instant = (ms: number) => sql`${new Date(ms).toISOString()}::timestamptz`;
const monthColumn = sql`to_char(r.date1 at time zone 'UTC', 'YYYY-MM')`;
/** Every month of a currency, and their sum in a row without a month. */
const byMonth = sql`grouping sets ((currency, month), (currency)) order by currency collate "C" nulls last, month`;
const within = (starts: readonly number[]) =>
  sql`r.date1 >= ${instant(starts[0] ?? 0)} and r.date1 < ${instant(monthStart(starts.at(-1) ?? 0, 1))}`;

/**
 * Only reports whose period is a calendar month. The last day may be given as its start, or as the start of the next
 * month.
 */
async function fromReports({ found, read }: Material, starts: readonly number[]) {
  const source = found.get('profitAndLoss');
  if (!source) return undefined;
  const value = (name: string) => sql`coalesce((r.payload #>> ${sql.lit(`{${name},value}`)}::text[])::numeric, 0)`;
  const nextMonth = sql`(r.date1 at time zone 'UTC' + interval '1 month') at time zone 'UTC'`;
  const rows = await read<Row>(
    [source],
    sql`select currency, month, trim_scale(sum(revenue))::text as revenue, trim_scale(sum(costs))::text as costs,
        trim_scale(sum(result))::text as result
      from (select r.payload ->> 'currency' as currency, ${monthColumn} as month, ${value('income')} as revenue,
          ${value('costOfSales')} + ${value('expenses')} as costs, r.amount1 as result
        from record r where ${inSource(source)} and ${within(starts)}
          and r.date1 = date_trunc('month', r.date1, 'UTC')
          and r.date2 >= ${nextMonth} - interval '24 hours' and r.date2 <= ${nextMonth}) s
      group by ${byMonth}`,
  );
  if (rows.length === 0) return undefined;
  return inCurrencies(rows, starts, (currency, startMs) => {
    const next = monthStart(startMs, 1);
    const lastDay = dayOf(next - 1);
    const query = and(
      notDeleted,
      currencyIs(currency),
      `fromDate=${dayOf(startMs)}`,
      `toDate>=${lastDay}`,
      `toDate<=${dayOf(next)}`,
    );
    return [{ dataType: 'profitAndLoss', query }];
  });
}

/** Documents by issue date, without tax. A month without documents is 0. */
async function fromDocuments({ found, read }: Material, starts: readonly number[]) {
  const present = documents.flatMap((dataType) => {
    const source = found.get(dataType);
    return source ? [{ dataType, source }] : [];
  });
  const [hasRevenue, hasCosts] = [found.has('invoices'), found.has('bills')];
  if (!hasRevenue && !hasCosts) return undefined;
  const net = sql`r.amount1 - coalesce((r.payload ->> 'totalTaxAmount')::numeric, 0)`;
  const sums = (source: Source, sales: string, purchases: string) => sql`select r.payload ->> 'currency' as currency,
      ${monthColumn} as month, ${sql.raw(sales)} * sum(${net}) as revenue, ${sql.raw(purchases)} * sum(${net}) as costs
    from record r where ${inSource(source)} and ${within(starts)} and r.status <> all (${stored(unissued)}::text[])
    group by 1, 2`;
  const signs = { invoices: ['1', '0'], creditNotes: ['-1', '0'], bills: ['0', '1'], billCreditNotes: ['0', '-1'] };
  const all = present.map(({ dataType, source }) => {
    const [sales = '0', purchases = '0'] = signs[dataType];
    return sums(source, sales, purchases);
  });
  const rows = await read<Row>(
    present.map(({ source }) => source),
    sql`select currency, month, trim_scale(sum(revenue))::text as revenue, trim_scale(sum(costs))::text as costs,
        trim_scale(sum(revenue) - sum(costs))::text as result
      from (${sql.join(all, sql` union all `)}) s group by ${byMonth}`,
  );
  const cut = ({ revenue, costs, result, ...row }: Row): Row => ({
    ...row,
    revenue: hasRevenue ? revenue : null,
    costs: hasCosts ? costs : null,
    result: hasRevenue && hasCosts ? result : null,
  });
  const months = filled(rows, starts).map(cut);
  return inCurrencies(months, starts, (currency, startMs) =>
    present.map(({ dataType }) => ({
      dataType,
      query: and(
        notDeleted,
        isIssued,
        currencyIs(currency),
        `issueDate>=${dayOf(startMs)}`,
        `issueDate<${dayOf(monthStart(startMs, 1))}`,
      ),
    })),
  );
}

/** Adds zeros for the months of a currency that have no document. */
function filled(rows: readonly Row[], starts: readonly number[]): Row[] {
  const currencies = new Set(rows.map(({ currency }) => currency));
  const zeros = [...currencies].flatMap((currency) =>
    starts.flatMap((ms) => {
      const month = monthText(ms);
      const isThere = rows.some((row) => row.currency === currency && row.month === month);
      return isThere ? [] : [{ currency, month, revenue: '0', costs: '0', result: '0' }];
    }),
  );
  return [...rows, ...zeros];
}

type RecordsOf = (currency: string | null, startMs: number) => { dataType: string; query: string }[];

function inCurrencies(rows: readonly Row[], starts: readonly number[], records: RecordsOf): Body['currencies'] {
  return [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, ofCurrency]) => ({
    ...(currency !== null && { currency }),
    ...amounts(ofCurrency.find(({ month }) => month === null)),
    months: starts.map((ms) => ({
      month: monthText(ms),
      ...amounts(ofCurrency.find(({ month }) => month === monthText(ms))),
      records: records(currency, ms),
    })),
  }));
}

function amounts(row: Row | undefined) {
  const { revenue, costs, result } = row ?? {};
  const shown = (text: string | null | undefined) => (text === null || text === undefined ? undefined : amountOf(text));
  // JSON.stringify leaves out what is undefined.
  return { revenue: shown(revenue), costs: shown(costs), result: shown(result) } as {
    revenue?: number;
    costs?: number;
    result?: number;
  };
}
