-- additive: yes
-- What readers of a data set have asked for lately (header `Prefer`), if its setting says that it is also synced by
-- demand (`byDemand`, docs/freshness.md). Rows are written with the schedules. A read only updates them.
create table sync_demand (
  account_id uuid not null,
  company_id uuid not null,
  connection_id uuid not null,
  data_type text not null,
  -- The smallest age that a reader has accepted lately, and when that was. Null until the first read.
  max_age_seconds int,
  max_age_at timestamptz,
  read_at timestamptz,
  -- For each hour of the day (UTC), the number of the last day (since 1970) on which the data set was read; 0 if never.
  read_days int[] not null default array_fill(0, array[24]),
  -- When to look again whether a sync is due. Null until the next read.
  due_at timestamptz,
  primary key (account_id, company_id, connection_id, data_type),
  foreign key (account_id, company_id, connection_id) references connection on delete cascade
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.001, autovacuum_vacuum_threshold = 1000);
create index sync_demand_due on sync_demand (due_at) where due_at is not null;
call protect_tenant_table('sync_demand');
