-- additive: yes
-- The filter operator "contains" (~) ignores case and accents: "gmbh" finds "GmbH", "cafe" finds "Café". fold_text uses
-- only functions that are built into PostgreSQL, because the owner of a database may not be allowed to install unaccent
-- or pg_trgm. The result does not depend on the database's locale. Text is lowercased with the collation pg_c_utf8
-- (PostgreSQL 17) or, if that is missing, with ICU's root collation. If both are missing, only ASCII letters are
-- lowercased. ASCII text, which has as many bytes as characters, takes a fast path. "ø", "ł" and similar letters have
-- no decomposition and are translated. Decomposed text is composed again, so that one Hangul syllable is not found
-- inside another.
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

-- There is now only one free plan. The free trial becomes the free plan of the requirements: 50 companies, no hourly
-- schedule, 365 days. A program of the previous release may still write the old name. The trigger is created before the
-- update, so that no row is missed.
create function one_free_plan() returns trigger language plpgsql as $$ begin
  new.plan := 'free';
  return new;
end $$;
create trigger account_plan before insert or update of plan on account
  for each row when (new.plan = 'free-trial') execute function one_free_plan();
update account set plan = 'free' where plan = 'free-trial';
