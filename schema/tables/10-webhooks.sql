-- Events and their delivery (docs/decisions/0011). An event is stored as a message. `delivery` contains only pending
-- deliveries, `failure` contains deliveries that ended without success, and `attempt` contains every HTTP request. A
-- delivery has no status column. So a worker can claim it without writing, and no two states can contradict each other.

create table consumer (
  account_id uuid not null references account on delete cascade,
  consumer_id uuid not null,
  -- Identifies the consumer's lane (its pending deliveries) in advisory locks and notifications.
  lane int generated always as identity unique,
  name text not null,
  url text not null,
  -- Event types that the consumer gets: full names, prefixes ("sync.*"), or "*" for all.
  event_types text[] not null,
  -- Ids of the companies whose events the consumer gets; null for all companies.
  channels uuid[],
  -- Custom headers, and the Authorization header, which only the portal can set. Both are encrypted, and bound to this
  -- account and consumer.
  headers text,
  authorization_header text,
  secret text not null,
  -- After a rotation, messages are signed with both secrets until previous_secret_until.
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
  -- Only for an ordered consumer. If its oldest delivery waits for a retry, no delivery is sent to it before this time.
  hold_until timestamptz,
  created_at timestamptz not null,
  -- Increases with every change, so that processes know when to read the consumer again.
  version int not null default 1,
  -- Whether a 410 response disables the consumer. If not, the response counts as a failed attempt like any other.
  is_disabled_by_410 boolean not null default false,
  primary key (account_id, consumer_id)
) with (fillfactor = 70);
create index consumer_failing on consumer (failing_since) where failing_since is not null;
create index consumer_held on consumer (hold_until) where hold_until is not null;
-- For the sweep (src/webhooks/lanes/sweep.ts), which looks for pending deliveries of disabled consumers. The index is
-- small, because few consumers are disabled.
create index consumer_disabled on consumer (lane) where not is_enabled;
create index consumer_by_id on consumer using hash (consumer_id);
call protect_tenant_table('consumer');

-- All events, with or without recipients. Message ids start with the time (UUID version 7). So the ids of a day form
-- one range, and each day has its own partition.
create table message (
  account_id uuid not null,
  message_id uuid not null,
  event_type text collate "C" not null,
  company_id uuid,
  connection_id uuid,
  -- Number of consumers that get the message, either from the start or through a later replay.
  recipients int not null,
  is_test boolean not null default false,
  created_at timestamptz not null,
  -- Rendered once, so that every attempt sends the same bytes.
  body text not null,
  made_by xid8 default pg_current_xact_id(),
  primary key (account_id, message_id)
) partition by range (message_id);
create index message_by_company on message (account_id, company_id, message_id);
create index message_by_type on message (account_id, event_type, message_id);
create index message_unmatched on message (account_id, message_id) where recipients = 0;
call protect_tenant_table('message');

-- Only pending deliveries. The table has no foreign keys. They are not needed, because the statement that inserts a
-- delivery also reads the consumer, and reads or inserts the message.
create table delivery (
  account_id uuid not null,
  message_id uuid not null,
  consumer_id uuid not null,
  lane int not null,
  -- Time of the next attempt; at first, the time of the event. For an ordered consumer, a failed attempt does not
  -- change this time, because consumer.hold_until delays the retry.
  due_at timestamptz not null,
  -- Number of attempts made.
  attempts smallint not null default 0,
  -- Time of the first attempt. After 28 hours, no further attempt is made.
  first_at timestamptz,
  -- Why the delivery is made: (e) an event, (t) a test, or a resend of (s) one message, (c) all failed messages, (p) all
  -- missed messages.
  cause "char" not null default 'e' check (cause in ('e', 't', 's', 'c', 'p')),
  primary key (account_id, message_id, consumer_id)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000, autovacuum_analyze_scale_factor = 0.1);
create index delivery_in_lane on delivery (lane, due_at, message_id);
-- Finds retries that are due. A delivery is in this index only after its first failed attempt, so most deliveries never
-- write to it.
create index delivery_to_retry on delivery (due_at, lane) where attempts > 0;
call protect_tenant_table('delivery');

