-- Returns the number of the row in company_count that this database connection updates. The connections of a process
-- have different numbers (src/db/connections.ts), so that they do not wait for each other. Behind a pooler, where
-- sessions have no settings, they rarely get the same number.
create or replace function company_count_shard() returns smallint language sql stable as $$
  select (coalesce(nullif(current_setting('daybook.shard', true), '')::int, pg_backend_pid()) % 32)::smallint
$$;

create or replace function count_companies_made() returns trigger language plpgsql as $$ begin
  insert into company_count as c (account_id, shard, version, total)
    select account_id, company_count_shard(), 1, count(*) from made where deleted_at is null group by account_id
    on conflict (account_id, shard) do update set version = c.version + 1, total = c.total + excluded.total;
  return null;
end $$;

-- Does nothing if the account itself is being deleted. The counts of the account are then deleted too.
create or replace function count_company_deleted() returns trigger language plpgsql as $$ begin
  insert into company_count as c (account_id, shard, version, total)
    select a.account_id, company_count_shard(), 1, -1 from account a where a.account_id = old.account_id
    on conflict (account_id, shard) do update set version = c.version + 1, total = c.total - 1;
  return null;
end $$;

-- Stores the previous version of a changed company in company_past. When a company is deleted, its row stays at first,
-- and ended_by holds the id of the database transaction that deleted it. When the purge removes the row, the row is
-- stored as a past version. A second change in the same database transaction stores no past version, because no reader
-- can have seen the state in between.
create or replace function keep_past_company() returns trigger language plpgsql as $$
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

create or replace function keep_past_purge() returns trigger language plpgsql as $$ begin
  if old.made_by is not distinct from pg_current_xact_id() then return new; end if;
  new.made_by := pg_current_xact_id();
  insert into past_row values (old.account_id, 'purge_receipt', old.account_id, new.made_by, old.company_id, old.made_by,
    jsonb_build_object('purged_at', old.purged_at, 'erased', old.erased)) on conflict do nothing;
  return new;
end $$;

-- Returns the companies, including deleted ones, whose name contains the text. Searches the index for at most 16 groups
-- of three characters (name_grams), because more groups would hardly narrow the result. "rows 50" tells the planner
-- that most texts find few companies. With the default of 1,000 rows, PostgreSQL would read every company of an account
-- with 20,000 companies.
create or replace function companies_named(part text) returns setof uuid
language plpgsql stable rows 50 security definer set search_path = public, pg_temp as $$
declare
  own uuid := nullif(current_setting('daybook.account_id', true), '')::uuid;
  wanted int4[] := (name_grams(own, part))[1:16];
begin
  return query select c.company_id from company c where c.account_id = own and name_grams(c.account_id, c.name) @> wanted
    and strpos(fold_text(c.name), fold_text(part)) > 0;
end $$;

-- Returns true if the name index finds at most `at_most` companies. With more companies, reading all names is cheaper.
-- For fewer than three characters, the index cannot be used and the result is false.
create or replace function is_rare_name(part text, at_most int) returns boolean
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  own uuid := nullif(current_setting('daybook.account_id', true), '')::uuid;
  wanted int4[] := (name_grams(own, part))[1:16];
begin
  return own is not null and cardinality(wanted) > 0 and (select count(*) <= at_most
    from (select from company c where c.account_id = own and name_grams(c.account_id, c.name) @> wanted limit at_most + 1) c);
end $$;

-- Finds companies for a search field, at most `at_most` of them, the best first: names that begin with the text, then
-- names that contain all of its words. A search field needs a few hits at once, however many companies an account has, so
-- every step reads a limited number of rows:
-- 1. Names that begin with the text as typed, in lower or upper case, or with capital initials: by company_by_name.
-- 2. The 2,000 newest companies (10,000 if only some of them carry the tags). This finds all hits in a small account, and
--    enough of a frequent text, for which the name index would have to read very long lists (a twelfth of a million
--    names: 113 ms on a busy machine).
-- 3. The name index, for words of three or more letters: the first 5,000 candidates, of which 200 hits are sorted.
-- `carried` contains the tags that a company must carry; null for all companies.
create or replace function find_companies(part text, carried jsonb, at_most int)
returns table (company_id uuid, place bigint)
language plpgsql stable rows 8 security definer set search_path = public, pg_temp as $$
declare
  own uuid := nullif(current_setting('daybook.account_id', true), '')::uuid;
  folded text := fold_text(part);
  words text[] := regexp_split_to_array(folded, '\s+');
  patterns text[] := array(select '%' || replace(replace(replace(w, '\', '\\'), '%', '\%'), '_', '\_') || '%'
    from unnest(words) w);
  wanted int4[];
  hits uuid[];
begin
  hits := array(select found.company_id from unnest(array[part, lower(part), upper(part), initcap(part)]) v
    cross join lateral (select c.company_id, c.name, c.tags from company c where c.account_id = own
      and c.deleted_at is null and c.name collate "C" >= v and c.name collate "C" < v || chr(1114111)
      order by c.name collate "C", c.company_id limit 500) found
    where carried is null or found.tags @> carried
    group by found.company_id order by min(found.name collate "C"), found.company_id limit at_most);
  if cardinality(hits) < at_most then
    hits := hits || array(select c.company_id from (select c.company_id, c.name, c.tags from company c
        where c.account_id = own and c.deleted_at is null order by c.created_at desc, c.company_id desc
          limit case when carried is null then 2000 else 10000 end) c
      where fold_text(c.name) like all (patterns) and (carried is null or c.tags @> carried) and c.company_id <> all (hits)
      order by strpos(fold_text(c.name), words[1]), c.name collate "C", c.company_id limit at_most - cardinality(hits));
  end if;
  if cardinality(hits) < at_most then
    wanted := (select (array_agg(g))[1:16] from unnest(words) w cross join lateral unnest(name_grams(own, w)) g);
    if cardinality(wanted) > 0 then
      hits := hits || array(select c.company_id from (
          select c.company_id, c.name from (select c.company_id, c.name, c.tags, c.deleted_at from company c
              where c.account_id = own and name_grams(c.account_id, c.name) @> wanted limit 5000) c
            where c.deleted_at is null and fold_text(c.name) like all (patterns) and (carried is null or c.tags @> carried)
              and c.company_id <> all (hits) limit 200) c
        order by strpos(fold_text(c.name), words[1]), c.name collate "C", c.company_id limit at_most - cardinality(hits));
    end if;
  end if;
  return query select h.h, h.ordinality from unnest(hits) with ordinality h;
end $$;
