-- additive: yes
-- An index for "name~…" (docs/decisions/0022): every three letters in a row of a folded name, as numbers. Row-level security keeps PostgreSQL from
-- using one for a condition that is not leakproof, which none on arrays or trigrams is; so it is asked by functions that run as the owner and know
-- no account but the one that the transaction has set. pg_trgm may not be there.
--
-- The account is part of each number: letters that are frequent over all accounts are not so in one. A number can stand for other letters
-- too, so whoever uses them compares the names as well. In PL/pgSQL and as a loop, which takes a third of the time of a query.
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

-- Deleted companies too: a walk that began before sees them. What is not yet sorted in is kept short: it is read whole by
-- every search, and one of the writers sorts it in.
create index company_by_gram on company using gin (name_grams(account_id, name)) with (gin_pending_list_limit = 256);

-- Companies, also deleted ones, whose name contains the text. 16 groups of letters narrow it down as well as hundreds.
create function companies_named(part text) returns setof uuid
language plpgsql stable rows 1000 security definer set search_path = public, pg_temp as $$
declare
  own uuid := nullif(current_setting('daybook.account_id', true), '')::uuid;
  wanted int4[] := (name_grams(own, part))[1:16];
begin
  return query select c.company_id from company c where c.account_id = own and name_grams(c.account_id, c.name) @> wanted
    and strpos(fold_text(c.name), fold_text(part)) > 0;
end $$;

-- Whether that is worth while: with fewer than three letters the index says nothing, with many companies reading them all is cheaper.
create function is_rare_name(part text, at_most int) returns boolean
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  own uuid := nullif(current_setting('daybook.account_id', true), '')::uuid;
  wanted int4[] := (name_grams(own, part))[1:16];
begin
  return own is not null and cardinality(wanted) > 0 and (select count(*) <= at_most
    from (select from company c where c.account_id = own and name_grams(c.account_id, c.name) @> wanted limit at_most + 1) c);
end $$;
