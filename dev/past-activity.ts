import pg from 'pg';
import { bounds } from '../src/webhooks/consumers/count-attempts.ts';

/**
 * Invents a month of past activity for the demo: a sync of every data type a day, some of which failed, and the
 * deliveries of each hour. What happens from now on is real.
 */
export async function inventPastActivity(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    const { rowCount } = await client.query("select from sync where requested_at < now() - interval '2 days' limit 1");
    if (rowCount) return;
    await client.query(pastSyncs);
    await client.query(pastDeliveries);
  } finally {
    await client.end();
  }
}

/** `day` and the place of the row give the same numbers in every run. */
const pastSyncs = `insert into sync
  select (jsonb_populate_record(s, jsonb_build_object(
      'sync_id', lpad(to_hex((extract(epoch from p.at) * 1000)::bigint), 12, '0') || '7' || substr(md5(s.sync_id::text || day), 1, 3)
        || '8' || substr(md5(day || s.sync_id::text), 1, 15),
      'trigger', 'schedule', 'generation', null, 'lease_until', null, 'is_full', day % 7 = 0,
      'requested_at', p.at, 'started_at', p.at + interval '1 second' * (p.luck % 20),
      'completed_at', p.at + interval '1 second' * (p.luck % 20 + 2 + p.luck % 60),
      'status', case when p.luck % 41 = 0 then 'FetchError' else 'Complete' end,
      'error_code', case when p.luck % 41 = 0 then 'platformUnavailable' end,
      'error_message', case when p.luck % 41 = 0 then 'The platform did not answer.' end,
      'records', p.luck % 30, 'added', p.luck % 7, 'updated', p.luck % 23, 'unchanged', 0, 'deleted', (p.luck % 17) / 15))).*
    from sync s cross join generate_series(1, 30) day cross join lateral (select
      now() - interval '1 minute' * (day * 1440 - (hashtext(s.data_type || day) & 1023)) as at,
      hashtext(s.sync_id::text || day) & 65535 as luck) p
    where s.status = 'Complete'`;

const pastDeliveries = `insert into delivery_count (account_id, quarter, consumer_id, delivered, failed,
    ${bounds.map((ms) => `ms_${ms}`).join()})
  select k.account_id, h.quarter, k.consumer_id, case when is_ok then n else 0 end, case when is_ok then 0 else n % 5 end,
    ${bounds.map((ms) => `case when is_ok then (n * least(1, ${ms} / 90.0))::int else 0 end`).join()}
  from consumer k cross join lateral (select k.name not like '%(fails)' as is_ok) o
  cross join lateral (select date_trunc('hour', now()) - interval '1 hour' * hour as quarter,
      (hashtext(k.name || hour) & 15) + case when hour % 24 between 6 and 16 then 25 else 2 end as n
    from generate_series(1, 30 * 24) hour) h
  on conflict do nothing`;
