import { sql } from 'kysely';
import { unfinishedList } from '../../db/sync-states.ts';
import type { Candidate } from './check-kind.ts';

export type Side = {
  documents: string;
  notes: string;
  open: readonly string[];
  role: 'Receivables' | 'Payables';
  /** A pattern of names of accounts, for charts in which no account has the role. */
  names: string;
  /** Of the balance, if debits are positive. */
  sign: 1 | -1;
};

/** Amounts are texts, because they are shown with every digit. */
export type LedgerSums = {
  documents: string;
  notes: string;
  /** What the balance should be. */
  expected: string;
  /** The balance of the control accounts; null if they have none. */
  ledger: string | null;
  difference: string | null;
  isTooMuch: boolean;
  /** How many accounts hold the amounts of this side, and how many currencies they have. */
  controls: number;
  currencies: number;
  /** The balance comes from the newest balance sheet, because the accounts have none: Xero's have none. */
  isReported: boolean;
  /** The data sets were not read in the same round. */
  isApart: boolean;
};

/**
 * Data sets are only compared if they were read in the same round: the others are complete, and not from before this
 * sync was requested. Otherwise, every new invoice would be missing in the accounts that were read before.
 */
const beforeMs = 60_000;

/**
 * Debits are positive in the balances of all connectors. A chart without roles can come from an uploaded file, which may
 * show debts as positive numbers: it does so if its other liabilities, equity and income add up to more than zero.
 */
export function compareSums(of: Candidate, side: Side) {
  const types = [side.documents, side.notes, 'accounts', 'balanceSheet'];
  const account = sql`account_id = ${of.accountId}::uuid and company_id = ${of.companyId}::uuid`;
  return sql<LedgerSums>`with sets as materialized (
      select d.*, d.data_set_id = ${of.dataSetId}::bigint and not ${of.isPublished ?? false}::boolean as is_candidate,
        d.data_type = 'balanceSheet' as is_report
      from data_set d where ${account} and d.connection_id = ${of.connectionId}::uuid
        and d.data_type = any (${types}::text[])
    ), apart as (
      -- A data set that is not ready, is being read, or was read at another time.
      select d.is_report, d.data_type, not d.is_candidate and (d.published_generation = 0 or d.last_successful_at is null
        or d.last_successful_at < ${of.requestedAt}::timestamptz - make_interval(secs => ${beforeMs / 1000})
        or exists (select from sync s where s.account_id = d.account_id and s.company_id = d.company_id
          and s.data_set_id = d.data_set_id and s.status in ${unfinishedList})) as is_apart from sets d
    ), live as materialized (
      select d.data_type, r.record_id, r.status, r.date1, r.amount1, r.amount2, r.payload from sets d
        join record r on r.account_id = d.account_id and r.company_id = d.company_id and r.data_set_id = d.data_set_id
      where r.account_id = ${of.accountId}::uuid and r.company_id = ${of.companyId}::uuid and r.change <> 'd'
        and case when d.is_candidate then r.gen_to is null
          else r.gen_from <= d.published_generation and (r.gen_to is null or r.gen_to > d.published_generation) end
        and (d.data_type = 'accounts' and coalesce(r.status, '') <> 'archived'
          or d.data_type = any (${[side.documents, side.notes]}::text[]) and r.status = any (${[...side.open]}::text[])
            and not coalesce((r.payload ->> 'isPrepayment')::boolean, false)
          or d.is_report)
    ), controls as materialized (
      select record_id, amount1, payload from live where data_type = 'accounts' and case
        when (select bool_or(payload ->> 'role' = ${side.role}::text) from live where data_type = 'accounts')
          then payload ->> 'role' = ${side.role}::text
        else payload ->> 'name' ~* ${side.names}::text or payload ->> 'fullyQualifiedCategory' ~* ${side.names}::text end
    ), own as (
      select count(*) as controls, sum(amount1) as balance,
        count(distinct payload ->> 'currency') filter (where amount1 is not null) as currencies,
        coalesce(bool_or(payload ? 'role'), false) as has_role from controls
    ), report as materialized (
      select date1, payload from live, own where data_type = 'balanceSheet' and own.controls > 0 and own.balance is null
      order by date1 desc limit 1
    ), reported as (
      -- An account without a balance is not in the report.
      select coalesce(sum(case part when 'liabilities' then -1 else 1 end * (i.line ->> 'value')::numeric), 0) as balance
      from report cross join unnest('{assets,liabilities}'::text[]) part
        cross join lateral jsonb_array_elements(coalesce(report.payload #> array[part, 'items'], '[]')) i (line)
        join controls c on c.record_id = i.line ->> 'accountId'
    ), sums as (
      select o.controls, o.currencies, o.controls > 0 and o.balance is null as is_reported,
        coalesce(o.balance, (select balance from reported where exists (select from report))) as ledger,
        ${openSum(side.documents)} as documents, ${openSum(side.notes)} as notes,
        case when not o.has_role and o.balance is not null and (select sum(amount1) from live
            where data_type = 'accounts' and payload ->> 'type' in ('Liability', 'Equity', 'Income')
              and record_id not in (select record_id from controls)) > 0 then 1 else ${side.sign}::int end as sign,
        (select count(*) filter (where data_type <> ${side.notes}::text) < 2 or bool_or(is_apart) from apart
          where not is_report) as is_apart,
        (select bool_or(is_apart) from apart where is_report) as is_report_apart
      from own o
    )
    select trim_scale(documents)::text as documents, trim_scale(notes)::text as notes, controls, currencies,
      trim_scale(sign * (documents - notes))::text as expected, trim_scale(ledger)::text as ledger,
      trim_scale(abs(sign * (documents - notes) - ledger))::text as difference, is_reported as "isReported",
      is_apart or is_reported and coalesce(is_report_apart, false) as "isApart",
      coalesce(abs(sign * (documents - notes) - ledger) > greatest(case when ${of.tolerance}::numeric > 0 then 1 else 0 end,
        ${of.tolerance}::numeric / 100 * greatest(abs(documents - notes), abs(ledger))), false) as "isTooMuch" from sums`;
}

/** The balance sheet of a month leaves out what is dated later. */
const isInReport = sql`(not exists (select from report) or date1 < (select date1 from report) + interval '1 day')`;

/** What is open of the documents of a type, in the currency of the books. */
const openSum = (dataType: string) =>
  sql`(select coalesce(sum(amount2 * coalesce((payload ->> 'currencyRate')::numeric, 1)), 0) from live
    where data_type = ${dataType}::text and ${isInReport})`;
