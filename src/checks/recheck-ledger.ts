import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import type { CheckName } from './catalogue.ts';
import { otherRound } from './kinds/ledger-mismatch.ts';
import { checksOf } from './kinds-of.ts';
import { runChecks } from './run-checks.ts';
import type { Checked, ChecksContext, ToCheck } from './to-check.ts';

const ledgerChecks: readonly CheckName[] = ['receivablesMismatch', 'payablesMismatch'];

/**
 * Runs the checks that compare data sets once more, after a sync has been published, if a data set of the same round
 * has skipped them because another one was still being read. Of several that end at the same time, the last one sees
 * all others. Other results stay.
 */
export async function recheckLedger(
  ctx: ChecksContext,
  of: ToCheck,
): Promise<{ of: ToCheck; checked: Checked } | undefined> {
  const only = checksOf(of.dataType).filter((name) => ledgerChecks.includes(name));
  if (only.length === 0) return undefined;
  const generation = await findPublished(ctx.db, of, only);
  if (generation === undefined) return undefined;
  const published = { ...of, generation, isPublished: true };
  const checked = await runChecks(ctx, published, { only });
  const isNews = checked.results.some(({ check, outcome }) => only.includes(check) && outcome !== 'skipped');
  return isNews ? { of: published, checked } : undefined;
}

/** The published generation of the data set, if one of the data sets of this round has skipped one of the checks. */
async function findPublished(db: Db, of: ToCheck, names: readonly CheckName[]): Promise<number | undefined> {
  const [row] = await db.read<{ generation: number }>(
    of.accountId,
    sql`select o.published_generation as generation from data_set o
      where o.account_id = ${of.accountId}::uuid and o.company_id = ${of.companyId}::uuid
        and o.data_set_id = ${of.dataSetId}::bigint and exists (
      select from data_set d cross join lateral (select * from check_run c where c.account_id = d.account_id
        and c.company_id = d.company_id and c.data_set_id = d.data_set_id and not c.is_held
        order by c.generation desc, c.run_id desc limit 1) c cross join jsonb_array_elements(c.results) r
      where d.account_id = o.account_id and d.company_id = o.company_id and d.connection_id = o.connection_id
        and c.checked_at >= ${of.requestedAt}::timestamptz and r ->> 'check' = any (${[...names]}::text[])
        and r ->> 'message' = ${otherRound}::text)`,
  );
  return row?.generation;
}
