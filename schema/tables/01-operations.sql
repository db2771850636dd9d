-- The installation: its role, its state and its processes.
--
-- There are two kinds of tables:
--   tenant tables   have account_id as the first column of their primary key, and call protect_tenant_table
--   system tables   have no account; the program's role cannot read them. test/isolation.test.ts lists them

do $$ begin
  create role daybook_program nologin nobypassrls nosuperuser nocreatedb nocreaterole;
exception when duplicate_object or unique_violation then null; -- Roles belong to the cluster, not to the database.
end $$;
do $$ begin
  execute format('grant daybook_program to %I', current_user);
exception when others then
  -- The owner of the database must be a member of daybook_program, to run statements under this role. A superuser does
  -- not need this, so for a superuser the error is ignored.
  if not (select rolsuper from pg_roles where rolname = current_user) then raise; end if;
end $$;

create table cell_state (
  one_row boolean primary key default true check (one_row),
  maintenance boolean not null default false,
  maintenance_message text,
  maintenance_retry_after_seconds int not null default 60,
  maintenance_since timestamptz,
  -- database_identity() when a process last used the database. A different identity means that the database was
  -- restored from a backup or that a standby took over. Requests that are still pending in this database may then have
  -- been sent already.
  served_as text
);
insert into cell_state default values;

create table process (
  process_id uuid primary key,
  role text not null,
  host text not null,
  pid int not null,
  version text not null,
  started_at timestamptz not null,
  heartbeat_at timestamptz not null
);

create table cell_secret (name text primary key, sealed text not null);
