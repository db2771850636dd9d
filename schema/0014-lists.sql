-- additive: yes
-- All pages of a list show the data of one PostgreSQL snapshot (docs/decisions/0008).
--
-- A row carries the id of the transaction that wrote its current version. A change copies the previous version into a
-- table of past versions, with the transaction that ended it. A reader with a snapshot selects the versions that were
-- written but not yet ended in that snapshot. Changes of one account do not wait for each other, because each change
-- locks only the row that it changes.
--
-- made_by is null if the version is older than every snapshot. Such rows were written before this file was applied, or
-- on another server.

-- Lock before counting. Otherwise companies that the previous release creates at the same time would not be counted.
lock table company_list, company in access exclusive mode;

-- This table has one row. It stores the oldest transaction whose past versions are kept, and the server that the
-- transaction ids belong to.
create table list_horizon (
  one_row boolean primary key default true check (one_row),
  -- Server, timeline and database that the transaction ids come from.
  server text not null default '',
  -- A random number that changes on every new server, so that earlier cursors and ETags are no longer valid.
  era bigint not null default 0,
  -- Versions that ended before this transaction are removed. A snapshot with an older xmin can no longer be shown.
  kept_from xid8 not null default '0',
  -- The xmin at the time when housekeeping last ran. It identifies the state of a list that has no newer changes.
  latest xid8 not null default '0'
);
insert into list_horizon default values;
-- This table belongs to no account and is not secret. Every page of a list reads it.
grant select on list_horizon to daybook_program;

-- Stores xmin at regular times. Housekeeping sets the horizon to the newest entry that is older than every cursor.
create table list_moment (taken_at timestamptz primary key, oldest xid8 not null);

-- Companies

-- Number of companies of an account, split over up to 32 rows, so that writers on different connections update
-- different rows. The versions increase with every creation and deletion.
create table company_count (
  account_id uuid not null references account on delete cascade,
  shard smallint not null,
  version bigint not null default 0,
  total bigint not null default 0,
  primary key (account_id, shard)
) with (fillfactor = 50);
call protect_tenant_table('company_count');
insert into company_count (account_id, shard, version, total) select account_id, 0, version, total from company_list;

-- The previous release reads and writes company_list. This view replaces the table, so that the previous release can
-- run next to this release, or again after a rollback. Remove the view in the next release.
drop table company_list;
create view company_list with (security_invoker = true) as
  select a.account_id, coalesce(sum(c.version), 0)::bigint as version, coalesce(sum(c.total), 0)::bigint as total
  from account a left join company_count c using (account_id) group by a.account_id;
grant select, insert, update on company_list to daybook_program;
-- The triggers on the table `company` count the companies, so a write to this view only has to increase the version.
create function move_company_list() returns trigger language plpgsql as $$ begin
  if tg_op = 'UPDATE' then
    insert into company_count as c (account_id, shard, version) values (new.account_id, company_count_shard(), 1)
      on conflict (account_id, shard) do update set version = c.version + 1;
  end if;
  return new;
end $$;
create trigger move instead of insert or update on company_list for each row execute function move_company_list();

-- Chooses the counter row of this connection. Two transactions that run at the same time share a row only by chance.
create function company_count_shard() returns smallint language sql stable as $$
  select (pg_backend_pid() % 32)::smallint
$$;

alter table company add column made_by xid8, add column ended_by xid8;
alter table company alter column made_by set default pg_current_xact_id(), alter column created_version set default 0;
-- Free space in each page allows HOT updates, which do not touch the indexes.
alter table company set (fillfactor = 85);
create index company_ended on company (account_id, company_id) where deleted_at is not null;

-- Past versions of companies, with the columns that the list shows. A new column of the list must also be added here,
-- in keep_past_company and in the condition of its trigger.
create table company_past (
  account_id uuid not null,
  company_id uuid not null,
  name text not null,
  description text,
  tags jsonb not null,
  created_at timestamptz not null,
  created_by text,
  last_sync_at timestamptz,
  data_connections jsonb not null,
  made_by xid8,
  ended_by xid8 not null,
  primary key (account_id, company_id, ended_by)
);
-- Indexes for the same sort orders as the indexes of the table `company`.
create index company_past_by_name on company_past (account_id, (name collate "C"), company_id);
create index company_past_by_created on company_past (account_id, created_at, company_id);
-- This index shows whether anything has changed since a transaction.
create index company_past_by_change on company_past (account_id, ended_by);
create index company_past_by_age on company_past (ended_by);
call protect_tenant_table('company_past');

