import { sql } from 'kysely';
import type { Clock } from '../../base/clock.ts';
import type { Tx } from '../../db/db.ts';
import { type EventName, patternsFor } from '../../events/event-types.ts';
import { requireEnabled } from '../consumers/require-enabled.ts';
import type { LaneWakeups } from '../lanes/lane-wakeups.ts';

export type RedeliveryContext = { clock: Clock; laneWakeups: LaneWakeups };

type Wanted = { messageId: string; consumerId?: string; oldest: string };
type Target = { consumer_id: string; lane: number; is_enabled: boolean; wants: boolean };

/**
 * Queues a message again. Returns the consumers that it was queued for, or undefined if the message does not exist. If
 * a delivery waits for its next attempt, that attempt is made now. If it is already due or in flight, nothing is added.
 */
export async function resendMessage(ctx: RedeliveryContext, tx: Tx, wanted: Wanted): Promise<string[] | undefined> {
  const { messageId, consumerId } = wanted;
  const message = await tx
    .selectFrom('message')
    .select(['event_type', 'company_id', 'is_test', 'body'])
    .where('account_id', '=', tx.accountId)
    .where('message_id', '=', messageId)
    .where('message_id', '>=', wanted.oldest)
    .executeTakeFirst();
  if (!message) return undefined;
  // The consumers are locked in a fixed order until the transaction ends. A concurrent replay to one of them waits for
  // this lock and then sees the deliveries that are queued here.
  const { rows: consumers } = await sql<Target>`select consumer_id, lane, is_enabled,
      not ${message.is_test}::boolean and event_types && ${patternsFor(message.event_type as EventName)}::text[]
        and (channels is null or ${message.company_id}::uuid = any (channels)) is true
        and is_for_consumer(${message.event_type}::text, ${message.body}::text, consumer_id)
        and (filter_rules is null or event_matches(filter_rules, event_json(${message.body}))) as wants
    from consumer where account_id = ${tx.accountId}::uuid
      and (${consumerId ?? null}::uuid is null or consumer_id = ${consumerId ?? null}::uuid)
    order by consumer_id for no key update`.execute(tx);
  if (consumerId) requireEnabled(consumers[0]);
  const targets = consumers.filter((consumer) => consumer.is_enabled);
  const isAsked = consumerId !== undefined;
  const column = <T>(of: (target: Target) => T) => targets.map(of);
  const own = (table: string) => sql`select consumer_id from ${sql.table(table)}
    where account_id = ${tx.accountId}::uuid and message_id = ${messageId}::uuid`;
  const now = ctx.clock.now();
  const { rows } = await sql<{ consumer_id: string; lane: number; is_new: boolean }>`with went as materialized (
      ${own('attempt')} union ${own('failure')} union ${own('delivery')}
    ), chosen as materialized (
      select c.*, c.consumer_id not in (select consumer_id from went) as is_new
      from unnest(${column((c) => c.consumer_id)}::uuid[], ${column((c) => c.lane)}::int[],
        ${column((c) => c.wants || isAsked)}::boolean[]) c (consumer_id, lane, wants)
      where c.wants or c.consumer_id in (select consumer_id from went)
    ), ended as (
      delete from failure where account_id = ${tx.accountId}::uuid and message_id = ${messageId}::uuid
        and consumer_id in (select consumer_id from chosen)
    ), queued as (
      insert into delivery (account_id, message_id, consumer_id, lane, due_at, cause)
      select ${tx.accountId}::uuid, ${messageId}::uuid, consumer_id, lane, ${now}, 's' from chosen
      on conflict do nothing returning consumer_id
    ), waited as (
      update delivery d set due_at = ${now} from chosen c where d.account_id = ${tx.accountId}::uuid
        and d.message_id = ${messageId}::uuid and d.consumer_id = c.consumer_id and d.attempts > 0 and d.due_at > ${now}
      returning d.consumer_id
    ), held as (
      update consumer k set hold_until = null from chosen c where k.account_id = ${tx.accountId}::uuid
        and k.consumer_id = c.consumer_id and k.hold_until > ${now} and ${messageId}::uuid = (
          select message_id from delivery where lane = c.lane order by due_at, message_id limit 1)
      returning k.consumer_id
    ), counted as (
      update message set recipients = recipients + n.n from (select count(*) as n from chosen where is_new) n
      where account_id = ${tx.accountId}::uuid and message_id = ${messageId}::uuid and n.n > 0
    )
    select c.consumer_id, c.lane, c.is_new from chosen c
    where consumer_id in (table queued union all table waited union all table held) order by 1`.execute(tx);
  if (rows.some((row) => row.is_new)) await moveEpoch(tx);
  if (rows.length > 0) tx.afterCommit(() => ctx.laneWakeups.wake(rows.map(({ lane }) => lane)));
  return rows.map((row) => row.consumer_id);
}

/** Invalidates stored message counts. Call it after a past message was sent to another consumer. */
export async function moveEpoch(tx: Tx): Promise<void> {
  await sql`insert into message_log as l (account_id, epoch) values (${tx.accountId}::uuid, 1)
    on conflict (account_id) do update set epoch = l.epoch + 1`.execute(tx);
}
