-- additive: yes
-- Counts of delivery attempts. No statement in this file waits for an open dump. The statements that do wait are in
-- 0025, so that their retry neither reads the attempts again nor holds locks while the attempts are read.

-- Number of attempts per consumer and per quarter of an hour in which they started, for display in the portal. The
-- trigger below updates a row together with the attempts, even if an older program inserts them. Only retention removes
-- rows. Attempts of an account's older webhooks are counted under the consumer 00000000-….
create table delivery_count (
  account_id uuid not null,
  quarter timestamptz not null,
  consumer_id uuid not null,
  delivered int not null,
  failed int not null,
  -- ms_N is the number of attempts that were delivered within N milliseconds (cumulative).
  ms_1 int not null, ms_2 int not null, ms_3 int not null, ms_5 int not null, ms_8 int not null,
  ms_12 int not null, ms_20 int not null, ms_30 int not null, ms_50 int not null, ms_80 int not null,
  ms_120 int not null, ms_200 int not null, ms_300 int not null, ms_500 int not null, ms_800 int not null,
  ms_1200 int not null, ms_2000 int not null, ms_3000 int not null, ms_5000 int not null, ms_8000 int not null,
  primary key (account_id, quarter, consumer_id)
) with (fillfactor = 50);
create index delivery_count_by_age on delivery_count (quarter);
call protect_tenant_table('delivery_count');

-- Adds the attempts that one statement has inserted, with one row per consumer and quarter of an hour. The rows are
-- sorted, so that two statements with several consumers in common cannot deadlock.
create function count_attempts() returns trigger language plpgsql as $$
begin
  insert into delivery_count as c (account_id, quarter, consumer_id, delivered, failed,
    ms_1, ms_2, ms_3, ms_5, ms_8, ms_12, ms_20, ms_30, ms_50, ms_80, ms_120, ms_200, ms_300, ms_500, ms_800,
    ms_1200, ms_2000, ms_3000, ms_5000, ms_8000)
  select account_id, date_bin('15 minutes', started_at, 'epoch') as quarter, consumer_id,
    count(*) filter (where outcome = 'd'), count(*) filter (where outcome <> 'd'),
    count(*) filter (where took <= 1), count(*) filter (where took <= 2), count(*) filter (where took <= 3),
    count(*) filter (where took <= 5), count(*) filter (where took <= 8), count(*) filter (where took <= 12),
    count(*) filter (where took <= 20), count(*) filter (where took <= 30), count(*) filter (where took <= 50),
    count(*) filter (where took <= 80), count(*) filter (where took <= 120),
    count(*) filter (where took <= 200), count(*) filter (where took <= 300),
    count(*) filter (where took <= 500), count(*) filter (where took <= 800),
    count(*) filter (where took <= 1200), count(*) filter (where took <= 2000),
    count(*) filter (where took <= 3000), count(*) filter (where took <= 5000),
    count(*) filter (where took <= 8000)
  from (select *, case outcome when 'd' then duration_ms end as took from made) m
  group by 1, 2, 3 order by 1, 2, 3
  on conflict (account_id, quarter, consumer_id) do update set delivered = c.delivered + excluded.delivered,
    failed = c.failed + excluded.failed,
    ms_1 = c.ms_1 + excluded.ms_1, ms_2 = c.ms_2 + excluded.ms_2, ms_3 = c.ms_3 + excluded.ms_3,
    ms_5 = c.ms_5 + excluded.ms_5, ms_8 = c.ms_8 + excluded.ms_8, ms_12 = c.ms_12 + excluded.ms_12,
    ms_20 = c.ms_20 + excluded.ms_20, ms_30 = c.ms_30 + excluded.ms_30, ms_50 = c.ms_50 + excluded.ms_50,
    ms_80 = c.ms_80 + excluded.ms_80, ms_120 = c.ms_120 + excluded.ms_120, ms_200 = c.ms_200 + excluded.ms_200,
    ms_300 = c.ms_300 + excluded.ms_300, ms_500 = c.ms_500 + excluded.ms_500,
    ms_800 = c.ms_800 + excluded.ms_800, ms_1200 = c.ms_1200 + excluded.ms_1200,
    ms_2000 = c.ms_2000 + excluded.ms_2000, ms_3000 = c.ms_3000 + excluded.ms_3000,
    ms_5000 = c.ms_5000 + excluded.ms_5000, ms_8000 = c.ms_8000 + excluded.ms_8000;
  return null;
end $$;

-- Counts existing attempts, as far back as the portal shows them. This runs before the trigger is created, because the
-- lock for the trigger lasts until the end of this file. Attempts that an older program inserts between the two
-- statements are only in the message log. The condition on the message id limits the query to the partitions of those
-- days. It leaves out attempts for older messages that were resent.
insert into delivery_count
select account_id, date_bin('15 minutes', started_at, 'epoch') as quarter, consumer_id,
  count(*) filter (where outcome = 'd'), count(*) filter (where outcome <> 'd'),
  count(*) filter (where took <= 1), count(*) filter (where took <= 2), count(*) filter (where took <= 3),
  count(*) filter (where took <= 5), count(*) filter (where took <= 8), count(*) filter (where took <= 12),
  count(*) filter (where took <= 20), count(*) filter (where took <= 30), count(*) filter (where took <= 50),
  count(*) filter (where took <= 80), count(*) filter (where took <= 120),
  count(*) filter (where took <= 200), count(*) filter (where took <= 300),
  count(*) filter (where took <= 500), count(*) filter (where took <= 800),
  count(*) filter (where took <= 1200), count(*) filter (where took <= 2000),
  count(*) filter (where took <= 3000), count(*) filter (where took <= 5000),
  count(*) filter (where took <= 8000)
from (select *, case outcome when 'd' then duration_ms end as took from attempt
  where message_id >= first_id_of(current_date - 12) and started_at >= now() - interval '8 days') m group by 1, 2, 3;

create trigger counted after insert on attempt referencing new table as made
  for each statement execute function count_attempts();

-- The time when a worker last looked for due deliveries. During a gap no worker ran, so the gap does not count as time
-- in which a consumer failed.
create table lanes_watch (
  one_row boolean primary key default true check (one_row),
  seen_at timestamptz not null
);
