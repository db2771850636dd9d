-- additive: yes (publications written by the previous release are numbered by the trigger below)
-- The change feed no longer needs a lock per account. A publication is written with a negative position ("not numbered
-- yet"). After its commit, a reader of the feed or the workers' loop assigns its number. So publications of one account
-- no longer wait for each other's commits, and only publications that every reader can see get a number
-- (docs/decisions/0025).
create sequence publication_entry;
grant usage on sequence publication_entry to daybook_program;

-- `era` is the random name of the history that the numbers belong to. It is replaced when numbers are assigned in a
-- database other than `served_as`. After a restore, numbers that were assigned after the backup are assigned again, to
-- other publications. `ended` maps each earlier era ('' for bookmarks without an era) to the last position up to which
-- bookmarks of that era are still valid.
alter table change_position add column era text, add column served_as text, add column ended jsonb not null default '{}';

-- Identifies this database. If the cluster, the timeline, the database or its tables are different, there was a
-- restore, a point-in-time recovery or a failover. Some providers hide the cluster's identity. A restore that changes
-- nothing else must then be reported with "daybook db check --restored". The function runs as the owner, so that the
-- result is the same for every caller.
create function database_identity() returns text language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  cluster text;
begin
  begin
    select s.system_identifier into cluster from pg_control_system() s;
  exception when insufficient_privilege then null;
  end;
  return concat_ws('/', cluster, left(pg_walfile_name(pg_current_wal_insert_lsn()), 8),
    (select d.oid from pg_database d where d.datname = current_database()), 'cell_state'::regclass::oid);
end $$;

-- Assigns numbers to committed publications in the order in which they were written. Within a data set, this is the
-- order of the generations. Each statement has its own snapshot, so a statement after the lock sees everything that was
-- committed before. Returns how many publications got a number; 10,000 means that there may be more.
create function number_publications(account uuid) returns bigint language plpgsql as $$
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

-- A program of the previous release assigns a number while it publishes. Publications that are still without a number
-- get their numbers first.
create function number_before_publication() returns trigger language plpgsql as $$ begin
  if exists (select from publication p where p.account_id = new.account_id and p.position < 0) then
    perform number_publications(new.account_id);
    update change_position c set position = c.position + 1 where c.account_id = new.account_id
      returning c.position into new.position;
  end if;
  return new;
end $$;
create trigger number_before before insert on publication for each row when (new.position > 0)
  execute function number_before_publication();