-- A deleted company keeps its row, with the transaction that deleted it, until the purge turns the row into a past
-- version. A second change in the same transaction stores no past version, because no reader can have seen the first
-- change.
create function keep_past_company() returns trigger language plpgsql as $$
declare
  this xid8 := pg_current_xact_id();
begin
  if tg_op = 'UPDATE' then
    if new.deleted_at is not null then
      if old.deleted_at is null then new.ended_by := this; end if;
      return new;
    end if;
    if old.made_by is not distinct from this then return new; end if;
    new.made_by := this;
  elsif old.deleted_at is not null and (old.ended_by is null or old.ended_by is not distinct from old.made_by) then
    return old;
  end if;
  insert into company_past (account_id, company_id, name, description, tags, created_at, created_by,
      last_sync_at, data_connections, made_by, ended_by)
    values (old.account_id, old.company_id, old.name, old.description, old.tags, old.created_at,
      old.created_by, old.last_sync_at, old.data_connections, old.made_by, coalesce(old.ended_by, this))
    on conflict do nothing;
  if tg_op = 'UPDATE' then return new; end if;
  return old;
end $$;
create trigger keep_past before update on company for each row when (
    (old.name, old.description, old.tags, old.created_by, old.last_sync_at, old.data_connections, old.deleted_at)
    is distinct from
    (new.name, new.description, new.tags, new.created_by, new.last_sync_at, new.data_connections, new.deleted_at))
  execute function keep_past_company();
create trigger keep_past_deleted before delete on company for each row execute function keep_past_company();

create function count_companies_made() returns trigger language plpgsql as $$ begin
  insert into company_count as c (account_id, shard, version, total)
    select account_id, company_count_shard(), 1, count(*) from made where deleted_at is null group by account_id
    on conflict (account_id, shard) do update set version = c.version + 1, total = c.total + excluded.total;
  return null;
end $$;
create trigger count_made after insert on company referencing new table as made
  for each statement execute function count_companies_made();

-- Counts nothing if the account itself is being deleted, because its counts are deleted with it.
create function count_company_deleted() returns trigger language plpgsql as $$ begin
  insert into company_count as c (account_id, shard, version, total)
    select a.account_id, company_count_shard(), 1, -1 from account a where a.account_id = old.account_id
    on conflict (account_id, shard) do update set version = c.version + 1, total = c.total - 1;
  return null;
end $$;
create trigger count_deleted after update of deleted_at on company for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function count_company_deleted();
create trigger count_removed after delete on company for each row
  when (old.deleted_at is null) execute function count_company_deleted();

-- A cached total is valid while the list has the same version and the same number of changes since the transaction
-- `since`.
alter table remembered_total add column since xid8, add column changes int;

-- A push, sync or purge changes only a few times. A past version has the columns that the list shows, filters by or
-- sorts by. The other columns are read from the current row.
create table past_row (
  account_id uuid not null,
  -- Name of the table.
  relation text not null,
  -- Id of the company whose list contains the row, or id of the account if the list belongs to the whole account.
  scope_id uuid not null,
  ended_by xid8 not null,
  row_id uuid not null,
  made_by xid8,
  content jsonb not null,
  primary key (account_id, relation, scope_id, ended_by, row_id)
);
create index past_row_by_age on past_row (ended_by);
call protect_tenant_table('past_row');

alter table push add column made_by xid8;
alter table push alter column made_by set default pg_current_xact_id();
alter table sync add column made_by xid8;
alter table sync alter column made_by set default pg_current_xact_id();
alter table purge_receipt add column made_by xid8;
alter table purge_receipt alter column made_by set default pg_current_xact_id();

create function keep_past_push() returns trigger language plpgsql as $$ begin
  if old.made_by is not distinct from pg_current_xact_id() then return new; end if;
  new.made_by := pg_current_xact_id();
  insert into past_row values (old.account_id, 'push', old.company_id, new.made_by, old.push_id, old.made_by,
    to_jsonb(old) - '{account_id,company_id,push_id,record,prepared,ticket,made_by}'::text[]) on conflict do nothing;
  return new;
