-- Data sets in generations (docs/decisions/0010). Readers take rows with gen_from <= G and (gen_to is null or gen_to > G);
-- a sync works in G + 1, and publishing is one UPDATE of published_generation.

create table data_set (
  account_id uuid not null,
  company_id uuid not null,
  data_set_id bigint generated always as identity,
  connection_id uuid not null,
  data_type text not null,
  -- 0 until the first sync has been published: not ready.
  published_generation int not null default 0,
  -- Earlier generations have been collected: their cursors are gone.
  oldest_generation int not null default 1,
  published_at timestamptz,
  total bigint not null default 0,
  -- Those of them that the provider has deleted.
  deleted bigint not null default 0,
  -- Where the next incremental sync begins, in the connector's own notation.
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
  -- How this version came: added, updated, deleted. A deleted record stays readable with metadata.isDeleted.
  change "char" not null check (change in ('a', 'u', 'd')),
  -- Of what the provider sent and the version of the mapping: equal means unchanged.
  hash bytea not null,
  -- What people filter and order by; which field each column holds is in src/data-types. Ordered ones are never null:
  -- absent is -infinity. Comparisons of numeric are not leakproof and hence no index conditions under row-level security:
  -- the float8 companion orders and finds, the exact number decides (665 ms against 0.7). Status is in lower case.
  status text collate "C",
  date1 timestamptz not null default '-infinity',
  date2 timestamptz not null default '-infinity',
  amount1 numeric,
  amount1_f float8 not null default '-Infinity',
  amount2 numeric,
  amount2_f float8 not null default '-Infinity',
  ref1 text collate "C",
  payload jsonb not null,
  -- The provider's own payload as it came.
  source text,
  primary key (account_id, company_id, data_set_id, record_id, gen_from) include (gen_to)
) partition by hash (company_id);
-- The payload stays in the row, where pages read it; what is seldom read goes out of it, and neither is compressed as long
-- as it fits: pglz took more time than all indexes together.
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
-- Covers the count of what people filter by most: status, also together with the amount.
create index record_by_status on record (account_id, company_id, data_set_id, status, record_id)
  include (gen_from, gen_to, amount1_f, amount1);
-- The change feed reads a generation and says "gen_from > 0", which every row satisfies. Nobody else may use the index:
-- PostgreSQL 18 would look single records up in it, skipping from generation to generation.
create index record_by_generation on record (account_id, company_id, data_set_id, gen_from, record_id) where gen_from > 0;
-- The collector reads what is closed.
create index record_closed on record (account_id, company_id, data_set_id, gen_to) where gen_to is not null;
call protect_tenant_table('record');

-- What a full pass has met, by 64-bit hashes of the ids: 9 bytes of log a record instead of 45.
create table seen_page (
  account_id uuid not null,
  company_id uuid not null,
  data_set_id bigint not null,
  page int not null,
  ids bigint[] not null,
  primary key (account_id, company_id, data_set_id, page)
);
call protect_tenant_table('seen_page');

-- The position of an account's change feed: a counter row, locked until the publication is committed. A sequence would
-- let a reader pass a publication that is not yet visible (18 to 39 % missed).
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
  -- The generations before this one have been collected.
  is_collected boolean not null default false,
  primary key (account_id, position)
);
create index publication_by_company on publication (account_id, company_id, position);
create unique index publication_by_generation on publication (account_id, company_id, data_set_id, generation);
create index publication_to_collect on publication (published_at) where not is_collected;
call protect_tenant_table('publication');

-- One run that fills one data set. States and the ways between them: src/sync/states.ts.
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
  -- The generation it writes.
  generation int,
  -- Reads everything, and so finds what has been deleted.
  is_full boolean,
  -- Moves with every start of the run: whoever holds an older number can no longer write.
  fence int not null default 0,
  -- Somebody works on it until then; afterwards anybody may take it up. For a queued one: when the job is sent anew.
  lease_until timestamptz,
  -- Where the pass goes on, and where the next incremental one begins, in the connector's own notation.
  resume_at text,
  cursor text,
  pages int not null default 0,
  records bigint not null default 0,
  added bigint not null default 0,
  updated bigint not null default 0,
  unchanged bigint not null default 0,
  deleted bigint not null default 0,
  -- Deleted ones that the provider has brought back; part of `updated`.
  restored bigint not null default 0,
  attempts int not null default 0,
  error_code text,
  error_message text,
  retry_at timestamptz,
  -- A person has seen how much would disappear, and wants it.
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

-- Settings of an account, and of a company where it has its own: what was asked for, by data type.
create table account_sync_settings (
  account_id uuid primary key references account on delete cascade,
  settings jsonb not null,
  -- The schedules of the account's companies do not follow the settings yet; a job has come as far as this company.
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

-- When which data type of a company is due. Made when a connection is linked and when settings change.
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
  -- Each start leaves a dead entry at the very place where the next look begins: they are cleared away every minute or two.
  autovacuum_vacuum_scale_factor = 0.001,
  autovacuum_vacuum_threshold = 1000
);
create index sync_schedule_due on sync_schedule (next_at);
call protect_tenant_table('sync_schedule');

-- Requests to providers within a time, counted over all processes: one row for a platform, one for a connection.
create table provider_budget (
  budget text primary key,
  -- When it would be whole again; each request puts it off by the time that one request takes of it.
  busy_until timestamptz not null,
  -- Size of the block that was taken last: what the taker learns from its own statement.
  granted bigint not null
) with (fillfactor = 50);
