import { type RawBuilder, sql } from 'kysely';
import { failedList } from '../db/sync-states.ts';

/** SQL of the overview. It reads tables of many features and writes none. */
export type OverviewFacts = {
  companies: number;
  connections: ConnectionFact[];
  syncs: SyncFact[];
  waiting: SyncFact[];
  pushes: PushFact[];
  consumers: ConsumerFact[];
  limits: { window: 'minute' | 'day'; resetsAt: string }[];
  oldest_due: Date | null;
  /**
   * Number of failed syncs that were checked, at most `candidatesMax`. This also counts syncs that are not reported
   * because their data set has a later sync.
   */
  failed_candidates: number;
  /** Number of waiting syncs that were checked, at most `candidatesMax`. */
  waiting_candidates: number;
  key_used: boolean;
  consumer_reached: boolean;
  record_pushed: boolean;
};
type InCompany = { companyId: string; companyName: string; since: string | null };
export type ConnectionFact = InCompany & { connectionId: string; platform: string; reason: string | null };
export type SyncFact = InCompany & {
  connectionId: string;
  syncId: string;
  dataType: string;
  status: string;
  code: string | null;
  message: string | null;
  retryAt: string | null;
};
export type PushFact = InCompany & { connectionId: string; pushId: string; dataType: string; operation: string };
export type ConsumerFact = {
  consumerId: string;
  name: string;
  url: string;
  isEnabled: boolean;
  disabledReason: string | null;
  disabledAt: string | null;
  failingSince: string | null;
  oldestDue: string | null;
  lastError: string | null;
};

/** Maximum number of entries in each list of the result. */
const factsMax = 200;
/**
 * Maximum number of rows that are read for each kind of problem, newest first. After that, rows are left out if their
 * problem no longer exists.
 */
const candidatesMax = 1000;
/** A waiting sync is reported only after this many attempts, so that a short outage of a platform is not reported. */
const triesBeforeTold = 3;

/**
 * Returns one row. Each part of the statement uses a small index of its own (schema/tables/08-sync.sql) or reads the
 * consumers, of which an account has only a few. A failed sync is reported only if it is the latest sync of its data
 * set and its connection is linked.
 */
