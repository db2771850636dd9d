-- additive: yes
-- An index for "name~…" (docs/decisions/0022): every group of three consecutive letters of a folded name, as a number.
-- Row-level security keeps PostgreSQL from using an index for a condition that is not leakproof, and no condition on
-- arrays or trigrams is. So the functions that use the index run as the owner and read only the account set by the
-- transaction. The extension pg_trgm may not be available.
--
-- The account is part of each number: a group that is frequent over all accounts may be rare in one. Different groups
-- can have the same number, so the functions below compare the names as well. PL/pgSQL with a loop takes a third of the
-- time of a query.
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

-- Includes deleted companies: a client that started paging before the deletion still sees them. The pending list is
-- kept short, because every search reads all of it; when it is full, a writer merges it into the index.
create index company_by_gram on company using gin (name_grams(account_id, name)) with (gin_pending_list_limit = 256);

-- Companies, including deleted ones, whose name contains the text. 16 groups narrow the result as well as hundreds
-- would.
create function companies_named(part text) returns setof uuid
language plpgsql stable rows 1000 security definer set search_path = public, pg_temp as $$
declare
  own uuid := nullif(current_setting('daybook.account_id', true), '')::uuid;
  wanted int4[] := (name_grams(own, part))[1:16];
begin
  return query select c.company_id from company c where c.account_id = own and name_grams(c.account_id, c.name) @> wanted
    and strpos(fold_text(c.name), fold_text(part)) > 0;
end $$;

-- Whether the index is worth using: with fewer than three letters it cannot be used, and if many companies match,
-- reading all names is cheaper.
create function is_rare_name(part text, at_most int) returns boolean
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  own uuid := nullif(current_setting('daybook.account_id', true), '')::uuid;
  wanted int4[] := (name_grams(own, part))[1:16];
begin
  return own is not null and cardinality(wanted) > 0 and (select count(*) <= at_most
    from (select from company c where c.account_id = own and name_grams(c.account_id, c.name) @> wanted limit at_most + 1) c);
end $$;
