-- Events and their delivery (docs/decisions/0011). A message is an event in the log. A delivery has a row only while it
-- is pending, a failure is a delivery that ended without success, and an attempt is one HTTP request. So claiming
-- deliveries writes nothing, and no two states can contradict each other.

create table consumer (
  account_id uuid not null references account on delete cascade,
  consumer_id uuid not null,
  -- Identifies the consumer's lane in advisory locks and notifications.
  lane int generated always as identity unique,
  name text not null,
  url text not null,
  -- Names, prefixes ("sync.*") or everything ("*").
  event_types text[] not null,
  -- Company ids; null means all companies.
  channels uuid[],
  -- The custom headers, and separately the Authorization header, which only the portal can set. Both are sealed, and
  -- bound to account and consumer.
  headers text,
  authorization_header text,
  secret text not null,
  -- Also signs deliveries, next to the new secret, until previous_secret_until.
  previous_secret text,
  previous_secret_until timestamptz,
  rate_limit_per_second int check (rate_limit_per_second > 0),
  concurrency_max int check (concurrency_max > 0),
  is_ordered boolean not null default false,
  is_enabled boolean not null default true,
  disabled_at timestamptz,
  disabled_reason text check (disabled_reason in ('client', 'failing', 'gone')),
  -- Time of the first failed attempt after the last successful one.
  failing_since timestamptz,
  warned_at timestamptz,
  -- For an ordered consumer whose first delivery waits for its next attempt: nothing is sent before then.
  hold_until timestamptz,
  created_at timestamptz not null,
  -- Incremented with every change, so that workers know when to reload the consumer.
  version int not null default 1,
  primary key (account_id, consumer_id)
) with (fillfactor = 70);
create index consumer_failing on consumer (failing_since) where failing_since is not null;
create index consumer_held on consumer (hold_until) where hold_until is not null;
call protect_tenant_table('consumer');

-- Every emitted event, also one without recipients. Ids are UUIDs of version 7: a day is a range of ids and a
-- partition.
create table message (
  account_id uuid not null,
  message_id uuid not null,
  event_type text collate "C" not null,
  company_id uuid,
  connection_id uuid,
  -- Number of consumers it was sent to, both when it was emitted and later (replay).
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

-- Pending deliveries only. No foreign keys on this path: the one statement that writes each row guarantees the same.
create table delivery (
  account_id uuid not null,
  message_id uuid not null,
  consumer_id uuid not null,
  lane int not null,
  -- Time of emission, or of the next attempt. Unchanged for an ordered consumer: there, consumer.hold_until delays it.
  due_at timestamptz not null,
  -- Number of attempts made so far.
  attempts smallint not null default 0,
  -- Time of the first attempt. No attempt is made later than 28 hours after it.
  first_at timestamptz,
  -- event, test, resent, recovered, replayed
  cause "char" not null default 'e' check (cause in ('e', 't', 's', 'c', 'p')),
  primary key (account_id, message_id, consumer_id)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000, autovacuum_analyze_scale_factor = 0.1);
create index delivery_in_lane on delivery (lane, due_at, message_id);
-- Retries that come due. Only failed deliveries have entries here.
create index delivery_to_retry on delivery (due_at, lane) where attempts > 0;
call protect_tenant_table('delivery');

-- Stores events as messages, each with one delivery per matching consumer, and returns the lanes of those consumers. It
-- is a function so that its plan is cached: planning it for each event takes more than half of an event's cost in
-- PostgreSQL.
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

-- Deliveries that ended without success. Recovery reads them from here.
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

-- Every HTTP attempt. Append only, and partitioned like its message: both are dropped with the day of the message.
create table attempt (
  account_id uuid not null,
  message_id uuid not null,
  attempt_id uuid not null,
  consumer_id uuid not null,
  -- 1 for the first attempt of a schedule; a resent delivery starts at 1 again.
  number smallint not null,
  cause "char" not null,
  -- delivered, failed, exhausted (failed, and the last one), gone (410)
  outcome "char" not null check (outcome in ('d', 'f', 'x', 'g')),
  -- Null if there was no response; then `error` contains the reason.
  status_code smallint,
  error text,
  -- The beginning of the response body, unless the status was 2xx.
  answer text,
  started_at timestamptz not null,
  duration_ms int not null,
  next_at timestamptz,
  primary key (account_id, message_id, attempt_id)
) partition by range (message_id);
-- By message, not by time: finds the messages that a consumer received, and by exclusion those that it did not.
create index attempt_by_consumer on attempt (account_id, consumer_id, message_id, attempt_id);
call protect_tenant_table('attempt');

-- For messages of a day without a partition, so that no message is rejected. Empty while partitions are created in
-- time.
create table message_default partition of message default;
create table failure_default partition of failure default;
create table attempt_default partition of attempt default;

-- The lowest id of a day.
create function first_id_of(day date) returns uuid language sql immutable as $$
  select (lpad(to_hex((extract(epoch from day::timestamp) * 1000)::bigint), 12, '0') || '00000000000000000000')::uuid
$$;

-- Creates the partitions of a day. Attached, not created in place: that would block readers and writers of all days.
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

-- Work on many messages of a consumer: done in steps, and each step records its progress.
create table redelivery (
  account_id uuid not null,
  redelivery_id uuid not null,
  consumer_id uuid not null,
  -- recover: failed messages; replay: messages that were never sent to the consumer.
  kind text not null check (kind in ('recover', 'replay')),
  since timestamptz not null,
  until timestamptz not null,
  status text not null check (status in ('Queued', 'Running', 'Complete', 'Cancelled')),
  requested_at timestamptz not null,
  completed_at timestamptz,
  -- Counted in advance; redelivered so far; the last message processed.
  total bigint not null,
  done bigint not null default 0,
  through uuid,
  -- Heartbeat of the job that runs it. If it is too old, the engine has lost the job.
  touched_at timestamptz not null,
  primary key (account_id, redelivery_id)
);
create index redelivery_open on redelivery (touched_at) where status in ('Queued', 'Running');
call protect_tenant_table('redelivery');

-- The epoch increases whenever an older message is sent to a consumer that had not received it.
create table message_log (
  account_id uuid primary key,
  epoch bigint not null
) with (fillfactor = 50);
call protect_tenant_table('message_log');

-- Exact totals of the message log, counted once per filter and day, up to an id below which no more messages can
-- appear. A page then counts only newer messages, however many there are in total.
create table message_total (
  account_id uuid not null,
  filter_hash bytea not null,
  day date not null,
  epoch bigint not null,
  -- Messages with ids below this one are counted.
  through uuid not null,
  total bigint not null,
  counted_at timestamptz not null,
  primary key (account_id, filter_hash, day)
);
create index message_total_by_age on message_total (counted_at);
call protect_tenant_table('message_total');

-- Age of the oldest open transaction that has written something: its rows are not visible yet.
create function oldest_write_ms() returns float8 language sql security definer set search_path = pg_catalog as $$
  select coalesce(max(extract(epoch from clock_timestamp() - xact_start)) * 1000, 0)::float8
  from pg_stat_activity where backend_xid is not null and datname = current_database()
$$;

-- Rate limits that an account has reached. One event is sent when a limit is reached and one when it resets.
create table limit_reached (
  account_id uuid not null references account on delete cascade,
  limit_window text not null check (limit_window in ('minute', 'day')),
  resets_at timestamptz not null,
  primary key (account_id, limit_window)
);
create index limit_reached_over on limit_reached (resets_at);
call protect_tenant_table('limit_reached');
