-- additive: yes
-- "Contains" (~) ignores case and accents: "gmbh" finds "GmbH", "cafe" finds "Café". It uses only what PostgreSQL has
-- built in, since the owner of a database may not be allowed to install unaccent or pg_trgm. It does not depend on the
-- database's locale: letters are lowered by pg_c_utf8 (PostgreSQL 17), else by ICU's root collation, else only ASCII
-- ones. ASCII text, which has as many bytes as characters, takes a fast path. "ø", "ł" and similar letters have no
-- decomposition and are translated. Decomposed text is composed again, so that one Hangul syllable is not found inside
-- another.
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

-- One free plan. A free trial is the requirement's free account: 50 companies, no hourly schedule, 365 days. A program
-- of the previous release may still write the old name: the trigger is created before the update, so that no row is
-- missed.
create function one_free_plan() returns trigger language plpgsql as $$ begin
  new.plan := 'free';
  return new;
end $$;
create trigger account_plan before insert or update of plan on account
  for each row when (new.plan = 'free-trial') execute function one_free_plan();
update account set plan = 'free' where plan = 'free-trial';
