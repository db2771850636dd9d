-- additive: yes
-- Standing queries that compare dates with the current day (docs/decisions/0066).
alter table standing_query add column follows_day boolean not null default false;
create index standing_query_following on standing_query (account_id) where follows_day;

-- The day for which the standing queries of an account are evaluated. Accounts without such queries have no row.
create table standing_day (
  account_id uuid primary key references account on delete cascade,
  day date not null,
  -- When the day began for the account. Queries that were created later are not told about that change of the day.
  began_at timestamptz not null
) with (fillfactor = 50);
create index standing_day_by_day on standing_day (day);
call protect_tenant_table('standing_day');

-- `day` of a publication: the day of the account when it was published, or -infinity if it had none. Rows with
-- `is_day_change` stand for the day's beginning in the state `generation`. So all rows of a data set have one order.
alter table standing_run add column day date not null default '-infinity',
  add column is_day_change boolean not null default false;
alter table standing_run drop constraint standing_run_pkey,
  add primary key (account_id, company_id, data_set_id, generation, day);
