import { type Kysely, type RawBuilder, sql } from 'kysely';
import Type from 'typebox';
import { openValues } from '../../base/open-values.ts';
import type { Tx } from '../../db/db.ts';
import type { Row, Tables } from '../../db/tables.ts';
import { column, columns, shown } from '../../lists/columns.ts';
import type { List } from '../../lists/list.ts';
import { time, uuid } from '../../lists/wire.ts';

const redeliveryColumns = columns({
  redeliveryId: column(sql`r.redelivery_id`, uuid),
  consumerId: column(sql`r.consumer_id`, uuid),
  kind: column(
    sql`r.kind`,
    Type.Enum(['recover', 'replay', 'retry'], {
      description: openValues(
        '`recover`: messages that failed. `replay`: messages that were never sent to the consumer. `retry`: messages that were waiting for their next attempt when the retry was requested; `since` and `until` are then the time of the request.',
      ),
    }),
  ),
  since: shown(sql`r.since`, time),
  until: shown(sql`r.until`, time),
  status: column(
    sql`r.status`,
    Type.Enum(['Queued', 'Running', 'Complete', 'Cancelled'], { description: openValues() }),
  ),
  requested: column(sql`r.requested_at`, time),
  completed: column(sql`r.completed_at`, Type.Optional(time)),
  total: shown(
    sql`r.total`,
    Type.Integer({ minimum: 0, description: 'Number of messages found when the redelivery was requested.' }),
  ),
  done: shown(sql`r.done`, Type.Integer({ minimum: 0, description: 'Number of messages queued for sending so far.' })),
});
export const Redelivery = Type.Object(redeliveryColumns.shape, { title: 'Redelivery' });

export function redeliveryStatement(place: { accountId: string; redeliveryId: string }): RawBuilder<{ json: string }> {
  return sql`select ${redeliveryColumns.json} as json from redelivery r
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
    record: redeliveryColumns.json,
    fields: redeliveryColumns.fields,
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
  change: Partial<Pick<Row<'redelivery'>, 'status' | 'completed_at' | 'through' | 'touched_at'>> & { done?: number },
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
