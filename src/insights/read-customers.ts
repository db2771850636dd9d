import { amountOf } from '@daybook/connector-kit';
import { type RawBuilder, sql } from 'kysely';
import type { Static } from 'typebox';
import { inDataSet } from '../data/read/record-list.ts';
import type { Figures } from './read-insight.ts';
import { and, currencyIs, isIssued, notDeleted, quoted, stored, unissued } from './record-filter.ts';
import { inSource, type Source } from './sources.ts';
import type { CustomersInsight } from './wire.ts';

type Period = { from: string; to: string };
type Currency = Static<typeof CustomersInsight>['currencies'][number];
type Body = Period & { currencies: Currency[] };

/** One of the top customers of a currency, with figures of the whole currency. Amounts are texts. */
type Row = {
  currency: string | null;
  customer: string | null;
  name: string | null;
  invoices: number;
  credit_notes: number;
  invoiced: string;
  credited: string;
  amount: string;
  share: string | null;
  total: string;
  customers: number;
  others: string;
  others_share: string | null;
};

/** Customers by what was invoiced to them in a period, minus credit notes, with tax. */
export function customers({ top, periodOf }: { top: number; periodOf: (todayMs: number) => Period }): Figures<Body> {
  return {
    dataTypes: ['invoices', 'creditNotes', 'customers'],
    async compute({ found, todayMs, read }) {
      const period = periodOf(todayMs);
      const invoices = found.get('invoices');
      const names = found.get('customers');
      const used = ['invoices', 'creditNotes', ...(names ? ['customers'] : [])];
      if (!invoices) return { used, ...period, currencies: [] };
      const notes = found.get('creditNotes');
      const sources = [invoices, notes, names].filter((source) => source !== undefined);
      const rows = await read<Row>(sources, topStatement({ invoices, notes, names, period, top }));
      const of = { period, withNotes: notes !== undefined };
      return { used, ...period, currencies: inCurrencies(rows, of) };
    },
  };
}

type Of = { invoices: Source; notes: Source | undefined; names: Source | undefined; period: Period; top: number };

function topStatement({ invoices, notes, names, period, top }: Of) {
  const counted = (source: Source) => sql`${inSource(source)} and r.date1 >= ${period.from}::timestamptz
      and r.date1 < ${period.to}::timestamptz and r.status <> all (${stored(unissued)}::text[])`;
  const perCustomer = (source: Source) => sql`from record r where ${counted(source)} group by 1, 2`;
  const key = sql`r.payload ->> 'currency' as currency, r.ref1 as customer`;
  const credits = notes
    ? sql`union all select ${key}, 0, 0, count(*), sum(r.amount1), null, max(r.record_id) ${perCustomer(notes)}`
    : sql``;
  // A platform without a list of customers has their names in the documents. One document of the customer is found by its
  // id: a search by customer read the whole data set (more than 10 s for a million invoices).
  const named = [
    ...(names ? [oneValue(names, sql`t.customer`, sql`r.payload ->> 'customerName'`)] : []),
    oneValue(invoices, sql`t.invoice_id`, inDocument),
    ...(notes ? [oneValue(notes, sql`t.note_id`, inDocument)] : []),
  ];
  return sql`select t.*, coalesce(${sql.join(named)}) as name
    from (select currency, customer, invoice_id, note_id, invoices, credit_notes, trim_scale(invoiced)::text as invoiced,
        trim_scale(credited)::text as credited, trim_scale(amount)::text as amount, trim_scale(total)::text as total,
        customers, rank, case when total > 0 then trim_scale(round(amount / total, 6))::text end as share,
        trim_scale(total - listed)::text as others,
        case when total > 0 then trim_scale(round((total - listed) / total, 6))::text end as others_share
      from (select *, sum(amount) filter (where rank <= ${top}) over (partition by currency) as listed
        from (select *, sum(amount) over (partition by currency) as total, count(*) over (partition by currency) as customers,
            row_number() over (partition by currency order by amount desc, customer collate "C" nulls last) as rank
          from (select currency, customer, sum(invoices) as invoices, sum(credit_notes) as credit_notes,
              sum(invoiced) as invoiced, sum(credited) as credited, sum(invoiced) - sum(credited) as amount,
              max(invoice_id) as invoice_id, max(note_id) as note_id
            from (select ${key}, count(*) as invoices, sum(r.amount1) as invoiced, 0 as credit_notes, 0 as credited,
                max(r.record_id) as invoice_id, null as note_id
              ${perCustomer(invoices)} ${credits}) d group by 1, 2) c) w) x
      where rank <= ${top}) t order by t.currency collate "C" nulls last, t.rank`;
}

const inDocument = sql`r.payload #>> '{customerRef,companyName}'`;

/** A value of one record. The order makes PostgreSQL use the primary key, as in data/read/read-record.ts. */
function oneValue({ path, dataSetId, generation }: Source, id: RawBuilder<unknown>, value: RawBuilder<unknown>) {
  return sql`(select case when f.record_id = ${id} and f.change <> 'd' then f.value end
    from (select r.record_id, r.change, ${value} as value from record r
      where ${inDataSet(path, sql<number>`${dataSetId}::bigint`)} and (r.record_id, r.gen_from) <= (${id}, ${generation}::int)
      order by r.record_id desc, r.gen_from desc limit 1) f)`;
}

function inCurrencies(rows: readonly Row[], of: { period: Period; withNotes: boolean }): Currency[] {
  return [...Map.groupBy(rows, ({ currency }) => currency)].flatMap(([currency, listed]) => {
    const [first] = listed;
    if (!first) return [];
    return [
      {
        ...(currency !== null && { currency }),
        amount: amountOf(first.total),
        customers: first.customers,
        top: listed.map((row) => ({
          ...(row.customer !== null && { customerId: row.customer }),
          ...(row.name !== null && { name: row.name }),
          invoiced: amountOf(row.invoiced),
          credited: amountOf(row.credited),
          amount: amountOf(row.amount),
          ...(row.share !== null && { share: amountOf(row.share) }),
          invoices: row.invoices,
          creditNotes: row.credit_notes,
          records: recordsOf(row, of),
        })),
        others: {
          customers: first.customers - listed.length,
          amount: amountOf(first.others),
          ...(first.others_share !== null && { share: amountOf(first.others_share) }),
        },
      },
    ];
  });
}

function recordsOf({ currency, customer }: Row, { period, withNotes }: { period: Period; withNotes: boolean }) {
  const query = and(
    notDeleted,
    isIssued,
    currencyIs(currency),
    `issueDate>=${period.from}`,
    `issueDate<${period.to}`,
    `customerRef.id=${customer === null ? 'null' : quoted(customer)}`,
  );
  return (withNotes ? ['invoices', 'creditNotes'] : ['invoices']).map((dataType) => ({ dataType, query }));
}
