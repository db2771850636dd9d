-- Records sent to platforms (docs/decisions/0012). An operation is stored before anything is sent, and each request
-- before it goes out: if a worker dies, another one has what it needs to find out what happened.

create table push (
  account_id uuid not null,
  company_id uuid not null,
  -- Also the reference by which the provider knows the operation.
  push_id uuid not null,
  connection_id uuid not null,
  -- Position in the connection's queue: pushes are sent in this order, one at a time.
  number bigint not null,
  platform_key text not null,
  data_type text not null,
  operation text not null check (operation in ('create', 'update', 'delete')),
  status text not null check (status in ('Pending', 'Success', 'Failed', 'TimedOut')),
  -- What is known about the provider's side. `waiting`: nothing was sent. `sent`: the request was about to go out, or
  -- did. `accepted`: the provider is processing it. `known`: the outcome is known. `unknown`: only a person can find
  -- out.
  step text not null check (step in ('waiting', 'sent', 'accepted', 'known', 'unknown')),
  -- The provider's own record id: given for update and delete, returned by the provider for create.
  record_id text,
  -- The client's record exactly as received, with all digits; null for delete.
  record text,
  -- The first request as it was prepared, so that a retry sends the same bytes, even after an upgrade.
  prepared text,
  ticket text,
  requested_at timestamptz not null,
  timeout_minutes int not null,
  times_out_at timestamptz not null,
  completed_at timestamptz,
  -- For a push that timed out: when its outcome became known.
  resolved_at timestamptz,
  attempts int not null default 0,
  -- When the last request was about to go out.
  sent_at timestamptz,
  -- Earliest next action: after a rate limit, during a provider outage, or to poll an accepted operation.
  retry_at timestamptz,
  status_code int not null,
  provider_status int,
  error_message text,
  validation jsonb,
  primary key (account_id, company_id, push_id),
  foreign key (account_id, company_id) references company (account_id, company_id) on delete cascade
) with (fillfactor = 70);
-- Open work of a connection, in order. The outcome of a timed-out push is looked up later, in no order.
create unique index push_in_line on push (account_id, company_id, connection_id, number);
create index push_open on push (account_id, company_id, connection_id, status, number)
  where step in ('waiting', 'sent', 'accepted');
create index push_by_age on push (requested_at);
call protect_tenant_table('push');

-- One row per connection that has ever pushed. Only the holder of the lease sends.
create table push_lane (
  account_id uuid not null,
  company_id uuid not null,
  connection_id uuid not null,
  platform_key text not null,
  last_number bigint not null default 0,
  -- Incremented with every start of a run: a worker with an older number can no longer write.
  fence int not null default 0,
  lease_until timestamptz,
  -- When a worker must look at this row; null if nothing is left to do.
  wake_at timestamptz,
  primary key (account_id, company_id, connection_id),
  foreign key (account_id, company_id) references company (account_id, company_id) on delete cascade
) with (fillfactor = 50);
create index push_lane_to_wake on push_lane (wake_at) where wake_at is not null;
call protect_tenant_table('push_lane');

-- A successful push is published at once as a small generation of its own, even while a sync is writing. The sync
-- therefore leaves room before the generation that it writes (src/data/open-generation.ts). Null while no sync is
-- writing one.
alter table data_set
  add column writing_generation int,
  -- How pushes have changed the counts of that generation (src/data/place-pushed.ts).
  add column writing_added int not null default 0,
  add column writing_updated int not null default 0,
  add column writing_deleted int not null default 0,
  add column writing_restored int not null default 0;
update data_set d set writing_generation = d.published_generation + 1 where exists (
  select from record r where r.account_id = d.account_id and r.company_id = d.company_id and r.data_set_id = d.data_set_id
    and r.gen_from > d.published_generation);
-- The published generation when the pass began: the pass may not have seen records that were pushed after it.
alter table sync add column began_after int;
alter table publication alter column sync_id drop not null;
alter table publication add column push_id uuid;
