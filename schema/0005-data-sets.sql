-- Data sets in generations (docs/decisions/0010). Readers select rows with gen_from <= G and (gen_to is null or
-- gen_to > G). A sync writes a later generation (G + 1 here; see 0008) and publishes it with one UPDATE of
-- published_generation.

create table data_set (
  account_id uuid not null,
  company_id uuid not null,
  data_set_id bigint generated always as identity,
  connection_id uuid not null,
  data_type text not null,
  -- 0 until the first sync has been published: the data set is not ready.
  published_generation int not null default 0,
  -- Older generations have been removed, and cursors that point to them no longer work.
  oldest_generation int not null default 1,
  published_at timestamptz,
  total bigint not null default 0,
  -- How many of the total the provider has deleted.
  deleted bigint not null default 0,
  -- Where the next incremental sync starts, in the connector's own format.
  cursor text,
  last_full_at timestamptz,
  latest_sync_id uuid,
  latest_successful_sync_id uuid,
  last_successful_at timestamptz,
  requested_at timestamptz not null,
  primary key (account_id, company_id, data_set_id)
) with (fillfactor = 70);
create unique index data_set_by_type on data_set (account_id, company_id, data_type, connection_id);
call protect_tenant_table('data_set');

create table record (
  account_id uuid not null,
  company_id uuid not null,
  data_set_id bigint not null,
  record_id text collate "C" not null,
  gen_from int not null,
  gen_to int,
  -- Why this version was written: added, updated or deleted. A deleted record stays readable with metadata.isDeleted.
  change "char" not null check (change in ('a', 'u', 'd')),
  -- Hash of the provider's payload and the mapping version. The same hash means that the record has not changed.
  hash bytea not null,
  -- Columns for filtering and ordering; src/data-types defines which field each one holds. Ordered columns are never
  -- null: a missing value is -infinity. Comparisons of numeric are not leakproof, so under row-level security they
  -- cannot use an index: the float8 copy sorts and finds rows, the exact number decides (665 ms against 0.7 ms).
  -- Status is stored in lower case.
  status text collate "C",
  date1 timestamptz not null default '-infinity',
  date2 timestamptz not null default '-infinity',
  amount1 numeric,
  amount1_f float8 not null default '-Infinity',
  amount2 numeric,
  amount2_f float8 not null default '-Infinity',
  ref1 text collate "C",
  payload jsonb not null,
  -- The provider's own payload, exactly as received.
  source text,
  primary key (account_id, company_id, data_set_id, record_id, gen_from) include (gen_to)
) partition by hash (company_id);
-- Pages read the payload, so it stays in the row. The source is seldom read and is stored out of line. Neither is
-- compressed as long as it fits: pglz took more time than all indexes together.
alter table record alter column payload set storage main, alter column source set storage external;

do $$ begin
  for part in 0..31 loop
    execute format('create table record_%s partition of record for values with (modulus 32, remainder %s)
      with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05,
        autovacuum_analyze_scale_factor = 0.05)', to_char(part, 'FM00'), part);
  end loop;
end $$;
create index record_by_date on record (account_id, company_id, data_set_id, date1, record_id);
create index record_by_amount on record (account_id, company_id, data_set_id, amount1_f, record_id);
-- Covers counts for the most common filters: status, also combined with the amount.
create index record_by_status on record (account_id, company_id, data_set_id, status, record_id)
  include (gen_from, gen_to, amount1_f, amount1);
-- Only the change feed uses this index: it reads one generation and adds "gen_from > 0", which every row satisfies.
-- Without that condition PostgreSQL 18 would also use it to look up single records, with a skip scan over generations.
create index record_by_generation on record (account_id, company_id, data_set_id, gen_from, record_id) where gen_from > 0;
-- For the garbage collector, which reads closed versions.
create index record_closed on record (account_id, company_id, data_set_id, gen_to) where gen_to is not null;
call protect_tenant_table('record');

-- Ids that a full pass has seen, as 64-bit hashes: 9 bytes of WAL per record instead of 45.
create table seen_page (
  account_id uuid not null,
  company_id uuid not null,
  data_set_id bigint not null,
  page int not null,
  ids bigint[] not null,
  primary key (account_id, company_id, data_set_id, page)
);
call protect_tenant_table('seen_page');

-- The position of an account's change feed: a counter row that stays locked until the publication is committed. With a
-- sequence, a reader could skip a publication that is not visible yet (18 to 39 % were missed).
create table change_position (
  account_id uuid primary key references account on delete cascade,
  position bigint not null
) with (fillfactor = 50);
call protect_tenant_table('change_position');

