create table company (
  account_id uuid not null references account on delete cascade,
  company_id uuid not null,
  name text not null check (char_length(name) between 1 and 200),
  description text,
  tags jsonb not null default '{}',
  created_at timestamptz not null,
  created_by text,
  last_sync_at timestamptz,
  -- Set when a client deletes the company. Readers no longer see it from then on, and a job purges it.
  deleted_at timestamptz,
  -- Summary of the company's connections, written when a connection changes, so that a list of companies needs no
  -- look-up per row.
  data_connections jsonb not null default '[]',
  made_by xid8 default pg_current_xact_id(),
  ended_by xid8,
  primary key (account_id, company_id)
  -- Free space in each page allows HOT updates, which do not touch the indexes.
) with (fillfactor = 85);
create index company_by_id on company using hash (company_id);
create index company_by_name on company (account_id, (name collate "C"), company_id) where deleted_at is null;
create index company_by_created on company (account_id, created_at, company_id) where deleted_at is null;
create index company_ended on company (account_id, company_id) where deleted_at is not null;
call protect_tenant_table('company');

-- The function name_grams computes the entries of an index for the filter "name~…" (docs/decisions/0022): a hash of
-- every three consecutive characters of a folded name. Under row-level security, PostgreSQL uses an index only for
-- leakproof conditions, and no condition on arrays or trigrams is leakproof. So the functions that use the index run as
-- the owner, and restrict the query to the current account themselves. The extension pg_trgm is not used, because it
-- may not be available.
--
-- The account id is part of each hash, because three characters that are frequent in all accounts together may be rare
-- in one account. Different characters can have the same hash, so queries that use the index compare the names as well.
-- This loop in PL/pgSQL takes a third of the time that a query would take.
--
-- This function is not in schema/functions, because the index below is built from its results.
create function name_grams(account uuid, name text) returns int4[] language plpgsql immutable parallel safe as $$
declare
  folded text := public.fold_text(name);
  seed int8 := uuid_hash_extended(account, 0);
  grams int4[] := '{}';
begin
  for i in 1 .. char_length(folded) - 2 loop
    grams[i] := (hashtextextended(substr(folded, i, 3) collate "C", seed) >> 32)::int4;
  end loop;
  return grams;
end $$;
-- The index includes deleted companies, because a client that started paging before the deletion still sees them. New
-- entries first go to the pending list of the index. Every search reads that whole list, so its size limit is small.
-- When the list is full, a writer merges it into the index.
create index company_by_gram on company using gin (name_grams(account_id, name)) with (gin_pending_list_limit = 256);

-- Number of companies of an account, split over up to 32 rows, so that writers on different database connections update
-- different rows. The version of a row increases with every creation and deletion.
create table company_count (
  account_id uuid not null references account on delete cascade,
  shard smallint not null,
  version bigint not null default 0,
  total bigint not null default 0,
  primary key (account_id, shard)
) with (fillfactor = 50);
call protect_tenant_table('company_count');

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
-- Used to check whether anything has changed since a given database transaction.
create index company_past_by_change on company_past (account_id, ended_by);
create index company_past_by_age on company_past (ended_by);
call protect_tenant_table('company_past');

create trigger keep_past before update on company for each row when (
    (old.name, old.description, old.tags, old.created_by, old.last_sync_at, old.data_connections, old.deleted_at)
    is distinct from
    (new.name, new.description, new.tags, new.created_by, new.last_sync_at, new.data_connections, new.deleted_at))
  execute function keep_past_company();
create trigger keep_past_deleted before delete on company for each row execute function keep_past_company();
create trigger count_made after insert on company referencing new table as made
  for each statement execute function count_companies_made();
create trigger count_deleted after update of deleted_at on company for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function count_company_deleted();
create trigger count_removed after delete on company for each row
  when (old.deleted_at is null) execute function count_company_deleted();

create table purge_receipt (
  account_id uuid not null references account on delete cascade,
  company_id uuid not null,
  requested_at timestamptz not null,
  purged_at timestamptz,
  -- Number of erased rows by table.
  erased jsonb,
  made_by xid8 default pg_current_xact_id(),
  primary key (account_id, company_id)
);
create index purge_receipt_open on purge_receipt (requested_at) where purged_at is null;
call protect_tenant_table('purge_receipt');
create trigger keep_past before update on purge_receipt for each row when (old.purged_at is distinct from new.purged_at)
  execute function keep_past_purge();

-- A link is signed (src/companies/link-token.ts) and not stored. The table counts how often the links of a company were
-- rotated. A link from before the last rotation no longer works. If a company has no row, its links were never rotated.
create table company_link (
  account_id uuid not null,
  company_id uuid not null,
  rotation int not null,
  rotated_at timestamptz not null,
  primary key (account_id, company_id),
  foreign key (account_id, company_id) references company (account_id, company_id) on delete cascade
);
call protect_tenant_table('company_link');
