import { type Kysely, sql } from 'kysely';
import type { Clock } from '../../base/clock.ts';
import { newId } from '../../base/ids.ts';
import type { Tables } from '../../db/tables.ts';
import { eventBody } from '../../events/event-body.ts';
import { type NewEvent, patternsFor } from '../../events/event-types.ts';

const accountsAtOnce = 500;

/**
 * Emits the event `account.restored` for the next accounts. Returns the id of the last of these accounts, or undefined
 * if there are no more. Runs in the transaction that stores this id, so that each account gets the event exactly once.
 */
export async function tellRestored(
  ctx: { clock: Clock },
  system: Kysely<Tables>,
  { restoredTo, noticedAt, after }: { restoredTo: string; noticedAt: string; after?: string },
): Promise<string | undefined> {
  const event = {
    type: 'account.restored',
    message: `The database was restored from a backup, or a standby took over. Data from after ${restoredTo} may be missing.`,
    data: { restoredTo, noticedAt },
  } as const satisfies NewEvent;
  const accounts = await system
    .selectFrom('account')
    .select('account_id')
    .$if(after !== undefined, (query) => query.where('account_id', '>', after ?? ''))
    .orderBy('account_id')
    .limit(accountsAtOnce)
    .execute();
  const rows = accounts.map(({ account_id: accountId }) => {
    const eventId = newId(ctx.clock);
    return { accountId, eventId, body: eventBody(event, { eventId, accountId, at: new Date(noticedAt) }) };
  });
  await sql`select keep_messages(e.account, array[e.id], array[${event.type}::text],
      array[${patternsFor(event.type).join(' ')}::text], array[null::uuid], array[null::uuid],
      array[${noticedAt}::timestamptz], array[e.before_name], array[e.after_name])
    from unnest(${rows.map((row) => row.accountId)}::uuid[], ${rows.map((row) => row.eventId)}::uuid[],
      ${rows.map((row) => row.body.beforeName)}::text[], ${rows.map((row) => row.body.afterName)}::text[])
      e (account, id, before_name, after_name)`.execute(system);
  return rows.at(-1)?.accountId;
}
