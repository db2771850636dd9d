import { findDataType } from '@daybook/connector-kit';
import { sql } from 'kysely';
import { notFound, wrongState } from '../base/errors.ts';
import { findMissing } from '../data/write/find-missing.ts';
import type { Db, Tx } from '../db/db.ts';
import { checkMs } from './kinds/ledger-mismatch.ts';
import { heldCodes } from './read-quality.ts';

type Place = { companyId: string; syncId: string };
type HeldSync = {
  data_set_id: number;
  data_type: string;
  generation: number;
  began_after: number;
  status: string;
  error_code: string | null;
  retry_at: Date | null;
};

const recordsMax = 50;

/** What a held generation would change, as JSON: numbers keep all of their digits. */
export async function readHeldDiff(
  { db }: { db: Db },
  accountId: string,
  { after = '', ...place }: Place & { after: string | undefined },
): Promise<string> {
  return db.transaction(
    accountId,
    async (tx) => {
      await sql`select set_config('statement_timeout', ${String(checkMs)}, true)`.execute(tx);
      const held = await requireHeld(tx, place);
      // These deletions are not written yet.
      const missing = held.error_code === 'massDeletion' ? await readMissing(tx, place.companyId, held) : [];
      const { counts, records } = await readVersions(tx, place.companyId, held, after);
      const deletions = missing.filter((id) => id > after).map((id) => ({ id, change: 'deleted', fields: [] }));
      const all = [...records, ...deletions.map((one) => ({ id: one.id, json: JSON.stringify(one) }))].sort(byId);
      const shown = all.slice(0, recordsMax);
      const next = all.length > recordsMax ? shown.at(-1)?.id : undefined;
      const head = {
        syncId: place.syncId,
        dataType: held.data_type,
        ...{ ...counts, deleted: counts.deleted + missing.length },
        ...(next !== undefined && { next }),
      };
      return `${JSON.stringify(head).slice(0, -1)},"records":[${shown.map(({ json }) => json).join()}]}`;
    },
    { isReadOnly: true },
  );
}

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);

async function requireHeld(tx: Tx, { companyId, syncId }: Place): Promise<HeldSync> {
  const { rows } =
    await sql<HeldSync>`select data_set_id, data_type, generation, began_after, status, error_code, retry_at
    from sync where account_id = ${tx.accountId}::uuid and company_id = ${companyId}::uuid and sync_id = ${syncId}::uuid`.execute(
      tx,
    );
  const [sync] = rows;
  if (!sync) throw notFound({ resource: 'sync', service: 'sync' });
  if (sync.status !== 'Waiting' || sync.retry_at !== null || !heldCodes.includes(sync.error_code ?? ''))
    throw wrongState({ error: 'the sync is not held by a check.', service: 'sync' });
  return sync;
}

function readMissing(tx: Tx, companyId: string, held: HeldSync): Promise<string[]> {
  const dataType = findDataType(held.data_type);
  if (!dataType) throw new Error(`There is no data type ${held.data_type}.`);
  const target = { companyId, dataSetId: held.data_set_id, generation: held.generation, dataType };
  return findMissing(tx, target, { beganAfter: held.began_after });
}

type Counts = { added: number; updated: number; deleted: number };

async function readVersions(tx: Tx, companyId: string, { data_set_id, generation }: HeldSync, after: string) {
  const inSet = sql`r.account_id = ${tx.accountId}::uuid and r.company_id = ${companyId}::uuid
    and r.data_set_id = ${data_set_id}::bigint`;
  const written = sql`${inSet} and r.gen_from = ${generation}::int and r.gen_from > 0`;
  const { rows: counted } = await sql<Counts>`select count(*) filter (where r.change = 'a') as added,
    count(*) filter (where r.change = 'u') as updated, count(*) filter (where r.change = 'd') as deleted
    from record r where ${written}`.execute(tx);
  const { rows: records } = await sql<{
    id: string;
    json: string;
  }>`select n.record_id as id, jsonb_build_object('id', n.record_id,
      'change', case n.change when 'a' then 'added' when 'u' then 'updated' else 'deleted' end,
      'fields', case when n.change = 'd' then '[]' else f.fields end)::text as json
    from (select r.* from record r where ${written} and r.record_id > ${after} order by r.record_id limit ${recordsMax + 1}) n
    left join lateral (select r.payload from record r where ${inSet} and r.record_id = n.record_id
      and r.gen_to = ${generation}::int limit 1) o on true
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('name', key)
          || case when b.value is null then '{}' else jsonb_build_object('before', b.value) end
          || case when a.value is null then '{}' else jsonb_build_object('after', a.value) end order by key), '[]') as fields
      from jsonb_each(o.payload) b full join jsonb_each(n.payload) a using (key)
      where a.value is distinct from b.value and key not in ('modifiedDate', 'metadata')) f
    order by n.record_id`.execute(tx);
  return { counts: counted[0] ?? { added: 0, updated: 0, deleted: 0 }, records };
}
