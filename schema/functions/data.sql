-- The number of the data set is written as a UUID, because the ids of other tables are UUIDs.
create or replace function keep_past_data_set() returns trigger language plpgsql as $$ begin
  if old.made_by is not distinct from pg_current_xact_id() then return new; end if;
  new.made_by := pg_current_xact_id();
  insert into past_row values (old.account_id, 'data_set', old.account_id, new.made_by,
    lpad(to_hex(old.data_set_id), 32, '0')::uuid, old.made_by,
    jsonb_build_object('company_id', old.company_id, 'data_set_id', old.data_set_id,
      'published_generation', old.published_generation, 'published_at', old.published_at, 'total', old.total))
    on conflict do nothing;
  return new;
end $$;

-- Assigns numbers to committed publications, in the order in which they were written. Within a data set, this is the
-- order of the generations. First locks the account's row in change_position. Each statement has its own snapshot, so
-- the statements after the lock see everything that was committed before the lock was taken. Returns how many
-- publications got a number, at most 10,000. If the result is 10,000, there may be more.
create or replace function number_publications(account uuid) returns bigint language plpgsql as $$
declare
  head change_position;
  here text := database_identity();
  numbered bigint;
begin
  insert into change_position (account_id, position) values (account, 0) on conflict do nothing;
  select * into head from change_position c where c.account_id = account for update;
  if head.served_as is distinct from here then
    if head.era is not null then
      head.ended := jsonb_build_object('', head.position) || head.ended || jsonb_build_object(head.era, head.position);
    end if;
    update change_position c set era = left(md5(gen_random_uuid()::text), 8), served_as = here, ended = head.ended
      where c.account_id = account;
  end if;
  with pending as materialized (
    select p.position, row_number() over (order by p.position desc) as n
    from (select p.position from publication p where p.account_id = account and p.position < 0
      order by p.position desc limit 10000) p
  ), moved as (
    update publication p set position = head.position + pending.n from pending
    where p.account_id = account and p.position = pending.position
  )
  select count(*) into numbered from pending;
  if numbered > 0 then
    update change_position c set position = head.position + numbered where c.account_id = account;
  end if;
  return numbered;
end $$;

-- A program of a release without snapshots removes versions that snapshots pin. It says so before, by moving
-- oldest_generation, and then these pins no longer hold: a reader gets an error, never a part of the records.
create or replace function release_unknown_pins() returns trigger language plpgsql as $$ begin
  if coalesce(current_setting('daybook.keeps_pins', true), '') <> 'on' then
    update company_snapshot_set set is_released = true where account_id = new.account_id
      and company_id = new.company_id and data_set_id = new.data_set_id and generation < new.oldest_generation;
  end if;
  return new;
end $$;
