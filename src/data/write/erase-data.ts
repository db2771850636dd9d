import { type Kysely, sql } from 'kysely';
import { type Erased, type Eraser, eraseInBatches, type ToErase, tableEraser } from '../../companies/erase-rows.ts';
import type { Db, Tx } from '../../db/db.ts';
import type { Tables } from '../../db/tables.ts';
import { forgetTotals } from '../../lists/forget-totals.ts';
import { pinEraser } from '../snapshots/store.ts';

const publications = tableEraser({ name: 'publications', table: 'publication', key: { position: 'bigint' } });

/**
 * Erasers for a company's data, in this order. The table `data_set` comes last, because the rows of the other tables
 * are found through it.
 */
export const dataErasers: readonly Eraser[] = [
  tableEraser({ name: 'seenPages', table: 'seen_page', key: { data_set_id: 'bigint', page: 'int' } }),
  tableEraser({
    name: 'records',
    table: 'record',
    key: { data_set_id: 'bigint', record_id: 'text', gen_from: 'int' },
  }),
  { name: publications.name, erase: erasePublications },
  { name: 'totals', erase: eraseTotals },
  pinEraser,
  tableEraser({ name: 'dataSets', table: 'data_set', key: { data_set_id: 'bigint' } }),
];

/**
 * Takes the lock of `number_publications` first. Otherwise, a publication could get its position after it was found,
 * and the delete statement would miss it.
 */
async function erasePublications(tx: Tx, toErase: ToErase): Promise<Erased> {
  await sql`select from change_position where account_id = ${tx.accountId}::uuid for update`.execute(tx);
  return publications.erase(tx, toErase);
}

async function eraseTotals(tx: Tx, { companyId, dataSetId, limit }: ToErase): Promise<Erased> {
  const ids =
    dataSetId !== undefined
      ? [dataSetId]
      : (
          await tx
            .selectFrom('data_set')
            .select('data_set_id')
            .where('account_id', '=', tx.accountId)
            .where('company_id', '=', companyId)
            .execute()
        ).map((row) => row.data_set_id);
  const named = ids.map((id) => `data set ${id}`);
  return { rows: await forgetTotals(tx, { named, containing: companyId, limit }) };
}

/** The data set after which the search for orphaned data sets continues. */
export type OrphanSearch = { account_id: string; company_id: string; data_set_id: number };

const lookedAtOnce = 100_000;
const orphansAtOnce = 1000;

/**
 * Erases data sets whose connection has been deleted, because they are no longer readable. One call checks a part of
 * all data sets and returns where the next call continues, or undefined at the end. The search can be stopped and
 * started again at any time.
 */
export async function eraseOrphanedDataSets(
  ctx: { db: Db; erasers: readonly Eraser[] },
  from?: OrphanSearch,
): Promise<{ erased: number; next: OrphanSearch | undefined }> {
  const { orphans, next } = await findOrphans(ctx.db.system, from);
  for (const { account_id, company_id: companyId, data_set_id: dataSetId } of orphans) {
    await eraseInBatches(ctx.erasers, { companyId, dataSetId }, (erase) => ctx.db.transaction(account_id, erase));
  }
  return { erased: orphans.length, next };
}

async function findOrphans(system: Kysely<Tables>, from: OrphanSearch | undefined) {
  const start = from
    ? sql`where (account_id, company_id, data_set_id) > (${from.account_id}::uuid, ${from.company_id}::uuid, ${from.data_set_id}::bigint)`
    : sql``;
  const { rows } = await sql<OrphanSearch & { is_orphan: boolean; place: number }>`with looked as materialized (
      select account_id, company_id, data_set_id, connection_id, row_number() over () as place from (
        select account_id, company_id, data_set_id, connection_id from data_set ${start}
        order by account_id, company_id, data_set_id limit ${lookedAtOnce}) d
    ), orphan as (
      select d.* from looked d where not exists (select from connection n where n.account_id = d.account_id
        and n.company_id = d.company_id and n.connection_id = d.connection_id) order by d.place limit ${orphansAtOnce}
    )
    select account_id, company_id, data_set_id, place, true as is_orphan from orphan
    union all (select account_id, company_id, data_set_id, place, false from looked order by place desc limit 1)
    order by place`.execute(system);
  const orphans = rows.filter((row) => row.is_orphan);
  const last = rows.at(-1);
  // If the limit on orphans was reached, the next call continues after the last orphan.
  const isCut = orphans.length === orphansAtOnce;
  const end = isCut ? orphans.at(-1) : last && last.place === lookedAtOnce ? last : undefined;
  return {
    orphans,
    next: end && { account_id: end.account_id, company_id: end.company_id, data_set_id: end.data_set_id },
  };
}
