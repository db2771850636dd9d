-- What all lists share. All pages of a list show the data of one PostgreSQL snapshot (docs/decisions/0008).
--
-- A row has the id of the database transaction that wrote its current version (made_by). A change copies the previous
-- version into a table of past versions, with the id of the database transaction that replaced it (ended_by). A reader
-- with a snapshot selects the versions that were written but not yet replaced at that snapshot. Changes in one account
-- do not wait for each other, because each change locks only the row that it changes.
--
-- made_by is null for a version that was written while the database was on another server. Such a version counts as
-- older than every snapshot.

-- This table has one row: the id of the oldest database transaction for which superseded row versions are still kept,
-- and the server that issued the transaction ids.
create table list_horizon (
  one_row boolean primary key default true check (one_row),
  -- The database_identity() of the server that issued the transaction ids.
  server text not null default '',
  -- A random number. check_list_server() replaces it when the database runs on another server, for example after a
  -- restore or a failover, so that earlier cursors and ETags become invalid.
  era bigint not null default 0,
  -- Past versions that were replaced before this database transaction have been removed. So a snapshot with an older
  -- xmin can no longer be shown.
  kept_from xid8 not null default '0',
  -- The xmin of the PostgreSQL snapshot when housekeeping last ran. If a list has not changed since then, this value
  -- identifies the state of the list.
  latest xid8 not null default '0'
);
insert into list_horizon default values;
-- This table belongs to no account and is not secret. Every page of a list reads it.
grant select on list_horizon to daybook_program;

-- The xmin of a PostgreSQL snapshot at regular times, stored by housekeeping (src/lists/forget-past.ts). Housekeeping
-- also finds the newest entry that is older than every valid cursor, and copies its xmin to list_horizon.kept_from.
create table list_moment (taken_at timestamptz primary key, oldest xid8 not null);

-- Cached exact totals of filtered lists. A cached total is valid while the list still has this `version`, and while the
-- number of changes since the database transaction `since` is still `changes`.
create table remembered_total (
  account_id uuid not null,
  list text not null,
  version bigint not null,
  filter_hash bytea not null,
  total bigint not null,
  counted_at timestamptz not null,
  since xid8,
  changes int,
  primary key (account_id, list, version, filter_hash)
);
create index remembered_total_by_age on remembered_total (counted_at);
call protect_tenant_table('remembered_total');

-- Past versions of pushes, syncs and purges, which change only a few times. A past version has the columns that the list
-- shows, filters by or sorts by. The other columns are read from the current row.
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

-- The filter operator "contains" (~) ignores case and accents: "gmbh" finds "GmbH", "cafe" finds "Café". fold_text uses
-- only functions that are built into PostgreSQL, because the owner of a database may not be allowed to install unaccent
-- or pg_trgm. The result does not depend on the database's locale. Text is lowercased with the collation pg_c_utf8
-- (PostgreSQL 17) or, if that is missing, with ICU's root collation. If both are missing, only ASCII letters are
-- lowercased. ASCII text, which has as many bytes as characters, takes a fast path. "ø", "ł" and similar letters have
-- no decomposition and are translated. Decomposed text is composed again, so that one Hangul syllable is not found
-- inside another.
--
-- This function is not in schema/functions, because the index company_by_gram is built from its results.
do $do$
declare
  lowering text := coalesce(
    (select 'pg_catalog.pg_c_utf8' from pg_collation where collname = 'pg_c_utf8' and collnamespace = 'pg_catalog'::regnamespace),
    (select 'pg_catalog."und-x-icu"' from pg_collation where collname = 'und-x-icu' and collnamespace = 'pg_catalog'::regnamespace),
    'pg_catalog."C"');
begin
  execute format($f$
    create function fold_text(given text) returns text language sql immutable parallel safe as $body$
      select case when octet_length(given) = char_length(given) then lower(given collate "C")
        else translate(lower(normalize(regexp_replace(normalize(given, NFD), '[\u0300-\u036f]+', '', 'g'), NFC) collate %s),
          'ςøłđħŧı', 'σoldhti') collate "C" end
    $body$ $f$, lowering);
end $do$;
