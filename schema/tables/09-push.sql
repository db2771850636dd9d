-- Records sent to platforms (docs/decisions/0012). An operation is stored before anything is sent, and set to `sent`
-- before its request goes out, so that after a crash another process can find out what happened.
create table push (
  account_id uuid not null,
  company_id uuid not null,
  -- Id of the push. It is also sent to the provider as the reference of the record.
  push_id uuid not null,
  connection_id uuid not null,
  -- Position in the connection's queue. Pushes are sent in this order, one at a time.
  number bigint not null,
  platform_key text not null,
  data_type text not null,
  operation text not null check (operation in ('create', 'update', 'delete')),
  status text not null check (status in ('Pending', 'Success', 'Failed', 'TimedOut')),
  -- `waiting`: nothing was sent. `sent`: the request is about to go out, or went out. `accepted`: the provider is
  -- working on it. `known`: the outcome is known. `unknown`: the outcome cannot be found out, and a person must decide.
  step text not null check (step in ('waiting', 'sent', 'accepted', 'known', 'unknown')),
  -- The provider's id of the record. For update and delete, the client specifies it. For create, the provider returns
  -- it.
  record_id text,
  -- The record that the client sent, as text, so that no digit of a number is lost; null for delete.
  record text,
  -- The request as it was first prepared, so that a retry sends the same bytes, even after an upgrade.
  prepared text,
  ticket text,
  requested_at timestamptz not null,
  timeout_minutes int not null,
  times_out_at timestamptz not null,
  completed_at timestamptz,
  -- For a push that timed out: when its outcome became known.
  resolved_at timestamptz,
  attempts int not null default 0,
  -- Time of the latest request. Stored just before the request is sent.
  sent_at timestamptz,
  -- Time of the next attempt after a rate limit or an outage, or time of the next poll if the provider has accepted the
  -- push but not finished it.
  retry_at timestamptz,
  status_code int not null,
  -- HTTP status of the response to the push request itself.
  provider_status int,
  error_message text,
  validation jsonb,
  made_by xid8 default pg_current_xact_id(),
  -- HTTP status of the platform's latest response when Daybook asked for the outcome.
  last_poll_status int,
  primary key (account_id, company_id, push_id),
  foreign key (account_id, company_id) references company (account_id, company_id) on delete cascade
) with (fillfactor = 70);
create unique index push_in_line on push (account_id, company_id, connection_id, number);
-- Unfinished pushes of a connection, in order. The outcomes of pushes that have timed out are looked up later, in any
-- order.
create index push_open on push (account_id, company_id, connection_id, status, number)
  where step in ('waiting', 'sent', 'accepted');
create index push_by_age on push (requested_at);
create index push_by_id on push using hash (push_id);
-- For the portal, like sync_ended and sync_waiting.
create index push_ended on push (account_id, completed_at, status) where completed_at is not null;
create index push_unknown on push (account_id, requested_at) where step = 'unknown';
call protect_tenant_table('push');
create trigger keep_past before update on push for each row when (
    (old.status, old.step, old.status_code, old.completed_at, old.resolved_at, old.record_id, old.error_message)
    is distinct from
    (new.status, new.step, new.status_code, new.completed_at, new.resolved_at, new.record_id, new.error_message))
  execute function keep_past_push();

-- The queue of a connection, created by its first push. Only the process that holds the lease sends.
create table push_lane (
  account_id uuid not null,
  company_id uuid not null,
  connection_id uuid not null,
  platform_key text not null,
  last_number bigint not null default 0,
  -- Increases whenever a run is started. A process with an older fence can no longer write.
  fence int not null default 0,
  lease_until timestamptz,
  -- When a process must next look at the queue; null if nothing is left to do.
  wake_at timestamptz,
  primary key (account_id, company_id, connection_id),
  foreign key (account_id, company_id) references company (account_id, company_id) on delete cascade
) with (fillfactor = 50);
create index push_lane_to_wake on push_lane (wake_at) where wake_at is not null;
call protect_tenant_table('push_lane');
