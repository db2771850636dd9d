-- One row per account. Its version increases with every change of the list (ETag, cached totals, cursors), and its row
-- lock makes the company limit exact.
create table company_list (
  account_id uuid primary key references account on delete cascade,
  version bigint not null default 0,
  total bigint not null default 0
) with (fillfactor = 50);
call protect_tenant_table('company_list');

create table company (
  account_id uuid not null references account on delete cascade,
  company_id uuid not null,
  name text not null check (char_length(name) between 1 and 200),
  description text,
  tags jsonb not null default '{}',
  link_token text not null unique,
  created_at timestamptz not null,
  created_by text,
  last_sync_at timestamptz,
  -- The list's version when the company was created: a client that started paging earlier does not see the company.
  created_version bigint not null,
  -- Set by DELETE: hidden from all readers at once, purged later by a job.
  deleted_at timestamptz,
  primary key (account_id, company_id)
);
-- A hash index, not a B-tree: a B-tree on company_id alone is sorted like the list, so the planner scans it through the
-- companies of all other accounts to reach a late one (126 ms against 0.24 ms).
create index company_by_id on company using hash (company_id);
create index company_by_name on company (account_id, (name collate "C"), company_id) where deleted_at is null;
create index company_by_created on company (account_id, created_at, company_id) where deleted_at is null;
call protect_tenant_table('company');

create table purge_receipt (
  account_id uuid not null references account on delete cascade,
  company_id uuid not null,
  requested_at timestamptz not null,
  purged_at timestamptz,
  -- How many rows were erased, by table.
  erased jsonb,
  primary key (account_id, company_id)
);
create index purge_receipt_open on purge_receipt (requested_at) where purged_at is null;
call protect_tenant_table('purge_receipt');
