import { type RawBuilder, sql } from 'kysely';
import { firstIdAt } from '../base/id-times.ts';
import type { Db } from '../db/db.ts';
import { unfinishedList } from '../db/sync-states.ts';
import { pushJson } from '../push/list-pushes.ts';
import { syncJson } from '../sync/history.ts';
import { messageJson } from '../webhooks/messages/message-fields.ts';

/** The current state of one item of an account. Listeners are notified if its `mark` has changed. */
export type Seen = {
  accountId: string;
  kind: 'sync' | 'message' | 'push' | 'company' | 'consumer' | 'notice';
  id: string;
  mark: string;
  /** The data of the event, built by PostgreSQL. */
  json: string;
  /** The ids of a connection and its company, separated by a space. Set for messages of the type `connection.*`. */
  connection: string | null;
};

/** Maximum number of items per kind and account. */
const seenMax = 200;
/**
 * The `mark` of an account's companies contains the transaction ids of this many of their newest changes. The newest id
 * alone would not be enough: a change with a lower id can become visible after it.
 */
const changesSeen = 20;
const messagesFromMs = 60_000;
/** The `mark` of the notices contains this many of the newest conditions (problems), and whether each has ended. */
const conditionsSeen = 50;

/**
 * Reads in one statement the syncs and pushes that are in progress or have ended recently, the messages of the last
 * minute, and the state of companies, consumers and notices. Each part reads few rows of each account by an index.
 */
export async function look(
  db: Db,
  { accountIds, sinceMs, nowMs }: { accountIds: readonly string[]; sinceMs: number; nowMs: number },
): Promise<Seen[]> {
  const since = sql`${new Date(sinceMs)}::timestamptz`;
  const firstMessage = sql`${firstIdAt(Math.min(sinceMs, nowMs - messagesFromMs))}::uuid`;
  const part = (
    kind: Seen['kind'],
    of: { id: RawBuilder<unknown>; mark: RawBuilder<unknown>; json: RawBuilder<unknown> },
  ) =>
    sql`select w.account_id, ${sql.lit(kind)} as kind, ${of.id}::text as id, ${of.mark}::text as mark, ${of.json} as json`;
  const ended = (table: string, alias: string) => sql`select * from ${sql.table(table)} ${sql.ref(alias)}
    where ${sql.ref(alias)}.account_id = w.account_id and ${sql.ref(alias)}.completed_at >= ${since}`;
  const sync = part('sync', {
    id: sql`s.sync_id`,
    mark: sql`concat_ws(' ', s.status, s.pages, s.records, s.expected, s.deleted, s.retry_at, jsonb_array_length(s.timeline))`,
    json: syncJson,
  });
  const push = part('push', {
    id: sql`p.push_id`,
    mark: sql`concat_ws(' ', p.status, p.step, p.attempts, p.retry_at)`,
    json: pushJson,
  });
  const message = part('message', {
    id: sql`m.message_id`,
    mark: sql`concat_ws(' ', m.recipients, j.json::json ->> 'status')`,
    json: sql`j.json`,
  });
  const { rows } = await sql<Omit<Seen, 'accountId'> & { account_id: string }>`select x.* from
    unnest(${[...accountIds]}::uuid[]) w (account_id) cross join lateral (
      (${sync}, null::text as connection from (
        (select * from sync s where s.account_id = w.account_id and s.status in ${unfinishedList}
          limit ${seenMax}) union all (${ended('sync', 's')} order by s.completed_at desc limit ${seenMax})) s)
      union all (${push}, null from (
        (select * from push p where p.account_id = w.account_id and p.step in ('waiting', 'sent', 'accepted')
          limit ${seenMax}) union all (${ended('push', 'p')} order by p.completed_at desc limit ${seenMax})) p)
      union all (${message}, case when m.event_type like 'connection.%' then m.connection_id::text || ' ' || m.company_id end
        from (select * from message m where m.account_id = w.account_id and m.message_id >= ${firstMessage}
          order by m.message_id desc limit ${seenMax}) m cross join lateral (select ${messageJson} as json offset 0) j)
      union all (${part('company', { id: sql`'list'`, mark: sql`concat(l.version, ' ', p.newest)`, json: sql`'{}'` })}, null
        from (select sum(c.version) as version from company_count c where c.account_id = w.account_id) l cross join (
          select string_agg(x.ended_by::text, ',') as newest from (select p.ended_by from company_past p
            where p.account_id = w.account_id order by p.ended_by desc limit ${changesSeen}) x) p)
      union all (${part('consumer', {
        id: sql`c.consumer_id`,
        mark: sql`concat_ws(' ', c.version, c.is_enabled, c.failing_since)`,
        json: sql`'{"consumerId":"' || c.consumer_id || '"}'`,
      })}, null from consumer c where c.account_id = w.account_id limit ${seenMax})
      union all (${part('notice', { id: sql`'list'`, mark: sql`n.mark`, json: sql`'{}'` })}, null from (
        select string_agg(concat(c.condition_id, c.recovered_at is null), ',' order by c.condition_id) as mark from (
          select * from notice_condition c where c.account_id = w.account_id
          order by c.condition_id desc limit ${conditionsSeen}) c) n where n.mark is not null)
    ) x`.execute(db.system);
  return rows.map(({ account_id: accountId, ...row }) => ({ accountId, ...row }));
}
