import type { PulledRecord } from '@daybook/connector-kit';
import { findDataType } from '@daybook/connector-kit';
import { type RawBuilder, sql } from 'kysely';
import type { CustomField } from '../../connectors/custom-fields.ts';
import { RecordRefused, type RecordRow, recordRow } from '../../connectors/record-row.ts';
import type { Tx } from '../../db/db.ts';
import { recordset } from '../recordset.ts';
import { rowColumns, rowValues } from '../row-columns.ts';
import { lockVersions } from './open-generation.ts';
import { type Placed, placePushed, type Standing } from './place-pushed.ts';
import { addPublication, notBefore } from './publish-generation.ts';

/** The result of a push: the record as the provider has it now, or its deletion. */
export type Pushed = {
  companyId: string;
  connectionId: string;
  dataType: string;
  pushId: string;
  record: PulledRecord;
  at: Date;
};

/** The data of the event `dataset.changed`. */
export type PublishedPush = {
  generation: number;
  added: number;
  updated: number;
  deleted: number;
  totalRecords: number;
};

/**
 * Publishes the result of a push at once, as a small generation of its own. Returns undefined if this is impossible and
 * the result must wait for the next sync. This happens before the first sync, if pushes during one sync have used up
 * the free generation numbers, if the provider's response is not a valid record of the data type, or if a deleted
 * record was not visible to readers. Runs as the last part of the caller's database transaction, which has locked the
 * connection.
 */
export async function publishPushed(tx: Tx, pushed: Pushed): Promise<PublishedPush | undefined> {
  const place = await lockPlace(tx, pushed);
  if (!place) return undefined;
  const row = pushed.record.isDeleted ? undefined : rowOf(pushed, place.fields);
  if (row === 'refused') return undefined;
  const { visible, written, remapped } = await findVersions(tx, place, pushed.record.id);
  const placed = placePushed({
    isDeleted: row === undefined,
    visible: standingOf(visible),
    written: standingOf(written),
  });
  if (!placed) return undefined;
  const between = { ...place, recordId: pushed.record.id, placed, visible, written };
  if (remapped) await dropRemapped(tx, between, remapped);
  await writeVersion(tx, between, row ? pushedRow(row) : deletedRow(pushed));
  return publish(tx, between, pushed);
}

type GenerationIds = { companyId: string; dataSetId: number; generation: number };

/**
 * Locks the record versions of the data set, then the row of the data set. A sync that writes a page uses the same
 * order.
 */
async function lockPlace(
  tx: Tx,
  { companyId, connectionId, dataType }: Pushed,
): Promise<(GenerationIds & { fields: readonly CustomField[] | undefined }) | undefined> {
  const dataSet = tx
    .selectFrom('data_set')
    .where('account_id', '=', tx.accountId)
    .where('company_id', '=', companyId)
    .where('data_type', '=', dataType)
    .where('connection_id', '=', connectionId);
  const found = await dataSet.select('data_set_id as dataSetId').executeTakeFirst();
  if (!found) return undefined;
  lockVersions(tx, found);
  const { published, writing, fields } = await dataSet
    .select(['published_generation as published', 'writing_generation as writing'])
    // The custom fields that readers see in the other records, also while these are being computed again.
    .select(sql<CustomField[] | null>`custom_fields_of(account_id, coalesce(shown_mapping, mapping))`.as('fields'))
    .forUpdate()
    .executeTakeFirstOrThrow();
  const generation = published + 1;
  if (published === 0 || (writing !== null && generation >= writing)) return undefined;
  return { companyId, dataSetId: found.dataSetId, generation, fields: fields ?? undefined };
}

/** The row has the push id but no hash, so that the next sync that fetches the record overwrites the row. */
function rowOf(
  { dataType: name, record, pushId, at }: Pushed,
  fields: readonly CustomField[] | undefined,
): RecordRow | 'refused' {
  const dataType = findDataType(name);
  if (!dataType) return 'refused';
  try {
    return recordRow(dataType, record, {
      hash: Buffer.alloc(0),
      modified: at.toISOString(),
      isProven: false,
      pushId,
      fields,
    });
  } catch (error) {
    if (error instanceof RecordRefused) return 'refused';
    throw error;
  }
}

type Version = { gen_from: number; change: 'a' | 'u' | 'd'; is_remapped: boolean | null };

const standingOf = (version: Version | undefined): Standing =>
  version === undefined ? 'none' : version.change === 'd' ? 'deleted' : 'there';

/**
 * Returns the version that readers see and the version that a sync has written into the unpublished generation. A
 * version that the sync has only computed again (`remapped`) does not count as written: it holds the record as it was
 * before the push.
 */
