import { type RawBuilder, sql } from 'kysely';
import type { Clock } from '../base/clock.ts';
import { countOf } from '../base/count-of.ts';
import { dayMs, hourMs, minuteMs } from '../base/durations.ts';
import type { Db } from '../db/db.ts';
import { failedList, unfinishedList } from '../db/sync-states.ts';
import { noAccount } from '../http/access/principal.ts';
import { readLateDeliveries } from '../webhooks/consumers/operator-view.ts';
import { type Found, sampleDatabaseSize } from './store.ts';

export type KindName = (typeof kindNames)[number];
/** Add new kinds at the end, because the tokens of mute links store kinds by their position in this list. */
export const kindNames = [
  'consumerFailing',
  'connectionDeauthorized',
  'syncsFailing',
  'backlogGrowing',
  'databaseGrowing',
] as const;

/** A kind of condition (problem) that people can get notices about. */
export type Kind = {
  name: KindName;
  /** Who can choose this kind: members, for their account, or operators, for the installation. */
  audience: 'member' | 'operator';
  everyMinutes: number;
  /**
   * Sentences for people about the beginning and the end of the condition. `name` is the quoted name of the consumer or
   * connection, or empty for the installation.
   */
  opened: (name: string) => string;
  recovered: (name: string) => string;
  /**
   * Finds all present conditions of this kind with one statement that uses an index. `ctx.db.system` is a transaction.
   * `isOpen` returns whether a condition of this kind has begun and not ended.
   */
  find(ctx: { db: Db; clock: Clock }, isOpen: () => Promise<boolean>): Promise<Found[]>;
};

const failingForMs = hourMs;
const syncsFailingForMs = dayMs;
/** On a monthly schedule, a failed sync can be the latest sync for up to 31 days. */
const syncsSeenMs = 32 * dayMs;
/**
 * A backlog begins at the limits in `begin` and ends below those in `end`. They differ, so that a backlog close to a
 * limit causes one notice and not many.
 */
const backlogLimits = {
  begin: { lateMinutes: 10, queuedMinutes: 30 },
  end: { lateMinutes: 5, queuedMinutes: 15 },
};
/** The same limits as the Prometheus alert DaybookDatabaseGrows. */
const growth = { factor: 1.2, bytes: 5e9 };

/**
 * Whether at least one person or chat address of the account has chosen this kind. Other accounts are not checked. With
 * `limit`, PostgreSQL looks this up for each problem that it has found, instead of reading the choices of all accounts.
 */
const wanted = (account: RawBuilder<unknown>, kind: KindName) => sql`(select from (
    select from notice_choice h where h.account_id = ${account} and h.kind = ${kind}
    union all select from notice_chat t where t.account_id = ${account} and t.kinds @> array[${kind}::text]) one limit 1)`;

async function rowsOf({ db }: { db: Db }, statement: RawBuilder<Found>): Promise<Found[]> {
  return (await statement.execute(db.system)).rows;
}

const ofCell = (found: Pick<Found, 'detail' | 'since'>): Found => ({
  account_id: noAccount,
  subject: '',
  company_id: null,
  name: '',
  page: '/operator/health',
  ...found,
});

