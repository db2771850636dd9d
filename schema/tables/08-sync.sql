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
  -- The generation that the sync writes.
  generation int,
  -- A full sync reads everything, and so finds what has been deleted.
  is_full boolean,
  -- Increases whenever the run is started. A process with an older fence can no longer write.
  fence int not null default 0,
  -- For a running sync, the end of the lease: until this time one process works on the sync, and later any process may
  -- take it over. For a queued sync, the time at which its job is queued again.
  lease_until timestamptz,
  -- resume_at is where this sync continues after a stop, cursor is where the next incremental sync starts. Both are in
  -- the connector's own notation.
  resume_at text,
  cursor text,
  pages int not null default 0,
  records bigint not null default 0,
  added bigint not null default 0,
  updated bigint not null default 0,
  unchanged bigint not null default 0,
  deleted bigint not null default 0,
  -- Deleted records that the provider has restored. They are also counted in `updated`.
  restored bigint not null default 0,
  attempts int not null default 0,
  error_code text,
  error_message text,
  retry_at timestamptz,
  -- True if a person has seen how many records would be deleted, and has confirmed the deletion.
  is_deletion_confirmed boolean not null default false,
  timeline jsonb not null default '[]',
  -- The generation that was published when the sync started to read. Records that were pushed since then may be missing
  -- from what the sync has read.
  began_after int,
  made_by xid8 default pg_current_xact_id(),
  primary key (account_id, company_id, sync_id)
) with (fillfactor = 70);
create unique index sync_one_unfinished on sync (account_id, company_id, data_set_id)
  where status in ('Queued', 'Fetching', 'Waiting', 'Publishing');
create index sync_by_generation on sync (account_id, company_id, data_set_id, generation);
create index sync_to_wake on sync (retry_at) where status = 'Waiting' and retry_at is not null;
create index sync_to_recover on sync (lease_until) where status in ('Queued', 'Fetching', 'Publishing');
create index sync_by_age on sync (requested_at);
create index sync_by_id on sync using hash (sync_id);
-- Indexes for the portal, which shows the activity of an account and what needs attention. With them, it does not have
-- to read all companies. sync_ended gets one entry per sync. sync_failed and sync_waiting contain only failed or
-- waiting syncs, so they are small.
create index sync_ended on sync (account_id, completed_at, status) where completed_at is not null;
create index sync_failed on sync (account_id, completed_at)
  where status in ('FetchError', 'AuthError', 'PermissionsError', 'InternalError');
create index sync_waiting on sync (account_id, requested_at) where status = 'Waiting';
call protect_tenant_table('sync');
create trigger keep_past before update on sync for each row when (
    (old.status, old.started_at, old.completed_at, old.is_full)
    is distinct from (new.status, new.started_at, new.completed_at, new.is_full))
  execute function keep_past_sync();

-- Sync settings for each data type: those of an account here, and those of single companies in company_sync_settings.
create table account_sync_settings (
  account_id uuid primary key references account on delete cascade,
  settings jsonb not null,
  -- True while a job still has to apply changed settings to the schedules of the account's companies. The job has
  -- finished all companies up to refreshed_through.
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

-- When the next sync of each data type of a company is due. Written when a connection is linked and when settings
-- change.
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
  -- Each start of a sync leaves a dead index entry exactly where the next search for due syncs starts. With these
  -- values, vacuum removes such entries every minute or two.
  autovacuum_vacuum_scale_factor = 0.001,
  autovacuum_vacuum_threshold = 1000
);
create index sync_schedule_due on sync_schedule (next_at);
call protect_tenant_table('sync_schedule');
