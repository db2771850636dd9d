import { randomUUID } from 'node:crypto';
import type { PulledRecord } from '@daybook/connector-kit';
import { findDataType } from '@daybook/connector-kit';
import { sql } from 'kysely';
import { lockConnection } from '../../src/connections/store.ts';
import { findMissing, forgetSeen } from '../../src/data/write/find-missing.ts';
import { lockVersions, openGeneration } from '../../src/data/write/open-generation.ts';
import { notePublishing, type Published, publishGeneration } from '../../src/data/write/publish-generation.ts';
import { publishPushed } from '../../src/data/write/publish-pushed.ts';
import { type Counts, deleteRecords, writePage } from '../../src/data/write/write-page.ts';
import type { Db } from '../../src/db/db.ts';
import { anInvoice } from './seed-data-set.ts';
import type { Seeded } from './seed-publication.ts';

/**
 * Syncs and pushes of one data set, in the same steps and transactions as in production, without a platform and jobs.
 */
export type Reading = { id: string; amount: number; source?: string } | { id: string; isDeleted: true };

export function pulledRecord(reading: Reading): PulledRecord {
  if ('isDeleted' in reading) return reading;
  const { id, amount, source = `{"total":${amount}}` } = reading;
  return { id, record: () => anInvoice({ totalAmount: amount }), source };
}

export async function push(db: Db, to: Seeded, reading: Reading, { pushId = randomUUID(), at = new Date() } = {}) {
  const { companyId, connectionId, dataType } = to;
  return db.transaction(to.accountId, async (tx) => {
    await lockConnection(tx, { companyId, connectionId });
    const record = pulledRecord(reading);
    return publishPushed(tx, { companyId, connectionId, dataType, pushId, record, at });
  });
}

export type SyncInSteps = {
  generation: number;
  beganAfter: number;
  page(readings: readonly Reading[]): Promise<void>;
  /** Ids that a full pass did not find. */
  missing(): Promise<string[]>;
  /** Pass `missing` if it was determined earlier. */
  finish(missing?: string[]): Promise<Published>;
};

const none = { added: 0, updated: 0, deleted: 0, restored: 0, remapped: 0 };
/** What the syncs of a generation have counted so far, including those that failed. */
export type Sums = Map<number, typeof none>;

export async function startSync(
  db: Db,
  to: Seeded,
  { isFull = false, sums = new Map() as Sums } = {},
): Promise<SyncInSteps> {
  const dataType = findDataType(to.dataType);
  if (!dataType) throw new Error(`${to.dataType} is not a data type.`);
  const { companyId, connectionId, dataSetId } = to;
  const place = { companyId, dataSetId };
  const begun = await db.transaction(to.accountId, async (tx) => {
    await lockConnection(tx, { companyId, connectionId });
    const dataSet = await tx
      .selectFrom('data_set')
      .select(['published_generation', 'writing_generation'])
      .where('data_set_id', '=', dataSetId)
      .executeTakeFirst();
    forgetSeen(tx, place);
    if (!dataSet) throw new Error('The data set does not exist.');
    return { generation: openGeneration(tx, place, dataSet), beganAfter: dataSet.published_generation };
  });
  const target = { ...place, generation: begun.generation, dataType };
  const sum = sums.get(begun.generation) ?? { ...none };
  sums.set(begun.generation, sum);
  const count = (counts: Partial<Counts>) => {
    for (const name of Object.keys(none) as (keyof typeof none)[]) sum[name] += counts[name] ?? 0;
  };
  let pages = 0;
  const missing = () => db.transaction(to.accountId, (tx) => findMissing(tx, target, begun));
  return {
    ...begun,
    async page(readings) {
      const page = {
        records: readings.map(pulledRecord),
        mapping: '1',
        modified: new Date().toISOString(),
        isProven: true,
        seenAs: isFull ? pages++ : undefined,
      };
      count(await db.transaction(to.accountId, (tx) => writePage(tx, target, page)));
    },
    missing,
    async finish(found) {
      if (isFull) {
        const meant = {
          ids: found ?? (await missing()),
          modified: new Date().toISOString(),
          exceptSince: begun.beganAfter,
        };
        const { deleted } = await db.transaction(to.accountId, async (tx) => {
          lockVersions(tx, target);
          return deleteRecords(tx, target, meant);
        });
        count({ deleted });
      }
      return db.transaction(to.accountId, async (tx) => {
        const at = new Date();
        notePublishing(tx, to, at);
        const sync = { syncId: randomUUID(), cursor: null, isFull, isFetched: true, mapping: '1', at };
        return publishGeneration(tx, { ...target, connectionId, ...sync, ...sum });
      });
    },
  };
}

/** Returns violations of the invariants: gaps or overlaps in histories, and totals that a recount does not confirm. */
export async function findWrongs(db: Db, { dataSetId }: Seeded): Promise<object[]> {
  const { rows } = await sql<object>`select 'history' as wrong, record_id as what from (
      select record_id, gen_to, lead(gen_from) over (partition by record_id order by gen_from) as next
      from record where data_set_id = ${dataSetId}) v where gen_to is distinct from next
    union all
    select 'total of ' || p.generation, p.total || ' is ' || r.total from publication p, lateral (
        select count(*) as total from record r where r.data_set_id = p.data_set_id and r.gen_from <= p.generation
          and (gen_to is null or gen_to > p.generation)) r
      where p.data_set_id = ${dataSetId} and p.total <> r.total
    union all
    select 'data set', d.total || ' is ' || r.total || ', ' || d.deleted || ' is ' || r.deleted from data_set d, lateral (
        select count(*) as total, count(*) filter (where change = 'd') as deleted from record r
        where r.data_set_id = d.data_set_id and r.gen_from <= d.published_generation
          and (gen_to is null or gen_to > d.published_generation)) r
      where d.data_set_id = ${dataSetId} and (d.total, d.deleted) <> (r.total, r.deleted)
    union all
    select 'change', r.record_id || ' ' || r.gen_from from record r where r.data_set_id = ${dataSetId} and r.change = 'a'
      and exists (select from record b where b.data_set_id = ${dataSetId} and b.record_id = r.record_id and b.gen_from < r.gen_from)
    `.execute(db.system);
  return rows;
}
