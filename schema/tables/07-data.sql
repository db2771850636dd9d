-- A generation is a numbered version of a data set (docs/decisions/0010). Readers of the generation G select rows with
-- gen_from <= G and (gen_to is null or gen_to > G). A sync writes a later generation. One UPDATE of
-- published_generation publishes it.

create table data_set (
  account_id uuid not null,
  company_id uuid not null,
  data_set_id bigint generated always as identity,
  connection_id uuid not null,
  data_type text not null,
  -- 0 until the first sync has been published. Until then the data set is not ready.
  published_generation int not null default 0,
  -- The oldest generation that is still stored. Cursors that point to an earlier one are no longer valid.
  oldest_generation int not null default 1,
  published_at timestamptz,
  total bigint not null default 0,
  -- How many of the records counted in `total` are deleted. Deleted records stay readable.
  deleted bigint not null default 0,
  -- Where the next incremental sync starts, in the connector's own notation.
  cursor text,
  last_full_at timestamptz,
  latest_sync_id uuid,
  latest_successful_sync_id uuid,
  last_successful_at timestamptz,
  -- Time of the last request to sync the data set. If that was after the running sync started, another sync follows
  -- (src/sync/run/sync-again.ts).
  requested_at timestamptz not null,
  -- The number of the generation that a sync is writing; null if there is none. Meanwhile, a successful push publishes
  -- a small generation of its own. That generation needs a lower number, so a sync leaves numbers free below its own
  -- (src/data/write/open-generation.ts).
  writing_generation int,
  -- A push during a sync can change how a record of the sync is counted, for example as updated instead of added. These
  -- corrections are added to the sync's own counts when it publishes (src/data/write/place-pushed.ts).
  writing_added int not null default 0,
  writing_updated int not null default 0,
  writing_deleted int not null default 0,
  writing_restored int not null default 0,
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
  -- Whether this version (a) added, (u) updated or (d) deleted the record. A deleted record stays readable with
  -- metadata.isDeleted.
  change "char" not null check (change in ('a', 'u', 'd')),
  -- Hash of what the provider sent and of the version of the mapping. An equal hash means that nothing has changed.
  hash bytea not null,
  -- Columns for filters and sorting; connector-kit/src/data-types says which field each column holds. Sort columns are
  -- never null; -infinity stands for a missing value. Each amount is stored twice: exactly, and as a float8 column
  -- (…_f). Comparisons of numeric values are not leakproof, so under row-level security no index can be used for them.
  -- So queries find and sort rows by the float8 column, and then compare the exact amount (0.7 ms instead of 665 ms).
  -- Status is in lower case.
  status text collate "C",
  date1 timestamptz not null default '-infinity',
  date2 timestamptz not null default '-infinity',
  amount1 numeric,
  amount1_f float8 not null default '-Infinity',
  amount2 numeric,
  amount2_f float8 not null default '-Infinity',
  ref1 text collate "C",
  payload jsonb not null,
  -- The provider's payload, unchanged.
  source text,
  primary key (account_id, company_id, data_set_id, record_id, gen_from) include (gen_to)
) partition by hash (company_id);
-- `payload` is read for every page, so it is stored in the row. `source` is seldom read, so it is stored outside of the
-- row. `source` is never compressed, and `payload` only if the row would be too large otherwise. Compression (pglz)
-- took more time than all indexes together.
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
-- Contains every column that counting needs for the most frequent filter: status, alone or together with the amount.
create index record_by_status on record (account_id, company_id, data_set_id, status, record_id)
  include (gen_from, gen_to, amount1_f, amount1);
-- For the change feed. The condition "gen_from > 0" is true for every row, but only the queries of the change feed
-- contain it, so only they use this index. Otherwise PostgreSQL 18 would also use the index to look up single records,
-- by skipping from generation to generation.
create index record_by_generation on record (account_id, company_id, data_set_id, gen_from, record_id) where gen_from > 0;
-- For the removal of old generations.
create index record_closed on record (account_id, company_id, data_set_id, gen_to) where gen_to is not null;
call protect_tenant_table('record');

-- The ids of the records that a running full sync has read so far. They are stored as 64-bit hashes, which need 9 bytes
-- of write-ahead log per record instead of 45.
create table seen_page (
  account_id uuid not null,
  company_id uuid not null,
  data_set_id bigint not null,
  page int not null,
  ids bigint[] not null,
  primary key (account_id, company_id, data_set_id, page)
);
call protect_tenant_table('seen_page');

-- The number of the account's latest publication. Publication numbers are the positions in the change feed. The row is
-- locked while numbers are assigned. If a sequence assigned the numbers, a publication could become visible after one
-- with a higher number, and readers would skip it (18 to 39 % were missed).
create table change_position (
  account_id uuid primary key references account on delete cascade,
  position bigint not null,
  -- Random id of the current series of publication numbers. After a restore from a backup, numbers assigned since that
  -- backup would be reused for different publications. So a database other than `served_as` starts a new series before
  -- it assigns its first number.
  era text,
  served_as text,
  -- A reader of the change feed stores a position together with its era. This column maps each earlier era to the last
  -- position that is still valid in that era. The key '' is for positions that were stored without an era.
  ended jsonb not null default '{}'
) with (fillfactor = 50);
call protect_tenant_table('change_position');

-- A publication is first written with a negative position from this sequence, which means "not numbered yet". After the
-- commit, a reader of the change feed or a worker assigns its number. So publications of one account do not wait for
-- each other's commits, and only publications that every reader can see get a number (docs/decisions/0025).
create sequence publication_entry;
grant usage on sequence publication_entry to daybook_program;

create table publication (
  account_id uuid not null,
  position bigint not null,
  company_id uuid not null,
  data_set_id bigint not null,
  generation int not null,
  sync_id uuid,
  published_at timestamptz not null,
  total bigint not null,
  changes bigint not null,
  -- True if the generations before this one have been removed.
  is_collected boolean not null default false,
  push_id uuid,
  primary key (account_id, position)
);
create index publication_by_company on publication (account_id, company_id, position);
create unique index publication_by_generation on publication (account_id, company_id, data_set_id, generation);
create index publication_to_collect on publication (published_at) where not is_collected;
call protect_tenant_table('publication');
