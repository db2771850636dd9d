import type { Target } from './open-target.ts';

/** SQL on the mirror's own tables: `mirror_state` and `mirror_data_set`. */
export type DataSetKey = { companyId: string; connectionId: string; dataType: string };

/**
 * `loadedGeneration` is the generation of the last load; changes up to it are in it. `generation` is the newest one
 * that the mirror has. A data set that `needsLoading` gets no changes until it is loaded.
 */
export type MirroredDataSet = DataSetKey & {
  loadedGeneration: number;
  generation: number;
  needsLoading: boolean;
  verifiedGeneration: number | null;
  verifiedMs: number | null;
};

/** Raised whenever the columns of these two tables or of all tables change. */
const stateVersion = 1;

export async function ensureState(target: Target): Promise<void> {
  const [schema] = await target.query('select from pg_namespace where nspname = $1', [target.schemaName]);
  // Creating a schema needs a right on the database, even if the schema exists.
  if (!schema) await target.query(`create schema ${target.schema}`);
  const [state, dataSet] = [target.in('mirror_state'), target.in('mirror_data_set')];
  await target.transaction(async () => {
    await target.query(`create table if not exists ${state} (is_only boolean primary key default true check (is_only),
      version integer not null, cursor text)`);
    await target.query(`create table if not exists ${dataSet} (company_id uuid not null, connection_id uuid not null,
      data_type text not null, loaded_generation integer not null default 0, generation integer not null default 0,
      needs_loading boolean not null default true, verified_generation integer, verified_at timestamptz,
      primary key (company_id, connection_id, data_type))`);
    await target.query(`insert into ${state} (version) values ($1) on conflict do nothing`, [stateVersion]);
  });
}

export async function readCursor(target: Target): Promise<string | undefined> {
  const [row] = await target.query<{ cursor: string | null }>(`select cursor from ${target.in('mirror_state')}`);
  return row?.cursor ?? undefined;
}

/** Fails if another process has moved the cursor, so that no change is applied to a state that it does not follow. */
export async function moveCursor(target: Target, { from, to }: { from: string | undefined; to: string }) {
  const moved = await target.query(
    `update ${target.in('mirror_state')} set cursor = $2 where cursor is not distinct from $1 returning 1`,
    [from ?? null, to],
  );
  if (moved.length !== 1) throw new Error('Another process has moved the cursor of this mirror.');
}

export async function readDataSets(target: Target): Promise<MirroredDataSet[]> {
  return target.query<MirroredDataSet>(`select company_id as "companyId", connection_id as "connectionId",
      data_type as "dataType", loaded_generation as "loadedGeneration", generation, needs_loading as "needsLoading",
      verified_generation as "verifiedGeneration", (extract(epoch from verified_at) * 1000)::float8 as "verifiedMs"
    from ${target.in('mirror_data_set')} order by 1, 2, 3`);
}

/** Adds a data set that is not known yet. With `isFromStart`, all of its records come by the change feed. */
export async function addDataSet(target: Target, key: DataSetKey, { isFromStart }: { isFromStart: boolean }) {
  await target.query(
    `insert into ${target.in('mirror_data_set')} (company_id, connection_id, data_type, needs_loading)
      values ($1, $2, $3, $4) on conflict do nothing`,
    [...values(key), !isFromStart],
  );
}

export async function markForLoading(target: Target, which: { dataType: string } | DataSetKey | 'all'): Promise<void> {
  const table = target.in('mirror_data_set');
  const set = `update ${table} set needs_loading = true, verified_generation = null`;
  if (which === 'all') await target.query(set);
  else if ('companyId' in which) await target.query(`${set} where ${isKey}`, values(which));
  else await target.query(`${set} where data_type = $1`, [which.dataType]);
}

export async function noteLoaded(target: Target, key: DataSetKey, generation: number): Promise<void> {
  await target.query(
    `insert into ${target.in('mirror_data_set')} as d
        (company_id, connection_id, data_type, loaded_generation, generation, needs_loading)
      values ($1, $2, $3, $4, $4, false)
      on conflict (company_id, connection_id, data_type) do update set loaded_generation = excluded.generation,
        generation = excluded.generation, needs_loading = false, verified_generation = null`,
    [...values(key), generation],
  );
}

export async function noteVerified(target: Target, key: DataSetKey, generation: number): Promise<void> {
  await target.query(
    `update ${target.in('mirror_data_set')} set verified_generation = $4, generation = greatest(generation, $4),
      verified_at = now() where ${isKey}`,
    [...values(key), generation],
  );
}

/** Removes a data set with its records. */
export async function removeDataSet(target: Target, key: DataSetKey, table: string | undefined): Promise<void> {
  await target.transaction(async () => {
    if (table !== undefined) await removeRecords(target, key, table);
    await target.query(`delete from ${target.in('mirror_data_set')} where ${isKey}`, values(key));
  });
}

export async function removeRecords(target: Target, key: DataSetKey, table: string): Promise<void> {
  await target.query(`delete from ${target.in(table)} where company_id = $1 and connection_id = $2`, [
    key.companyId,
    key.connectionId,
  ]);
}

/** The same hash as that of the API (src/data/export/generation-hash.ts), over the records in the table. */
export async function hashRecords(
  target: Target,
  key: DataSetKey,
  table: string,
): Promise<{ hash: string; totalRecords: number }> {
  const [row] = await target.query<{ sum: string | null; total: number }>(
    `select sum(('x' || left(md5(record::text), 16))::bit(64)::bigint)::text as sum, count(*)::float8 as total
      from ${target.in(table)} where company_id = $1 and connection_id = $2`,
    [key.companyId, key.connectionId],
  );
  const hash = BigInt.asUintN(64, BigInt(row?.sum ?? '0'))
    .toString(16)
    .padStart(16, '0');
  return { hash, totalRecords: row?.total ?? 0 };
}

const isKey = 'company_id = $1 and connection_id = $2 and data_type = $3';
const values = ({ companyId, connectionId, dataType }: DataSetKey) => [companyId, connectionId, dataType];
