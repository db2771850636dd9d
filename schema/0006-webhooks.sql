-- Events and their delivery (docs/decisions/0011). A message is an event in the log. A delivery is a row only while it is
-- pending; what has ended without success is a failure; every HTTP try is an attempt. So a claim writes nothing, and no
-- state can contradict another.

create table consumer (
  account_id uuid not null references account on delete cascade,
  consumer_id uuid not null,
  -- Names the consumer's lane in advisory locks and bells.
  lane int generated always as identity unique,
  name text not null,
  url text not null,
  -- Names, prefixes ("sync.*") or everything ("*").
  event_types text[] not null,
  -- Companies; null for those of all.
  channels uuid[],
  -- Custom headers and, apart from them, the Authorization header that only the portal can set: sealed, and bound to
  -- account and consumer.
  headers text,
  authorization_header text,
  secret text not null,
  -- Signs beside the new one until then.
  previous_secret text,
  previous_secret_until timestamptz,
  rate_limit_per_second int check (rate_limit_per_second > 0),
  concurrency_max int check (concurrency_max > 0),
  is_ordered boolean not null default false,
  is_enabled boolean not null default true,
  disabled_at timestamptz,
  disabled_reason text check (disabled_reason in ('client', 'failing', 'gone')),
  -- Since the first attempt that failed after the last one that succeeded.
  failing_since timestamptz,
  warned_at timestamptz,
  -- Of an ordered consumer whose first delivery waits for its next attempt: nothing is sent before then.
  hold_until timestamptz,
  created_at timestamptz not null,
  -- Moves with every change: whoever has read it before reads it again.
  version int not null default 1,
  primary key (account_id, consumer_id)
) with (fillfactor = 70);
create index consumer_failing on consumer (failing_since) where failing_since is not null;
create index consumer_held on consumer (hold_until) where hold_until is not null;
call protect_tenant_table('consumer');

-- What has been emitted, whoever listens. Ids are UUIDs of version 7: a day is a range of them, and so is a partition.
create table message (
  account_id uuid not null,
  message_id uuid not null,
  event_type text collate "C" not null,
  company_id uuid,
  connection_id uuid,
  -- Consumers that it has gone to: when it was emitted, and those that it was brought to later.
  recipients int not null,
  is_test boolean not null default false,
  created_at timestamptz not null,
  -- Rendered once: every attempt sends the same bytes.
  body text not null,
  primary key (account_id, message_id)
) partition by range (message_id);
create index message_by_company on message (account_id, company_id, message_id);
create index message_by_type on message (account_id, event_type, message_id);
create index message_unmatched on message (account_id, message_id) where recipients = 0;
call protect_tenant_table('message');

-- Pending only. No foreign keys on this path: what they would hold is held by the one statement that writes each row.
create table delivery (
  account_id uuid not null,
  message_id uuid not null,
  consumer_id uuid not null,
  lane int not null,
  -- When it was emitted, or when its next attempt is. That of an ordered consumer stays: consumer.hold_until waits for it.
  due_at timestamptz not null,
  -- Attempts made.
  attempts smallint not null default 0,
  -- The first of them: 28 hours later no more are made.
  first_at timestamptz,
  -- event, test, resent, recovered, replayed
  cause "char" not null default 'e' check (cause in ('e', 't', 's', 'c', 'p')),
  primary key (account_id, message_id, consumer_id)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000, autovacuum_analyze_scale_factor = 0.1);
create index delivery_in_lane on delivery (lane, due_at, message_id);
-- Retries that come due: written by failures only.
create index delivery_to_retry on delivery (due_at, lane) where attempts > 0;
call protect_tenant_table('delivery');

-- Keeps events as messages, each with one delivery per consumer that it is for; gives the lanes of those. A function so
-- that its plan is kept: made anew for each event, it takes more than half of what an event costs PostgreSQL.
create function keep_messages(account uuid, ids uuid[], types text[], patterns text[], companies uuid[],
  connections uuid[], times timestamptz[], bodies_before_name text[], bodies_after_name text[])
returns setof int language plpgsql set plan_cache_mode = 'force_generic_plan' set enable_seqscan = 'off' as $$
begin
  return query with e as (
    select * from unnest(ids, types, patterns, companies, connections, times, bodies_before_name, bodies_after_name)
      e (message_id, event_type, patterns, company_id, connection_id, at, before_name, after_name)
  ), hit as materialized (
    select e.message_id, e.at, c.consumer_id, c.lane from e join consumer c on c.account_id = account
      and c.is_enabled and c.event_types && string_to_array(e.patterns, ' ')
      and (c.channels is null or e.company_id = any (c.channels))
  ), kept as (
    insert into message (account_id, message_id, event_type, company_id, connection_id, recipients, created_at, body)
    select a.account_id, e.message_id, e.event_type, e.company_id, e.connection_id,
      (select count(*) from hit where hit.message_id = e.message_id), e.at,
      e.before_name || to_json(a.name)::text || e.after_name
    from e cross join account a where a.account_id = account
  )
  insert into delivery as d (account_id, message_id, consumer_id, lane, due_at)
  select account, hit.message_id, hit.consumer_id, hit.lane, hit.at from hit returning d.lane;
