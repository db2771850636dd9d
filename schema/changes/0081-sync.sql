-- additive: yes
-- Sync settings of single connections, which override those of the company. Only the data types that they list.
create table connection_sync_settings (
  account_id uuid not null,
  company_id uuid not null,
  connection_id uuid not null,
  settings jsonb not null,
  primary key (account_id, company_id, connection_id),
  foreign key (account_id, company_id, connection_id) references connection on delete cascade
);
call protect_tenant_table('connection_sync_settings');

-- When the next sync of a data type is due that a connection has a setting of its own for. The schedule of the company
-- (sync_schedule) leaves out these data types of the connection. An older program, which does not know this, syncs them
-- by the company's schedule too.
create table connection_sync_schedule (
  account_id uuid not null,
  company_id uuid not null,
  connection_id uuid not null,
  data_type text not null,
  schedule text not null check (schedule in ('hourly', 'daily', 'weekly', 'monthly')),
  next_at timestamptz not null,
  primary key (account_id, company_id, connection_id, data_type),
  foreign key (account_id, company_id, connection_id) references connection on delete cascade
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.001, autovacuum_vacuum_threshold = 1000);
create index connection_sync_schedule_due on connection_sync_schedule (next_at);
call protect_tenant_table('connection_sync_schedule');
