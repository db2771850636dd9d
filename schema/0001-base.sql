-- The base of the schema. Forward only; see schema/README.md.
--
-- Two kinds of tables:
--   tenant tables   have account_id as the first column of their primary key and are protected by protect_tenant_table
--   system tables   have no account_id, and the program's role cannot access them; test/isolation.test.ts lists them

do $$ begin
  create role daybook_program nologin nobypassrls nosuperuser nocreatedb nocreaterole;
exception when duplicate_object or unique_violation then null; -- roles belong to the cluster, not to the database
end $$;
do $$ begin
  execute format('grant daybook_program to %I', current_user);
exception when others then
  -- A superuser needs no membership. For any other login the failed grant is an error.
  if not (select rolsuper from pg_roles where rolname = current_user) then raise; end if;
end $$;

-- Every tenant table calls this once. Rows are then visible and writable only for the account set by the transaction.
create procedure protect_tenant_table(tenant_table regclass) language plpgsql as $$ begin
  execute format('alter table %s enable row level security', tenant_table);
  execute format($p$create policy own_account on %s to daybook_program
    using (account_id = nullif(current_setting('daybook.account_id', true), '')::uuid)
    with check (account_id = nullif(current_setting('daybook.account_id', true), '')::uuid)$p$, tenant_table);
  execute format('grant select, insert, update, delete on %s to daybook_program', tenant_table);
end $$;

-- System tables

create table cell_state (
  one_row boolean primary key default true check (one_row),
  maintenance boolean not null default false,
  maintenance_message text,
  maintenance_retry_after_seconds int not null default 60,
  maintenance_since timestamptz
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

-- Shared by all lists: exact totals, cached for one version of one list and one filter

create table remembered_total (
  account_id uuid not null,
  list text not null,
  version bigint not null,
  filter_hash bytea not null,
  total bigint not null,
  counted_at timestamptz not null,
  primary key (account_id, list, version, filter_hash)
);
create index remembered_total_by_age on remembered_total (counted_at);
call protect_tenant_table('remembered_total');

-- Idempotent requests: the response is stored in the same transaction as the change that it reports

create table idempotent_request (
  account_id uuid not null,
  idempotency_key text not null,
  fingerprint bytea not null,
  status_code int not null,
  headers jsonb not null,
  body text,
  created_at timestamptz not null,
  primary key (account_id, idempotency_key)
);
create index idempotent_request_by_age on idempotent_request (created_at);
call protect_tenant_table('idempotent_request');

-- Request quota, which processes take in blocks ("leases"); one row per account

create table request_quota (
  account_id uuid primary key,
  minute_start timestamptz not null,
  minute_used bigint not null,
  day_start timestamptz not null,
  day_used bigint not null,
  -- Size of the last block taken. The process that takes a block reads it with RETURNING.
  granted bigint not null
) with (fillfactor = 50);
call protect_tenant_table('request_quota');