end $$;

-- Ended without success: recovery takes them from here.
create table failure (
  account_id uuid not null,
  message_id uuid not null,
  consumer_id uuid not null,
  company_id uuid,
  reason text not null check (reason in ('exhausted', 'gone', 'cancelled')),
  ended_at timestamptz not null,
  primary key (account_id, message_id, consumer_id)
) partition by range (message_id);
create index failure_by_consumer on failure (account_id, consumer_id, message_id);
create index failure_by_company on failure (account_id, company_id, message_id);
call protect_tenant_table('failure');

-- Every HTTP try, append only, beside its message: both go with the day of the message.
create table attempt (
  account_id uuid not null,
  message_id uuid not null,
  attempt_id uuid not null,
  consumer_id uuid not null,
  -- 1 for the first of its schedule; a delivery that was sent again begins anew.
  number smallint not null,
  cause "char" not null,
  -- delivered, failed, exhausted (failed, and the last one), gone (410)
  outcome "char" not null check (outcome in ('d', 'f', 'x', 'g')),
  -- Null where no answer came; then `error` says why.
  status_code smallint,
  error text,
  -- The beginning of the answer, where it was none of 2xx.
  answer text,
  started_at timestamptz not null,
  duration_ms int not null,
  next_at timestamptz,
  primary key (account_id, message_id, attempt_id)
) partition by range (message_id);
-- By message, not by time: the messages of a consumer are found by it, and so are those that it never got.
create index attempt_by_consumer on attempt (account_id, consumer_id, message_id, attempt_id);
call protect_tenant_table('attempt');

-- Where no day has been made: a message is never refused. Empty, as long as somebody makes the days.
create table message_default partition of message default;
create table failure_default partition of failure default;
create table attempt_default partition of attempt default;

-- The first id of a day.
create function first_id_of(day date) returns uuid language sql immutable as $$
  select (lpad(to_hex((extract(epoch from day::timestamp) * 1000)::bigint), 12, '0') || '00000000000000000000')::uuid
$$;

-- Makes the partitions of a day. Attached, not created in place: that locks out readers and writers of all days.
create procedure make_message_day(day date) language plpgsql as $$
declare
  parent text;
  part text;
begin
  foreach parent in array array['message', 'failure', 'attempt'] loop
    part := format('%s_%s', parent, to_char(day, 'YYYYMMDD'));
    continue when to_regclass(part) is not null;
    execute format('create table %I (like %I including defaults including constraints including storage)', part, parent);
    execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, part,
      first_id_of(day), first_id_of(day + 1));
  end loop;
end $$;

-- Work that goes over many messages of a consumer: done in steps, each of which says how far it has come.
create table redelivery (
  account_id uuid not null,
  redelivery_id uuid not null,
  consumer_id uuid not null,
  -- Failed ones again, or those that were never sent to it.
  kind text not null check (kind in ('recover', 'replay')),
  since timestamptz not null,
  until timestamptz not null,
  status text not null check (status in ('Queued', 'Running', 'Complete', 'Cancelled')),
  requested_at timestamptz not null,
  completed_at timestamptz,
  -- Counted in advance; what has been brought up to now; the last message looked at.
  total bigint not null,
  done bigint not null default 0,
  through uuid,
  -- A sign of life of whoever runs it: without any for a while, the engine has forgotten it.
  touched_at timestamptz not null,
  primary key (account_id, redelivery_id)
);
create index redelivery_open on redelivery (touched_at) where status in ('Queued', 'Running');
call protect_tenant_table('redelivery');

-- Moves whenever a message of the past is brought to a consumer that it had not gone to.
create table message_log (
  account_id uuid primary key,
  epoch bigint not null
) with (fillfactor = 50);
call protect_tenant_table('message_log');

-- Exact totals of the message log, counted once for good: per filter and day, up to an id below which nothing can come
-- any more. A page then counts only what is newer, however many messages there are.
create table message_total (
  account_id uuid not null,
  filter_hash bytea not null,
  day date not null,
  epoch bigint not null,
  -- Counted is what comes before.
  through uuid not null,
  total bigint not null,
  counted_at timestamptz not null,
  primary key (account_id, filter_hash, day)
);
create index message_total_by_age on message_total (counted_at);
call protect_tenant_table('message_total');

-- For how long the oldest transaction that has written something has been open: what it wrote is not yet to be seen.
create function oldest_write_ms() returns float8 language sql security definer set search_path = pg_catalog as $$
  select coalesce(max(extract(epoch from clock_timestamp() - xact_start)) * 1000, 0)::float8
  from pg_stat_activity where backend_xid is not null and datname = current_database()
$$;

-- Limits that an account has run into: told once when reached, once when over.
create table limit_reached (
  account_id uuid not null references account on delete cascade,
  limit_window text not null check (limit_window in ('minute', 'day')),
  resets_at timestamptz not null,
  primary key (account_id, limit_window)
);
create index limit_reached_over on limit_reached (resets_at);
call protect_tenant_table('limit_reached');