const byName: Record<KindName, Omit<Kind, 'name'>> = {
  consumerFailing: {
    audience: 'member',
    everyMinutes: 1,
    opened: (name) => `Deliveries to the consumer ${name} have been failing for more than an hour`,
    recovered: (name) => `The consumer ${name} is no longer failing, or was disabled or deleted`,
    // A consumer that Daybook disabled because it was failing is still found, because a person must fix it.
    find: (ctx) =>
      rowsOf(
        ctx,
        sql`select k.account_id, k.consumer_id::text as subject, null as company_id, k.name, '' as detail,
            '/webhooks/consumers/' || k.consumer_id as page, k.failing_since as since
          from consumer k cross join lateral ${wanted(sql`k.account_id`, 'consumerFailing')} w
          where k.failing_since <= ${ago(ctx, failingForMs)} and (k.is_enabled or k.disabled_reason <> 'client')`,
      ),
  },
  connectionDeauthorized: {
    audience: 'member',
    everyMinutes: 1,
    opened: (name) => `The platform no longer accepts the authorization of ${name}`,
    recovered: (name) => `${name} is authorized again, or was unlinked or deleted`,
    find: (ctx) =>
      rowsOf(
        ctx,
        sql`select n.account_id, n.connection_id::text as subject, n.company_id,
            c.name || ' (' || n.platform_key || ')' as name, coalesce(e.message, '') as detail, '/companies/' || n.company_id as page,
            coalesce(e.at, ${ctx.clock.now()}::timestamptz) as since
          from connection n cross join lateral ${wanted(sql`n.account_id`, 'connectionDeauthorized')} w
          join company c on c.account_id = n.account_id and c.company_id = n.company_id and c.deleted_at is null
          left join lateral (select e.at, e.message from connection_error e where e.account_id = n.account_id
            and e.company_id = n.company_id and e.connection_id = n.connection_id and e.resolved_at is null
            order by e.at desc limit 1) e on true
          where n.status = 'Deauthorized'`,
      ),
  },
  syncsFailing: {
    audience: 'member',
    everyMinutes: 15,
    opened: (name) => `Syncs of ${name} have been failing for more than a day`,
    recovered: (name) => `Syncs of ${name} no longer fail, or it is no longer synced`,
    // After a failed sync, a data set counts as failing until a sync succeeds. A new sync that is still running does
    // not end the condition.
    find: (ctx) =>
      rowsOf(
        ctx,
        sql`select s.account_id, s.connection_id::text as subject, s.company_id,
            c.name || ' (' || n.platform_key || ')' as name, string_agg(distinct s.data_type, ', ') as detail, '/companies/' || s.company_id || '/history' as page,
            min(s.completed_at) as since
          from sync s cross join lateral ${wanted(sql`s.account_id`, 'syncsFailing')} w
          join data_set d on d.account_id = s.account_id and d.company_id = s.company_id
            and d.data_set_id = s.data_set_id and s.completed_at > coalesce(d.last_successful_at, '-infinity')
          join sync l on l.account_id = d.account_id and l.company_id = d.company_id and l.sync_id = d.latest_sync_id
            and (l.status in ${failedList} or l.status in ${unfinishedList})
          join connection n on n.account_id = s.account_id and n.company_id = s.company_id
            and n.connection_id = s.connection_id and n.status = 'Linked'
          join company c on c.account_id = s.account_id and c.company_id = s.company_id and c.deleted_at is null
          where s.status in ${failedList} and s.completed_at >= ${ago(ctx, syncsSeenMs)}
            and s.completed_at <= ${ago(ctx, syncsFailingForMs)}
          group by s.account_id, s.company_id, s.connection_id, c.name, n.platform_key`,
      ),
  },
  backlogGrowing: {
    audience: 'operator',
    everyMinutes: 1,
    opened: () => 'Work is waiting too long in this installation',
    recovered: () => 'Work no longer waits too long in this installation',
    async find(ctx, isOpen) {
      const { lateMinutes, queuedMinutes } = (await isOpen()) ? backlogLimits.end : backlogLimits.begin;
      const late = await readLateDeliveries(ctx, { before: ago(ctx, lateMinutes * minuteMs), now: ctx.clock.now() });
      const { rows } = await sql<{ n: number; oldest: Date | null }>`select count(*) as n, min(requested_at) as oldest
        from sync where status = 'Queued' and requested_at <= ${ago(ctx, queuedMinutes * minuteMs)}`.execute(
        ctx.db.system,
      );
      const { n: queued = 0, oldest = null } = rows[0] ?? {};
      if (late.oldest === null && oldest === null) return [];
      const parts = [
        ...(late.oldest
          ? [`deliveries to ${countOf(late.consumers, 'working consumer')} have been due for ${lateMinutes} minutes`]
          : []),
        ...(oldest ? [`${countOf(queued, 'sync')} queued for ${queuedMinutes} minutes`] : []),
      ];
      const since = [late.oldest, oldest].filter((at) => at !== null).sort((a, b) => a.getTime() - b.getTime())[0];
      return [ofCell({ detail: parts.join('; '), since: since ?? ctx.clock.now() })];
    },
  },
  databaseGrowing: {
    audience: 'operator',
    everyMinutes: 15,
    opened: () => 'The database grows fast',
    recovered: () => 'The database no longer grows fast',
    async find(ctx) {
      const { bytes, before } = await sampleDatabaseSize(ctx.db.system, ctx.clock.now());
      if (!before || bytes <= growth.factor * before.bytes || bytes - before.bytes <= growth.bytes) return [];
      const gigabytes = (size: number) => `${(size / 1e9).toFixed(1)} GB`;
      const detail = `from ${gigabytes(before.bytes)} to ${gigabytes(bytes)}`;
      return [ofCell({ detail, since: before.taken_at })];
    },
  },
};

export const kinds: readonly Kind[] = kindNames.map((name) => ({ name, ...byName[name] }));
export const kindOf = (name: string): Kind | undefined => kinds.find((kind) => kind.name === name);

function ago({ clock }: { clock: Clock }, ms: number): Date {
  return new Date(clock.nowMs() - ms);
}
