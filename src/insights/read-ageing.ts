import { amountOf } from '@daybook/connector-kit';
import { sql } from 'kysely';
import type { Static } from 'typebox';
import { dayOf } from '../base/days.ts';
import { dayMs } from '../base/durations.ts';
import type { Figures } from './read-insight.ts';
import { and, currencyIs, notDeleted, or, statusIn, stored } from './record-filter.ts';
import { inSource } from './sources.ts';
import { type AgeingInsight, ageBuckets } from './wire.ts';

/** Documents with an open amount. A document without a due date is due on the day of its issue. */
const openStatuses = {
  invoices: ['Submitted', 'PartiallyPaid', 'Unknown'],
  bills: ['Open', 'PartiallyPaid', 'Unknown'],
};

type Currency = Static<typeof AgeingInsight>['currencies'][number];
type Bucket = (typeof ageBuckets)[number];
type Row = { currency: string | null; bucket: number; count: number; amount: string; total: string; overdue: string };

/** Bucket n holds documents that are due before `edges[n - 1]` and not before `edges[n]`, at midnight UTC. */
const edgesOf = (todayMs: number) => [0, 30, 60, 90].map((days) => dayOf(todayMs - days * dayMs));

/** Open amounts by age. The status finds the documents by its index; paid ones are not read. */
export function ageing(dataType: 'invoices' | 'bills'): Figures<{ currencies: Currency[] }> {
  return {
    dataTypes: [dataType],
    async compute({ found, todayMs, read }) {
      const source = found.get(dataType);
      if (!source) return { currencies: [] };
      const edges = edgesOf(todayMs);
      const due = sql`case when r.date2 = '-infinity' then r.date1 else r.date2 end`;
      const at = edges.map((day) => sql`${`${day}T00:00:00Z`}::timestamptz`);
      const rows = await read<Row>(
        [source],
        sql`select currency, bucket, count, trim_scale(amount)::text as amount,
            trim_scale(sum(amount) over (partition by currency))::text as total,
            trim_scale(coalesce(sum(amount) filter (where bucket > 0) over (partition by currency), 0))::text as overdue
          from (select r.payload ->> 'currency' as currency,
              case when ${due} >= ${at[0]} then 0
                when ${due} >= ${at[1]} then 1
                when ${due} >= ${at[2]} then 2
                when ${due} >= ${at[3]} then 3 else 4 end as bucket,
              count(*) as count, sum(r.amount2) as amount
            from record r where ${inSource(source)} and r.status = any (${stored(openStatuses[dataType])}::text[])
              and r.amount2 <> 0
            group by 1, 2) s order by currency collate "C" nulls last, bucket`,
      );
      return { currencies: inCurrencies(rows, { dataType, edges }) };
    },
  };
}

type Of = { dataType: 'invoices' | 'bills'; edges: string[] };

function inCurrencies(rows: readonly Row[], of: Of): Currency[] {
  return [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, ofCurrency]) => {
    const [first] = ofCurrency;
    const counted = (some: readonly Row[]) => some.reduce((sum, { count }) => sum + count, 0);
    const late = ofCurrency.filter(({ bucket }) => bucket > 0);
    const listed = (...due: string[]) => [{ dataType: of.dataType, query: filterOf(of.dataType, currency, due) }];
    const [today = ''] = of.edges;
    return {
      ...(currency !== null && { currency }),
      count: counted(ofCurrency),
      amount: amountOf(first?.total ?? '0'),
      overdue: {
        count: counted(late),
        amount: amountOf(first?.overdue ?? '0'),
        records: listed(dueWithin(undefined, today)),
      },
      buckets: ageBuckets.map((bucket: Bucket, at) => {
        const row = ofCurrency.find((one) => one.bucket === at);
        return {
          bucket,
          count: row?.count ?? 0,
          amount: amountOf(row?.amount ?? '0'),
          records: listed(dueWithin(of.edges[at], of.edges[at - 1])),
        };
      }),
      records: listed(),
    };
  });
}

/** A filter for a due date, or issue date if there is no due date, in [from, to). */
function dueWithin(from: string | undefined, to: string | undefined): string {
  const within = (field: string) =>
    [...(from ? [`${field}>=${from}`] : []), ...(to ? [`${field}<${to}`] : [])].join(' && ');
  return or(within('dueDate'), `{dueDate=null && ${within('issueDate')}}`);
}

function filterOf(dataType: Of['dataType'], currency: string | null, due: string[]): string {
  return and(notDeleted, statusIn(openStatuses[dataType]), 'amountDue!=0', currencyIs(currency), ...due);
}
