import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../db/db.ts';
import type { CheckName, Level } from './catalogue.ts';
import type { Figures } from './kinds/unusual-change.ts';
import type { Checked, ToCheck } from './to-check.ts';
import type { CheckResult } from './wire.ts';

/** SQL on `check_level` and `check_run`. */
export type StoredSettings = Partial<Record<CheckName, { level: Level; tolerance: number | null }>>;

/** What the checks of a data set need to know before they run. */
export type CheckContextRow = {
  settings: StoredSettings;
  /** The published generation that was checked last. */
  previous: { generation: number; results: CheckResult[] } | null;
  /** The figures of the last generations, the newest first. */
  history: Figures[];
  oldest: number;
  total: number;
};

const settingsOf = (accountId: string) => sql`(select coalesce(jsonb_object_agg(l.check_name,
    jsonb_build_object('level', l.level, 'tolerance', l.tolerance)), '{}') from check_level l
  where l.account_id = ${accountId}::uuid)`;

const historyMax = 20;

export async function readContext({ db }: { db: Db }, of: ToCheck): Promise<CheckContextRow> {
  const runs = sql`check_run c where c.account_id = ${of.accountId}::uuid and c.company_id = ${of.companyId}::uuid
    and c.data_set_id = ${of.dataSetId}::bigint and not c.is_held order by c.generation desc, c.run_id desc`;
  const [row] = await db.read<CheckContextRow>(
    of.accountId,
    sql`select ${settingsOf(of.accountId)} as settings,
      (select jsonb_build_object('generation', c.generation, 'results', c.results) from ${runs} limit 1) as previous,
      (select coalesce(jsonb_agg(f.figures), '[]') from (select c.figures from ${runs} limit ${historyMax}) f
        where f.figures is not null) as history,
      d.oldest_generation as oldest, d.total
    from data_set d where d.account_id = ${of.accountId}::uuid and d.company_id = ${of.companyId}::uuid
      and d.data_set_id = ${of.dataSetId}::bigint`,
  );
  if (!row) throw new Error('The data set to check does not exist.');
  return row;
}

export async function readSettings(
  read: (statement: RawBuilder<{ settings: StoredSettings }>) => Promise<{ settings: StoredSettings }[]>,
  accountId: string,
): Promise<StoredSettings> {
  const [row] = await read(sql<{ settings: StoredSettings }>`select ${settingsOf(accountId)} as settings`);
  return row?.settings ?? {};
}

export async function replaceSettings(
  tx: Tx,
  rows: readonly { check: CheckName; level: Level; tolerance: number | null }[],
): Promise<void> {
  await tx.deleteFrom('check_level').where('account_id', '=', tx.accountId).execute();
  if (rows.length === 0) return;
  await tx
    .insertInto('check_level')
    .values(
      rows.map(({ check, level, tolerance }) => ({
        account_id: tx.accountId,
        check_name: check,
        level,
        tolerance: tolerance === null ? null : String(tolerance),
      })),
    )
    .execute();
}

export async function insertRun(
  tx: Tx,
  of: ToCheck,
  run: Pick<Checked, 'results' | 'figures'> & { runId: string; isHeld: boolean },
): Promise<void> {
  const found = run.results.reduce((sum, result) => sum + (result.outcome === 'found' ? result.found : 0), 0);
  await tx
    .insertInto('check_run')
    .values({
      account_id: tx.accountId,
      company_id: of.companyId,
      run_id: run.runId,
      data_set_id: of.dataSetId,
      connection_id: of.connectionId,
      data_type: of.dataType,
      generation: of.generation,
      sync_id: of.syncId,
      is_held: run.isHeld,
      checked_at: of.at,
      found,
      results: JSON.stringify(run.results),
      figures: run.figures ? JSON.stringify(run.figures) : null,
    })
    .execute();
}

/** The checks that hold a sync, by its newest results. */
export async function heldChecks(
  tx: Tx,
  { companyId, syncId }: { companyId: string; syncId: string },
): Promise<string[]> {
  const { rows } = await sql<{ results: CheckResult[] }>`select c.results from check_run c
    where c.account_id = ${tx.accountId}::uuid and c.company_id = ${companyId}::uuid and c.sync_id = ${syncId}::uuid
      and c.is_held order by c.run_id desc limit 1`.execute(tx);
  return (rows[0]?.results ?? [])
    .filter(({ level, outcome }) => level === 'hold' && outcome === 'found')
    .map(({ check }) => check);
}
