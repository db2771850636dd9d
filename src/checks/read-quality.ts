import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { isHeldSync } from '../db/sync-states.ts';
import type { CheckResult, Quality } from './wire.ts';

type Place = { accountId: string; companyId: string };
type Run = { results: CheckResult[] } & Omit<Quality['held'][number], 'reason' | 'shownGeneration' | 'results'>;
type Row = { held: (Run & { reason: string; shownGeneration: number })[]; latest: Run[] };

/** Error codes of syncs whose generation waits for a person. */
export const heldCodes: readonly string[] = ['massDeletion', 'heldByChecks'];

/** What was last found in what readers see, and what is held. */
export async function readQuality({ db }: { db: Db }, { accountId, companyId }: Place): Promise<Quality> {
  const own = (alias: string) => {
    const table = sql.ref(alias);
    return sql`${table}.account_id = ${accountId}::uuid and ${table}.company_id = ${companyId}::uuid`;
  };
  const run = sql`jsonb_build_object('connectionId', d.connection_id, 'dataType', d.data_type, 'generation', c.generation,
    'syncId', c.sync_id, 'checkedAt', to_char(c.checked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'results', c.results)`;
  const [row] = await db.read<Row>(
    accountId,
    sql<Row>`select
      (select coalesce(jsonb_agg(${run} || jsonb_build_object('reason', s.error_message, 'shownGeneration', d.published_generation)
          order by d.data_type, d.connection_id), '[]')
        from data_set d join sync s on ${own('s')} and s.sync_id = d.latest_sync_id cross join lateral (
          select * from check_run c where ${own('c')} and c.sync_id = s.sync_id and c.is_held order by c.run_id desc limit 1) c
        where ${own('d')} and ${isHeldSync('s')} and s.error_code = any (${[...heldCodes]}::text[])) as held,
      (select coalesce(jsonb_agg(${run} order by d.data_type, d.connection_id), '[]')
        from data_set d cross join lateral (select * from check_run c where ${own('c')} and c.data_set_id = d.data_set_id
          and not c.is_held order by c.generation desc, c.run_id desc limit 1) c
        where ${own('d')}) as latest`,
  );
  return { held: row?.held ?? [], checks: latestResults(row?.latest ?? []) };
}

/** These checks compare several data sets, and each of these stores the result. Only the newest one counts. */
const shared: readonly string[] = ['receivablesMismatch', 'payablesMismatch'];

function latestResults(latest: readonly Run[]): Quality['checks'] {
  const all = latest.flatMap(({ results, ...place }) => results.map((result) => ({ ...place, ...result })));
  return all.filter(
    (one) =>
      !shared.includes(one.check) ||
      !all.some(
        (other) =>
          other.check === one.check &&
          other.connectionId === one.connectionId &&
          other.outcome !== 'skipped' &&
          (other.checkedAt > one.checkedAt || (one.outcome === 'skipped' && other !== one)),
      ),
  );
}