create table publication (
  account_id uuid not null,
  position bigint not null,
  company_id uuid not null,
  data_set_id bigint not null,
  generation int not null,
  sync_id uuid not null,
  published_at timestamptz not null,
  total bigint not null,
  changes bigint not null,
  -- The generations before this one have been removed.
  is_collected boolean not null default false,
  primary key (account_id, position)
);
create index publication_by_company on publication (account_id, company_id, position);
create unique index publication_by_generation on publication (account_id, company_id, data_set_id, generation);
create index publication_to_collect on publication (published_at) where not is_collected;
call protect_tenant_table('publication');

-- One run that fills one data set. States and transitions: src/sync/states.ts.
create table sync (
  account_id uuid not null,
  company_id uuid not null,
  sync_id uuid not null,
  data_set_id bigint not null,
  connection_id uuid not null,
  platform_key text not null,
  data_type text not null,
  trigger text not null check (trigger in ('first', 'schedule', 'manual')),
  status text not null check (status in ('Queued', 'Fetching', 'Waiting', 'Publishing', 'Complete', 'FetchError',
    'AuthError', 'PermissionsError', 'NotSupported', 'InternalError', 'Cancelled')),
  requested_at timestamptz not null,
  started_at timestamptz,
  completed_at timestamptz,
  -- The generation that this sync writes.
  generation int,
  -- A full sync reads everything, and so also finds deleted records.
  is_full boolean,
  -- Incremented with every start of the run: a worker with an older number can no longer write.
  fence int not null default 0,
  -- A worker owns the sync until then; afterwards any worker may take over. For a queued sync: when to resend its job.
  lease_until timestamptz,
  -- Where this pass resumes, and where the next incremental one starts, in the connector's own format.
  resume_at text,
  cursor text,
  pages int not null default 0,
  records bigint not null default 0,
  added bigint not null default 0,
  updated bigint not null default 0,
  unchanged bigint not null default 0,
  deleted bigint not null default 0,
  -- Deleted records that exist again at the provider; included in `updated`.
  restored bigint not null default 0,
  attempts int not null default 0,
  error_code text,
  error_message text,
  retry_at timestamptz,
  -- A person has seen how many records would be deleted, and has confirmed it.
  is_deletion_confirmed boolean not null default false,
  timeline jsonb not null default '[]',
  primary key (account_id, company_id, sync_id)
) with (fillfactor = 70);
create unique index sync_one_unfinished on sync (account_id, company_id, data_set_id)
  where status in ('Queued', 'Fetching', 'Waiting', 'Publishing');
create index sync_by_generation on sync (account_id, company_id, data_set_id, generation);
create index sync_to_wake on sync (retry_at) where status = 'Waiting' and retry_at is not null;
create index sync_to_recover on sync (lease_until) where status in ('Queued', 'Fetching', 'Publishing');
create index sync_by_age on sync (requested_at);
call protect_tenant_table('sync');

-- Sync settings of an account, and of companies with their own: what the client set, by data type.
create table account_sync_settings (
  account_id uuid primary key references account on delete cascade,
  settings jsonb not null,
  -- The schedules of the account's companies do not match the settings yet; a job has processed them up to this
  -- company.
  is_refresh_pending boolean not null default false,
  refreshed_through uuid
);
create index account_sync_settings_pending on account_sync_settings (account_id) where is_refresh_pending;
call protect_tenant_table('account_sync_settings');

create table company_sync_settings (
  account_id uuid not null,
  company_id uuid not null,
  settings jsonb not null,
  primary key (account_id, company_id),
  foreign key (account_id, company_id) references company (account_id, company_id) on delete cascade
);
call protect_tenant_table('company_sync_settings');

-- When each data type of a company is due. Written when a connection is linked and when settings change.
create table sync_schedule (
  account_id uuid not null,
  company_id uuid not null,
  data_type text not null,
  schedule text not null check (schedule in ('hourly', 'daily', 'weekly', 'monthly')),
  next_at timestamptz not null,
  primary key (account_id, company_id, data_type),
  foreign key (account_id, company_id) references company (account_id, company_id) on delete cascade
) with (
  fillfactor = 80,
  -- Each start leaves a dead index entry exactly where the next scan begins: vacuum removes them every minute or two.
  autovacuum_vacuum_scale_factor = 0.001,
  autovacuum_vacuum_threshold = 1000
);
create index sync_schedule_due on sync_schedule (next_at);
call protect_tenant_table('sync_schedule');

-- Requests to providers per period, counted over all processes: one row per platform and one per connection.
create table provider_budget (
  budget text primary key,
  -- When the budget will be fully available again. Each request moves this later by the share of time that it uses.
  busy_until timestamptz not null,
  -- Size of the last block taken. The process that takes a block reads it with RETURNING.
  granted bigint not null
) with (fillfactor = 50);