-- Deliveries that ended without success. The client can have their messages sent again (redelivery).
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

-- Every HTTP request of a delivery. Rows are only added. Attempts are partitioned by the id of their message, so that
-- both are removed together.
create table attempt (
  account_id uuid not null,
  message_id uuid not null,
  attempt_id uuid not null,
  consumer_id uuid not null,
  -- 1 for the first attempt of a retry schedule. A resend starts a new schedule.
  number smallint not null,
  cause "char" not null,
  -- (d) delivered, (f) failed, (x) exhausted, that is, failed without a retry left, (g) gone, that is, the response was
  -- 410.
  outcome "char" not null check (outcome in ('d', 'f', 'x', 'g')),
  -- Null if there was no response; `error` then contains the reason.
  status_code smallint,
  error text,
  -- The beginning of the response, unless its status was 2xx.
  answer text,
  started_at timestamptz not null,
  duration_ms int not null,
  next_at timestamptz,
  made_by xid8 default pg_current_xact_id(),
  primary key (account_id, message_id, attempt_id)
) partition by range (message_id);
-- Sorted by message and not by time, because queries use this index to find the messages that a consumer got or did not
-- get.
create index attempt_by_consumer on attempt (account_id, consumer_id, message_id, attempt_id);
call protect_tenant_table('attempt');

-- For messages of a day without a partition, so that a message is never rejected. Empty as long as make_message_day is
-- called in time.
create table message_default partition of message default;
create table failure_default partition of failure default;
create table attempt_default partition of attempt default;

-- How many attempts each consumer got in each quarter of an hour, for the portal. A trigger adds new attempts in the
-- same statement that inserts them. Rows are removed when their retention period is over. Attempts of an account's
-- older webhooks are counted under the consumer id 00000000-….
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
create trigger counted after insert on attempt referencing new table as made
  for each statement execute function count_attempts();

-- The time when a worker last looked for due deliveries. If it is long ago, no worker was running. The time without a
-- worker does not count as time in which a consumer failed.
create table lanes_watch (
  one_row boolean primary key default true check (one_row),
  seen_at timestamptz not null
);

-- Jobs that send many messages to a consumer, in steps. Each step stores how far it has come.
create table redelivery (
  account_id uuid not null,
  redelivery_id uuid not null,
  consumer_id uuid not null,
  -- recover: resend failed messages. replay: send messages that the consumer never got. retry: retry pending deliveries
  -- now.
  kind text not null check (kind in ('recover', 'replay', 'retry')),
  since timestamptz not null,
  until timestamptz not null,
  status text not null check (status in ('Queued', 'Running', 'Complete', 'Cancelled')),
  requested_at timestamptz not null,
  completed_at timestamptz,
  -- `total` is the number of messages, counted in advance. `done` is the number of messages processed so far, and
  -- `through` is the last of them.
  total bigint not null,
  done bigint not null default 0,
  through uuid,
  -- Updated by the process that runs the job. If this time is old, the job was lost and is sent again.
  touched_at timestamptz not null,
  primary key (account_id, redelivery_id)
);
create index redelivery_open on redelivery (touched_at) where status in ('Queued', 'Running');
create index redelivery_by_id on redelivery using hash (redelivery_id);
call protect_tenant_table('redelivery');

-- `epoch` increases when a past message is sent to a consumer that had not got it. This can change totals in
-- message_total, so totals with an earlier epoch are ignored.
create table message_log (
  account_id uuid primary key,
  epoch bigint not null
) with (fillfactor = 50);
call protect_tenant_table('message_log');

-- Exact totals of the message log for each filter and day. A total counts the messages up to an id below which no
-- message can be added any more. So a page has to count only newer messages.
create table message_total (
  account_id uuid not null,
  filter_hash bytea not null,
  day date not null,
  epoch bigint not null,
  -- Messages before this id are counted.
  through uuid not null,
  total bigint not null,
  counted_at timestamptz not null,
  primary key (account_id, filter_hash, day)
);
create index message_total_by_age on message_total (counted_at);
call protect_tenant_table('message_total');
