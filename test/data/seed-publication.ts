import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { publishGeneration } from '../../src/data/write/publish-generation.ts';
import type { Db } from '../../src/db/db.ts';

/** Data sets and records inserted directly, and published by the production code. */
export type Place = { accountId: string; companyId: string };
export type Seeded = Place & { connectionId: string; dataSetId: number; dataType: string; generation: number };
export type SeededChange = { id: string; change?: 'a' | 'u' | 'd'; fields?: object; source?: string };

export async function seedConnection(db: Db, place: Place, status: 'Linked' | 'Unlinked' = 'Linked'): Promise<string> {
  const connectionId = randomUUID();
  await db.system
    .insertInto('connection')
    .values({
      account_id: place.accountId,
      company_id: place.companyId,
      connection_id: connectionId,
      platform_key: 'sandbox',
      source_type: 'Other',
      status,
      credentials: null,
      created_at: new Date(),
      linked_at: new Date(),
      last_sync_at: null,
    })
    .execute();
  return connectionId;
}

export async function seedDataSet(
  db: Db,
  place: Place & { connectionId?: string; dataType?: string },
): Promise<Seeded> {
  const connectionId = place.connectionId ?? (await seedConnection(db, place));
  const dataType = place.dataType ?? 'invoices';
  const { data_set_id: dataSetId } = await db.system
    .insertInto('data_set')
    .values({
      account_id: place.accountId,
      company_id: place.companyId,
      connection_id: connectionId,
      data_type: dataType,
      published_at: null,
      cursor: null,
      last_full_at: null,
      latest_sync_id: null,
      latest_successful_sync_id: null,
      last_successful_at: null,
      requested_at: new Date(),
    })
    .returning('data_set_id')
    .executeTakeFirstOrThrow();
  const { accountId, companyId } = place;
  return { accountId, companyId, connectionId, dataSetId, dataType, generation: 0 };
}

/** Writes the changes as the data set's next generation and publishes it, in one transaction. */
export async function publish(
  db: Db,
  to: Seeded,
  changes: readonly SeededChange[],
  options: { holdMs?: number; hold?: () => Promise<void>; rollBack?: boolean } = {},
): Promise<{ syncId: string }> {
  const generation = to.generation + 1;
  const syncId = randomUUID();
  const rows = changes.map(({ id, change = 'a', fields = {}, source }) => ({
    record_id: id,
    change,
    payload: { id, ...fields, modifiedDate: '2026-01-01T00:00:00Z', metadata: { isDeleted: change === 'd' } },
    source,
  }));
  await db.transaction(to.accountId, async (tx) => {
    const at = [tx.accountId, to.companyId, to.dataSetId] as const;
    await sql`update record set gen_to = ${generation} where account_id = ${at[0]} and company_id = ${at[1]}
      and data_set_id = ${at[2]} and gen_to is null and record_id = any (${changes.map(({ id }) => id)}::text[])`.execute(
      tx,
    );
    await sql`insert into record (account_id, company_id, data_set_id, record_id, gen_from, change, hash, payload, source)
      select ${at[0]}::uuid, ${at[1]}::uuid, ${at[2]}::bigint, i.record_id, ${generation}::int, i.change::"char", '\\x00', i.payload, i.source
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as i (record_id text, change text, payload jsonb, source text)`.execute(
      tx,
    );
    const count = (wanted: string) => rows.filter(({ change }) => change === wanted).length;
    await publishGeneration(tx, {
      companyId: to.companyId,
      connectionId: to.connectionId,
      dataSetId: to.dataSetId,
      generation,
      syncId,
      added: count('a'),
      updated: count('u'),
      deleted: count('d'),
      restored: 0,
      remapped: 0,
      isFetched: true,
      mapping: '1',
      cursor: null,
      isFull: true,
      at: new Date(),
    });
    if (options.holdMs) await new Promise((resolve) => setTimeout(resolve, options.holdMs));
    await options.hold?.();
    if (options.rollBack) throw new Error('rolled back on purpose');
  });
  to.generation = generation;
  return { syncId };
}
