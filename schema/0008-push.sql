-- Records sent to platforms (docs/decisions/0012). An operation is kept before anything is sent, and what is about to be
-- sent is kept before it is: whoever dies leaves behind what another needs to find out what became of it.

create table push (
  account_id uuid not null,
  company_id uuid not null,
  -- Also the reference under which the provider knows it.
  push_id uuid not null,
  connection_id uuid not null,
  -- The place in the connection's line: they are sent in this order, one at a time.
  number bigint not null,
  platform_key text not null,
  data_type text not null,
  operation text not null check (operation in ('create', 'update', 'delete')),
  status text not null check (status in ('Pending', 'Success', 'Failed', 'TimedOut')),
  -- What is known of the provider: `waiting` nothing was sent; `sent` the request was about to go out, or went;
  -- `accepted` the provider works on it; `known` the outcome; `unknown` nobody can tell, a person is asked.
  step text not null check (step in ('waiting', 'sent', 'accepted', 'known', 'unknown')),
  -- The provider's own id of the record: given on update and delete, learned on create.
  record_id text,
  -- The client's record as it came, to the digit; null on delete.
  record text,
  -- The request as it was first about to go out: whoever sends it again sends the same bytes, also after an upgrade.
  prepared text,
  ticket text,
  requested_at timestamptz not null,
  timeout_minutes int not null,
  times_out_at timestamptz not null,
  completed_at timestamptz,
  -- Of a push that timed out: when its outcome became known.
  resolved_at timestamptz,
  attempts int not null default 0,
  -- When the last request was about to go out.
  sent_at timestamptz,
  -- Not before then: a rate limit, a provider that is down, the next look at what was accepted.
  retry_at timestamptz,
  status_code int not null,
  provider_status int,
  error_message text,
  validation jsonb,
  primary key (account_id, company_id, push_id),
  foreign key (account_id, company_id) references company (account_id, company_id) on delete cascade
) with (fillfactor = 70);
-- What a connection has to do, in order; what has timed out is looked up later, in no order.
create unique index push_in_line on push (account_id, company_id, connection_id, number);
create index push_open on push (account_id, company_id, connection_id, status, number)
  where step in ('waiting', 'sent', 'accepted');
create index push_by_age on push (requested_at);
call protect_tenant_table('push');

-- One row for a connection that has ever pushed: whoever holds the lease is the only one who sends.
create table push_lane (
  account_id uuid not null,
  company_id uuid not null,
  connection_id uuid not null,
  platform_key text not null,
  last_number bigint not null default 0,
  -- Moves with every start of a run: whoever holds an older number can no longer write.
  fence int not null default 0,
  lease_until timestamptz,
  -- When somebody has to look at it; null where nothing is left to do.
  wake_at timestamptz,
  primary key (account_id, company_id, connection_id),
  foreign key (account_id, company_id) references company (account_id, company_id) on delete cascade
) with (fillfactor = 50);
create index push_lane_to_wake on push_lane (wake_at) where wake_at is not null;
call protect_tenant_table('push_lane');

-- A push that has succeeded is published as a small generation of its own, also while a sync is writing: a sync writes a
-- generation with room before it (src/data/write/open-generation.ts). Null while no sync has begun one.
alter table data_set
  add column writing_generation int,
  -- What pushes have changed in the counts of that generation (src/data/write/place-pushed.ts).
  add column writing_added int not null default 0,
  add column writing_updated int not null default 0,
  add column writing_deleted int not null default 0,
  add column writing_restored int not null default 0;
update data_set d set writing_generation = d.published_generation + 1 where exists (
  select from record r where r.account_id = d.account_id and r.company_id = d.company_id and r.data_set_id = d.data_set_id
    and r.gen_from > d.published_generation);
-- The published generation when its pass began: what was pushed later, the pass need not have met.
alter table sync add column began_after int;
alter table publication alter column sync_id drop not null;
alter table publication add column push_id uuid;
