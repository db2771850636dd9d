-- additive: yes
-- An index for the filter "name~…" (docs/decisions/0022). It contains every group of three consecutive characters of a
-- folded name, as a number. Under row-level security, PostgreSQL uses an index only for leakproof conditions, and no
-- condition on arrays or trigrams is leakproof. So the functions that use the index run as the owner and read only the
-- account set by the transaction. The index does not need the extension pg_trgm, which may not be available.
--
-- The account is part of each number, because a group that is frequent over all accounts may be rare in one account.
-- Different groups can have the same number, so the functions below compare the names as well. A loop in PL/pgSQL takes
-- a third of the time of a query.
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

-- Includes deleted companies, because a client that started paging before the deletion still sees them. The pending
-- list of the index is kept short, because every search reads the whole list. When the list is full, a writer merges it
-- into the index.
create index company_by_gram on company using gin (name_grams(account_id, name)) with (gin_pending_list_limit = 256);

-- Returns the companies, including deleted ones, whose name contains the text. Searches for at most 16 groups, because
-- more groups would not narrow the result further.
create function companies_named(part text) returns setof uuid
language plpgsql stable rows 1000 security definer set search_path = public, pg_temp as $$
declare
  own uuid := nullif(current_setting('daybook.account_id', true), '')::uuid;
  wanted int4[] := (name_grams(own, part))[1:16];
begin
  return query select c.company_id from company c where c.account_id = own and name_grams(c.account_id, c.name) @> wanted
    and strpos(fold_text(c.name), fold_text(part)) > 0;
end $$;

-- Whether the index should be used. It cannot be used for fewer than three characters. If many companies match, reading
-- all names is cheaper.
create function is_rare_name(part text, at_most int) returns boolean
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  own uuid := nullif(current_setting('daybook.account_id', true), '')::uuid;
  wanted int4[] := (name_grams(own, part))[1:16];
begin
  return own is not null and cardinality(wanted) > 0 and (select count(*) <= at_most
    from (select from company c where c.account_id = own and name_grams(c.account_id, c.name) @> wanted limit at_most + 1) c);
end $$;