async function findVersions(tx: Tx, place: GenerationIds, recordId: string) {
  const { rows } = await sql<Version>`select r.gen_from, r.change, r.is_remapped from record r
    where ${inDataSet(tx, place)} and r.record_id = ${recordId}
    order by r.record_id desc, r.gen_from desc limit 2`.execute(tx);
  const [newest, before] = rows;
  const isWritten = newest !== undefined && newest.gen_from >= place.generation;
  if (!isWritten) return { visible: newest, written: undefined, remapped: undefined };
  return newest.is_remapped
    ? { visible: before, written: undefined, remapped: newest }
    : { visible: before, written: newest, remapped: undefined };
}

/** Removes the version that a sync has computed again. The push replaces what it was computed from. */
async function dropRemapped(tx: Tx, between: Between, remapped: Version): Promise<void> {
  await sql`delete from record r where ${isVersion(tx, between, remapped)}`.execute(tx);
  await sql`update data_set set writing_updated = writing_updated - 1, writing_remapped = writing_remapped - 1
    where account_id = ${tx.accountId}::uuid and company_id = ${between.companyId}::uuid
      and data_set_id = ${between.dataSetId}::bigint`.execute(tx);
}

const inDataSet = (tx: Tx, { companyId, dataSetId }: GenerationIds) =>
  sql<boolean>`r.account_id = ${tx.accountId}::uuid and r.company_id = ${companyId}::uuid and r.data_set_id = ${dataSetId}::bigint`;

type Between = GenerationIds & {
  recordId: string;
  placed: Placed;
  visible: Version | undefined;
  written: Version | undefined;
};

/**
 * Builds the part of a SELECT statement that yields one row: values for the columns from `hash` to `leaf`, and the
 * FROM clause.
 */
type NewRow = (tx: Tx, between: Between) => RawBuilder<unknown>;

const pushedRow =
  (row: RecordRow): NewRow =>
  () =>
    sql`${rowValues} from ${recordset([row])}`;

const deletedRow =
  ({ pushId, at }: Pushed): NewRow =>
  (tx, between) => {
    const metadata = JSON.stringify({ modifiedDate: at, metadata: { isDeleted: true, pushId } });
    return sql`''::bytea, status, date1, date2, amount1, amount1_f, amount2, amount2_f, ref1,
      payload || ${metadata}::jsonb, source, null::bytea from record r where ${isVersion(tx, between, between.visible)}`;
  };

const isVersion = (tx: Tx, between: Between, version: Version | undefined) =>
  sql<boolean>`${inDataSet(tx, between)} and r.record_id = ${between.recordId} and r.gen_from = ${version?.gen_from ?? 0}::int`;

/** Inserts the pushed version between the version that readers see and the version that the sync has written. */
async function writeVersion(tx: Tx, between: Between, row: NewRow): Promise<void> {
  const { companyId, dataSetId, recordId, generation, placed, visible, written } = between;
  await sql`insert into record (gen_to, ${rowColumns})
    select ${written?.gen_from ?? null}::int, ${tx.accountId}::uuid, ${companyId}::uuid, ${dataSetId}::bigint, ${recordId}::text,
      ${generation}::int, ${placed.change}::"char", ${row(tx, between)}`.execute(tx);
  if (visible)
    await sql`update record r set gen_to = ${generation}::int where ${isVersion(tx, between, visible)}`.execute(tx);
  if (placed.isNoLongerAdded)
    await sql`update record r set change = 'u' where ${isVersion(tx, between, written)}`.execute(tx);
}

async function publish(tx: Tx, between: Between, { pushId, at }: Pushed): Promise<PublishedPush> {
  const { companyId, dataSetId, generation, placed, visible } = between;
  const { change, correction } = placed;
  const wasDeleted = standingOf(visible) === 'deleted';
  const more = (column: string, by: number) => sql<number>`${sql.ref(column)} + ${by}::int`;
  const { total, published_at: publishedAt } = await tx
    .updateTable('data_set')
    .set({
      published_generation: generation,
      published_at: notBefore(at),
      total: more('total', change === 'a' ? 1 : 0),
      deleted: more('deleted', change === 'd' ? 1 : wasDeleted ? -1 : 0),
      writing_added: more('writing_added', correction.added),
      writing_updated: more('writing_updated', correction.updated),
      writing_deleted: more('writing_deleted', correction.deleted),
      writing_restored: more('writing_restored', correction.restored),
    })
    .where('account_id', '=', tx.accountId)
    .where('company_id', '=', companyId)
    .where('data_set_id', '=', dataSetId)
    .returning(['total', 'published_at'])
    .executeTakeFirstOrThrow();
  await addPublication(tx, {
    companyId,
    dataSetId,
    generation,
    pushId,
    publishedAt: publishedAt ?? at,
    total,
    changes: 1,
  });
  const count = (which: Placed['change']) => (change === which ? 1 : 0);
  return { generation, added: count('a'), updated: count('u'), deleted: count('d'), totalRecords: total };
}
