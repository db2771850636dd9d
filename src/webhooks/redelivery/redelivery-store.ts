import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/db.ts';
import type { RedeliveryTable, Tables } from '../../db/tables.ts';
import { columnFields, valuesOf } from '../../lists/fields.ts';
import { fixedText, jsonObject, jsonPlain, jsonTime } from '../../lists/json-text.ts';
import type { List } from '../../lists/list.ts';
import { Redelivery } from '../messages/wire.ts';

const redeliveryJson = fixedText(
  jsonObject([
    { name: 'redeliveryId', json: jsonPlain(sql`r.redelivery_id`) },
    { name: 'consumerId', json: jsonPlain(sql`r.consumer_id`) },
    { name: 'kind', json: jsonPlain(sql`r.kind`) },
    { name: 'since', json: jsonTime(sql`r.since`) },
    { name: 'until', json: jsonTime(sql`r.until`) },
    { name: 'status', json: jsonPlain(sql`r.status`) },
    { name: 'requested', json: jsonTime(sql`r.requested_at`) },
    { name: 'completed', json: jsonTime(sql`r.completed_at`), absent: sql`r.completed_at is null` },
    { name: 'total', json: sql`r.total::text` },
    { name: 'done', json: sql`r.done::text` },
  ]),
);

export function redeliveryStatement(place: { accountId: string; redeliveryId: string }): RawBuilder<{ json: string }> {
  return sql`select ${redeliveryJson} as json from redelivery r
    where r.account_id = ${place.accountId}::uuid and r.redelivery_id = ${place.redeliveryId}::uuid`;
}

export function redeliveryList(accountId: string): List {
  const own = sql<boolean>`r.account_id = ${accountId}::uuid`;
  return {
    name: 'redeliveries',
    small: true,
    unversioned: true,
    head: sql`(select 0::bigint as version, count(*) as total from redelivery r where ${own})`,
    from: sql`redelivery r`,
    scope: own,
    asOf: () => sql`true`,
    record: redeliveryJson,
    fields: columnFields({
      redeliveryId: { kind: 'uuid', column: sql`r.redelivery_id`, required: true },
      consumerId: { kind: 'uuid', column: sql`r.consumer_id`, required: true },
      kind: { kind: 'choice', choices: valuesOf(Redelivery.properties.kind), column: sql`r.kind`, required: true },
      status: {
        kind: 'choice',
        choices: valuesOf(Redelivery.properties.status),
        column: sql`r.status`,
        required: true,
      },
      requested: { kind: 'time', column: sql`r.requested_at`, required: true },
      completed: { kind: 'time', column: sql`r.completed_at` },
    }),
    key: { expression: sql`r.redelivery_id`, type: sql`uuid`, descending: true },
  };
}

/** Locks the redelivery until the transaction ends, so that one step runs at a time, even if several jobs run it. */
export async function lockRedelivery(tx: Tx, redeliveryId: string) {
  return tx
    .selectFrom('redelivery')
    .selectAll()
    .where('account_id', '=', tx.accountId)
    .where('redelivery_id', '=', redeliveryId)
    .forUpdate()
    .executeTakeFirst();
}

export async function changeRedelivery(
  tx: Tx,
  redeliveryId: string,
  change: Partial<Pick<RedeliveryTable, 'status' | 'completed_at' | 'through' | 'touched_at'>> & { done?: number },
): Promise<void> {
  await tx
    .updateTable('redelivery')
    .set(change)
    .where('account_id', '=', tx.accountId)
    .where('redelivery_id', '=', redeliveryId)
    .execute();
}

/** Finds open redeliveries without recent progress, whose jobs were probably lost. */
export async function findForgotten(system: Kysely<Tables>, options: { before: Date; limit: number }) {
  return system
    .selectFrom('redelivery')
    .select(['account_id', 'redelivery_id'])
    .where('status', 'in', ['Queued', 'Running'])
    .where('touched_at', '<', options.before)
    .orderBy('touched_at')
    .limit(options.limit)
    .execute();
}