end $$;
create trigger keep_past before update on push for each row when (
    (old.status, old.step, old.status_code, old.completed_at, old.resolved_at, old.record_id, old.error_message)
    is distinct from
    (new.status, new.step, new.status_code, new.completed_at, new.resolved_at, new.record_id, new.error_message))
  execute function keep_past_push();

-- Progress and timeline are read from the current row, because storing a past version for every page of a sync would
-- double the number of written rows.
create function keep_past_sync() returns trigger language plpgsql as $$ begin
  if old.made_by is not distinct from pg_current_xact_id() then return new; end if;
  new.made_by := pg_current_xact_id();
  insert into past_row values (old.account_id, 'sync', old.company_id, new.made_by, old.sync_id, old.made_by,
    jsonb_build_object('status', old.status, 'started_at', old.started_at, 'completed_at', old.completed_at,
      'is_full', old.is_full, 'error_code', old.error_code, 'error_message', old.error_message, 'retry_at', old.retry_at))
    on conflict do nothing;
  return new;
end $$;
create trigger keep_past before update on sync for each row when (
    (old.status, old.started_at, old.completed_at, old.is_full)
    is distinct from (new.status, new.started_at, new.completed_at, new.is_full))
  execute function keep_past_sync();

create function keep_past_purge() returns trigger language plpgsql as $$ begin
  if old.made_by is not distinct from pg_current_xact_id() then return new; end if;
  new.made_by := pg_current_xact_id();
  insert into past_row values (old.account_id, 'purge_receipt', old.account_id, new.made_by, old.company_id, old.made_by,
    jsonb_build_object('purged_at', old.purged_at, 'erased', old.erased)) on conflict do nothing;
  return new;
end $$;
create trigger keep_past before update on purge_receipt for each row when (old.purged_at is distinct from new.purged_at)
  execute function keep_past_purge();

-- Rows of these lists never change, so a snapshot only needs to know which rows existed.
alter table audit add column made_by xid8;
alter table audit alter column made_by set default pg_current_xact_id();
alter table alert add column made_by xid8;
alter table alert alter column made_by set default pg_current_xact_id();
alter table attempt add column made_by xid8;
alter table attempt alter column made_by set default pg_current_xact_id();
alter table message add column made_by xid8;
alter table message alter column made_by set default pg_current_xact_id();

-- Small lists are read completely at page 1 and stored for the following pages. The id is a hash of the content, so an
-- unchanged list is stored only once, even if clients read it many times.
create table kept_list (
  account_id uuid not null,
  kept_id bytea not null,
  records text[] not null,
  kept_at timestamptz not null,
  primary key (account_id, kept_id)
);
create index kept_list_by_age on kept_list (kept_at);
call protect_tenant_table('kept_list');

-- Transaction ids belong to one server. On another server, ids from a restored dump appear to be in the future. Every
-- process calls this function when it starts, without a time limit. "daybook db check --restored" also calls it.
-- Returns true if earlier cursors and ETags are no longer valid.
create function check_list_server() returns boolean language plpgsql as $$
declare
  here text;
  known text;
  relation text;
begin
  select d.oid::text into here from pg_database d where d.datname = current_database();
  begin
    select concat_ws('/', s.system_identifier, c.timeline_id, here) into here
      from pg_control_system() s, pg_control_checkpoint() c;
  exception when insufficient_privilege then null; -- Some providers hide these values.
  end;
  if exists (select from list_horizon where server = here) then return false; end if;
  select server into known from list_horizon for update;
  if known = here then return false; end if;
  if known = '' then
    update list_horizon set server = here;
    return false;
  end if;
  -- A promoted standby has all versions unchanged, but it reuses the ids of transactions that never reached it.
  if regexp_replace(known, '/\d+/', '/') is distinct from regexp_replace(here, '/\d+/', '/') then
    delete from company_past;
    delete from past_row;
    delete from list_moment;
    delete from remembered_total where since is not null;
    update company set made_by = null, ended_by = null
      where made_by > pg_current_xact_id() or ended_by > pg_current_xact_id();
    foreach relation in array array['push', 'sync', 'purge_receipt', 'audit', 'alert', 'attempt', 'message'] loop
      execute format('update %I set made_by = null where made_by > pg_current_xact_id()', relation);
    end loop;
    update list_horizon set kept_from = '0', latest = '0';
  end if;
  update list_horizon set server = here, era = floor(random() * 1e15)::bigint;
  return true;
end $$;

-- Store the server now, because the previous release may write rows before the first process of this release starts.
select check_list_server();
