import { type Kysely, sql } from 'kysely';
import type { Clock } from '../../base/clock.ts';
import { newId } from '../../base/ids.ts';
import type { Tables } from '../../db/tables.ts';
import { eventBody } from '../../events/event-body.ts';
import { type NewEvent, patternsFor } from '../../events/event-types.ts';

const accountsAtOnce = 500;

/**
 * Tells the consumers of every account where the message log jumps back. Runs in the transaction that records the
 * restore, so that no account is told twice or left out. Workers start after it and find the deliveries.
 */
export async function tellRestored(
  ctx: { clock: Clock },
  system: Kysely<Tables>,
  { restoredTo, noticedAt }: { restoredTo: Date; noticedAt: Date },
): Promise<void> {
  const event = {
    type: 'account.restored',
    message: `The database was restored from a backup, or a standby took over. What happened after ${restoredTo.toISOString()} may be missing.`,
    data: { restoredTo: restoredTo.toISOString(), noticedAt: noticedAt.toISOString() },
  } as const satisfies NewEvent;
  const accounts = await system.selectFrom('account').select('account_id').orderBy('account_id').execute();
  for (let from = 0; from < accounts.length; from += accountsAtOnce) {
    const rows = accounts.slice(from, from + accountsAtOnce).map(({ account_id: accountId }) => {
      const eventId = newId(ctx.clock);
      return { accountId, eventId, body: eventBody(event, { eventId, accountId, at: noticedAt }) };
    });
    await sql`select keep_messages(e.account, array[e.id], array[${event.type}::text],
        array[${patternsFor(event.type).join(' ')}::text], array[null::uuid], array[null::uuid],
        array[${noticedAt.toISOString()}::timestamptz], array[e.before_name], array[e.after_name])
      from unnest(${rows.map((row) => row.accountId)}::uuid[], ${rows.map((row) => row.eventId)}::uuid[],
        ${rows.map((row) => row.body.beforeName)}::text[], ${rows.map((row) => row.body.afterName)}::text[])
        e (account, id, before_name, after_name)`.execute(system);
  }
}
