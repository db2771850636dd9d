import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { unfinishedList } from '../../db/sync-states.ts';
import type { Candidate, Outcome } from './check-kind.ts';

type Side = { documents: string; notes: string; open: readonly string[]; account: string; name: string };
const receivables: Side = {
  documents: 'invoices',
  notes: 'creditNotes',
  open: ['submitted', 'partiallypaid'],
  account: '(account|trade)s? receivable|^receivables$|debtors control',
  name: 'receivables',
};
const payables: Side = {
  documents: 'bills',
  notes: 'billCreditNotes',
  open: ['open', 'submitted', 'partiallypaid'],
  account: '(account|trade)s? payable|^payables$|creditors control',
  name: 'payables',
};

/**
 * Data sets are only compared if they were read in the same round: the others are complete, and not from before this
 * sync was requested. Otherwise, every new invoice would be missing in the accounts that were read before.
 */
const beforeMs = 60_000;

type Sums = { documents: number | null; notes: number | null; ledger: number | null; apart: boolean | null };
type Context = { read: Db['read'] };

export const receivablesMismatch = (ctx: Context, of: Candidate) => compare(ctx, of, receivables);
export const payablesMismatch = (ctx: Context, of: Candidate) => compare(ctx, of, payables);

export const otherRound = 'The data sets were not read in the same round.';

/** Compares sums of the candidate and of what readers see of the two other data sets. */
async function compare({ read }: Context, of: Candidate, side: Side): Promise<Outcome> {
  const types = [side.documents, side.notes, 'accounts'];
  const rows = await read<Sums & { difference: string; isTooMuch: boolean }>(
    of.accountId,
    sql<Sums & { difference: string; isTooMuch: boolean }>`with sets as materialized (
        select d.*, d.data_set_id = ${of.dataSetId}::bigint and not ${of.isPublished ?? false}::boolean as is_candidate from data_set d
        where d.account_id = ${of.accountId}::uuid and d.company_id = ${of.companyId}::uuid
          and d.connection_id = ${of.connectionId}::uuid and d.data_type = any (${types}::text[])
      ), live as (
        select d.data_type, r.* from sets d join record r on r.account_id = d.account_id and r.company_id = d.company_id
          and r.data_set_id = d.data_set_id
        where r.account_id = ${of.accountId}::uuid and r.company_id = ${of.companyId}::uuid and r.change <> 'd'
          and case when d.is_candidate then r.gen_to is null
            else r.gen_from <= d.published_generation and (r.gen_to is null or r.gen_to > d.published_generation) end
          and (d.data_type = 'accounts' or r.status = any (${[...side.open]}::text[]))
      ), sums as (
        select (select sum(amount2 * coalesce((payload ->> 'currencyRate')::numeric, 1)) from live
            where data_type = ${side.documents}::text) as documents,
          (select sum(amount2 * coalesce((payload ->> 'currencyRate')::numeric, 1)) from live
            where data_type = ${side.notes}::text) as notes,
          (select sum(amount1) from live where data_type = 'accounts' and coalesce(status, '') <> 'archived'
            and (payload ->> 'name' ~* ${side.account}::text or payload ->> 'fullyQualifiedCategory' ~* ${side.account}::text)
          ) as ledger,
          -- A data set that is not ready, is being read, or was read at another time.
          (select count(*) filter (where data_type <> ${side.notes}::text) < 2 or bool_or(not is_candidate and (
              d.published_generation = 0 or d.last_successful_at is null
              or d.last_successful_at < ${of.requestedAt}::timestamptz - make_interval(secs => ${beforeMs / 1000})
              or exists (select from sync s where s.account_id = d.account_id and s.company_id = d.company_id
                and s.data_set_id = d.data_set_id and s.status in ${unfinishedList}))) from sets d) as apart
      )
      select apart, documents, notes, ledger,
        trim_scale(abs(coalesce(documents, 0) - coalesce(notes, 0) - abs(ledger)))::text as difference,
        abs(coalesce(documents, 0) - coalesce(notes, 0) - abs(ledger)) > greatest(1, ${of.tolerance}::numeric / 100
          * greatest(abs(coalesce(documents, 0) - coalesce(notes, 0)), abs(ledger))) as "isTooMuch" from sums`,
    { withinMs: checkMs },
  );
  const [sums] = rows;
  if (!sums || sums.apart) return { skipped: otherRound };
  if (sums.ledger === null) return { skipped: `No account is known to hold the ${side.name}.` };
  if (!sums.isTooMuch) return { found: 0, records: [] };
  const open = `${sums.documents ?? 0}${sums.notes ? ` less ${sums.notes} of credit notes` : ''}`;
  const message = `The open documents are ${open}, and the ${side.name} account is ${sums.ledger}: a difference of ${sums.difference}.`;
  return { found: 1, records: [{ message }] };
}

/** The longest time for one statement of a check. A check that takes longer is skipped. */
export const checkMs = 15_000;