export function factsStatement({ accountId, nowMs }: { accountId: string; nowMs: number }) {
  const own = (alias: string) => sql`${sql.ref(alias)}.account_id = ${accountId}::uuid`;
  const now = new Date(nowMs);
  const company = (alias: string) =>
    sql`join company c on ${own('c')} and c.company_id = ${sql.ref(alias)}.company_id and c.deleted_at is null`;
  const named = (alias: string, since: RawBuilder<unknown>) =>
    sql`${sql.ref(alias)}.company_id as "companyId", c.name as "companyName", ${since} as since,
      ${sql.ref(alias)}.connection_id as "connectionId"`;
  const sync = (
    since: RawBuilder<unknown>,
  ) => sql`${named('s', since)}, s.sync_id as "syncId", s.data_type as "dataType",
    s.status, s.error_code as code, s.error_message as message, s.retry_at as "retryAt"`;
  // Applies the limit before the joins, so that the joins do not look up more rows than necessary.
  const newest = (table: string, alias: string, condition: RawBuilder<unknown>, order: string) => sql`(select *
    from ${sql.table(table)} ${sql.ref(alias)} where ${own(alias)} and ${condition}
    order by ${sql.ref(`${alias}.${order}`)} desc limit ${candidatesMax}) ${sql.ref(alias)}`;
  const list = (rows: RawBuilder<unknown>) =>
    sql`(select coalesce(json_agg(to_json(r)), '[]') from (${rows} limit ${factsMax}) r)`;
  return sql<OverviewFacts>`select (select coalesce(sum(c.total), 0)::bigint from company_count c where ${own('c')}) as companies,
      ${list(sql`select ${named('n', sql`e.at`)}, n.platform_key as platform, e.message as reason 
        from (select * from connection n where ${own('n')} and n.status = 'Deauthorized' limit ${candidatesMax}) n ${company('n')}
        left join lateral (select e.at, e.message from connection_error e where ${own('e')} and e.company_id = n.company_id
          and e.connection_id = n.connection_id and e.resolved_at is null order by e.at desc limit 1) e on true`)} as connections,
      ${list(sql`select ${sync(sql`s.completed_at`)}
        from ${newest('sync', 's', sql`s.status in ${failedList}`, 'completed_at')}
        ${company('s')}
        join data_set d on ${own('d')} and d.company_id = s.company_id and d.data_set_id = s.data_set_id
          and d.latest_sync_id = s.sync_id
        join connection n on ${own('n')} and n.company_id = s.company_id and n.connection_id = s.connection_id
          and n.status = 'Linked'
        order by s.completed_at desc`)} as syncs,
      ${list(sql`select ${sync(sql`s.requested_at`)} from ${newest('sync', 's', sql`s.status = 'Waiting'`, 'requested_at')}
        ${company('s')} where s.retry_at is null or s.attempts >= ${triesBeforeTold} order by s.requested_at desc`)} as waiting,
      ${list(sql`select ${named('p', sql`p.requested_at`)}, p.push_id as "pushId", p.data_type as "dataType", p.operation
        from ${newest('push', 'p', sql`p.step = 'unknown'`, 'requested_at')} ${company('p')} order by p.requested_at desc`)} as pushes,
      ${list(sql`select k.consumer_id as "consumerId", k.name, k.url, k.is_enabled as "isEnabled",
          k.disabled_reason as "disabledReason", k.disabled_at as "disabledAt", k.failing_since as "failingSince",
          due.due_at as "oldestDue", coalesce(t.error, 'status ' || t.status_code) as "lastError"
        from consumer k
        left join lateral (select d.due_at from delivery d where d.lane = k.lane order by d.due_at limit 1) due on k.is_enabled
        left join lateral (select a.error, a.status_code from attempt a where a.account_id = k.account_id
          and a.consumer_id = k.consumer_id and a.outcome <> 'd' order by a.message_id desc limit 1) t
          on k.failing_since is not null
        where ${own('k')} order by k.is_enabled, k.failing_since, k.consumer_id`)} as consumers,
      (select coalesce(json_agg(json_build_object('window', w.limit_window, 'resetsAt', w.resets_at)), '[]')
        from limit_reached w where ${own('w')} and w.resets_at > ${now}) as limits,
      (select min(due.due_at) from consumer k cross join lateral (select d.due_at from delivery d where d.lane = k.lane
        order by d.due_at limit 1) due where ${own('k')} and k.is_enabled
        and (k.hold_until is null or k.hold_until <= ${now})) as oldest_due,
      (select count(*) from ${newest('sync', 's', sql`s.status in ${failedList}`, 'completed_at')}) as failed_candidates,
      (select count(*) from ${newest('sync', 's', sql`s.status = 'Waiting'`, 'requested_at')}) as waiting_candidates,
      exists (select from api_key a where ${own('a')} and a.last_used_at is not null) as key_used,
      exists (select from delivery_count r where ${own('r')} and r.delivered > 0) as consumer_reached,
      exists (select from push p where ${own('p')} and p.completed_at is not null and p.status = 'Success') as record_pushed
    from account l where ${own('l')}`;
}

/** Whether there may be more failed or waiting syncs than were checked. */
export function isCut({ syncs, waiting, failed_candidates, waiting_candidates }: OverviewFacts): boolean {
  const candidates = Math.max(failed_candidates, waiting_candidates);
  return candidates >= candidatesMax || syncs.length >= factsMax || waiting.length >= factsMax;
}

export type EndedHour = {
  at_ms: number;
  syncs_completed: number;
  syncs_failed: number;
  pushes_succeeded: number;
  pushes_failed: number;
  is_cut: boolean;
};

/** Counting the syncs or pushes of a span stops at this number. */
const countedMax = 50_000;

/** Counts the syncs and pushes that ended in each span of time. Reads only indexes. */
export function endedStatement({ accountId, starts, stepMs }: { accountId: string; starts: number[]; stepMs: number }) {
  const start = sql`to_timestamp(h.at_ms / 1000)`;
  const ended = (table: string) => sql`(select status from ${sql.table(table)} x where x.account_id = ${accountId}::uuid
      and x.completed_at >= ${start} and x.completed_at < ${start} + ${stepMs}::int * interval '1 millisecond' limit ${countedMax})`;
  return sql<EndedHour>`select h.at_ms, s.completed as syncs_completed, s.failed as syncs_failed,
      p.succeeded as pushes_succeeded, p.failed as pushes_failed,
      s.n = ${countedMax} or p.n = ${countedMax} as is_cut
    from unnest(${starts}::bigint[]) h (at_ms)
    cross join lateral (select count(*) as n, count(*) filter (where e.status = 'Complete') as completed,
      count(*) filter (where e.status in ${failedList}) as failed from ${ended('sync')} e) s
    cross join lateral (select count(*) as n, count(*) filter (where e.status = 'Success') as succeeded,
      count(*) filter (where e.status in ('Failed', 'TimedOut')) as failed from ${ended('push')} e) p`;
}
