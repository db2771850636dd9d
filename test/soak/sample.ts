import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { keptHours, type Stage } from './stage.ts';

/** Everything that is measured at one moment, by the name of its curve. */
export type Sample = Record<string, number>;

/** Partitions count as their table: "message_20261117", "message_default", "record_07", "queue_stats_20261117". */
const root =
  "regexp_replace(c.relname, '^(message|failure|attempt|queue_stats)_(\\d{8}|default)$|^(record)_\\d\\d$', '\\1\\3')";
/**
 * A partition of `record` keeps some hundred kB when its last company has been deleted, for the next one. New companies
 * reach further partitions for hours, until all 32 have been used, so the size counts for each used one.
 */
const tables = `select name, sum(kb) / case name when 'public.record' then greatest(1, count(*) filter (where kb > 100))
      else 1 end as kb, sum(dead) as dead
  from (select n.nspname || '.' || ${root} as name, pg_total_relation_size(c.oid) / 1024 as kb,
      pg_stat_get_dead_tuples(c.oid) as dead
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('public', 'pgboss')) part group by name`;

const state = `select
  (select count(*) from pg_stat_activity where backend_type = 'client backend') as "connections.all",
  (select count(*) from pg_locks) as "locks.held",
  (select count(*) from pg_locks where not granted) as "locks.waiting",
  (select coalesce(extract(epoch from max(clock_timestamp() - xact_start)), 0) from pg_stat_activity
    where backend_type = 'client backend' and pid <> pg_backend_pid()) as "transactions.oldestSeconds",
  (select count(*) from pg_inherits i where i.inhparent in ('message'::regclass, 'failure'::regclass, 'attempt'::regclass))
    as "partitions.messages",
  (select count(*) from pgboss.job where state in ('created', 'retry', 'active')) as "queue.jobs",
  (select count(*) from delivery) as "queue.deliveries",
  (select coalesce(extract(epoch from max(clock_timestamp() - due_at)), 0) from delivery where due_at < now())
    as "queue.oldestDueDeliverySeconds",
  (select count(*) from alert_delivery where status = 'pending') as "queue.alerts",
  (select count(*) from push where step in ('waiting', 'sent', 'accepted')) as "queue.pushes",
  (select count(*) from sync where completed_at is null) as "queue.syncs",
  (select count(*) from purge_receipt where purged_at is null) as "queue.purges"`;

/**
 * The oldest row of every table with a retention, and how many hours it may be old. A day of the message log is dropped
 * as a whole, so its first message is almost a day older than the setting says.
 */
export const retained: Record<string, { oldest: string; hours: number }> = {
  idempotent_request: { oldest: 'min(created_at)', hours: 24 },
  remembered_total: { oldest: 'min(counted_at)', hours: 24 },
  message: { oldest: 'min(created_at)', hours: keptHours.messages + 24 },
  attempt: { oldest: 'min(started_at)', hours: keptHours.messages + 24 },
  failure: { oldest: 'min(ended_at)', hours: keptHours.messages + 24 },
  delivery_count: { oldest: 'min(quarter)', hours: keptHours.counts },
  alert: { oldest: 'min(raised_at)', hours: keptHours.messages },
  push: { oldest: 'min(requested_at)', hours: keptHours.pushes },
  sync: { oldest: 'min(requested_at) filter (where not is_latest)', hours: keptHours.syncs },
  publication: { oldest: 'min(published_at) filter (where not is_collected)', hours: keptHours.versions },
  audit: { oldest: 'min(at)', hours: keptHours.audit },
  session: { oldest: 'min(created_at)', hours: keptHours.sessions },
  list_moment: { oldest: 'min(taken_at)', hours: 25 },
  database_size: { oldest: 'min(taken_at)', hours: 192 },
  attempt_count: { oldest: 'min(since)', hours: 0.25 },
};
/** The latest syncs of a data set stay. */
const sources: Record<string, string> = {
  sync: `(select s.*, exists (select from data_set d where s.sync_id in (d.latest_sync_id, d.latest_successful_sync_id))
    as is_latest from sync s) sync`,
};

export async function takeSample(stage: Stage): Promise<Sample> {
  const sample: Sample & { 'total.kb': number; 'total.dead': number } = { 'total.kb': 0, 'total.dead': 0 };
  for (const { name, process, restarts } of stage.processes) {
    if (restarts) continue;
    const { pid } = process.child;
    const [, rss = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    sample[`${name}.rssMb`] = Number(rss) / 1024;
    sample[`${name}.descriptors`] = readdirSync(`/proc/${pid}/fd`).length;
    const metrics = await (await fetch(`${process.url}/metrics`, { signal: AbortSignal.timeout(10_000) })).text();
    const [, heap = '0'] = /^daybook_nodejs_heap_size_used_bytes (\S+)/m.exec(metrics) ?? [];
    sample[`${name}.heapMb`] = Number(heap) / 2 ** 20;
  }
  const client = new pg.Client({ connectionString: stage.postgres.superuserUrl, statement_timeout: 30_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    const read = async (text: string): Promise<Record<string, string>[]> => (await client.query(text)).rows;
    for (const [name, value] of Object.entries((await read(state))[0] ?? {})) sample[name] = Number(value);
    for (const { name = '', kb, dead } of await read(tables)) {
      sample['total.kb'] += Number(kb);
      sample['total.dead'] += Number(dead);
      sample[`size.${short(name)}.kb`] = Number(kb);
      sample[`dead.${short(name)}`] = Number(dead);
      sample[`rows.${short(name)}`] = Number((await read(`select count(*) from ${name}`))[0]?.count);
    }
    for (const [name, { oldest, hours }] of Object.entries(retained)) {
      const age = `extract(epoch from now() - ${oldest}) / 3600 - ${hours}`;
      const [row] = await read(`select greatest(0, ${age}) as overdue from ${sources[name] ?? name}`);
      sample[`overdue.${name}.hours`] = Number(row?.overdue ?? 0);
    }
  } finally {
    await client.end().catch(() => {});
  }
  return sample;
}

const short = (name: string) => name.replace(/^public\./, '');
