-- additive: yes (what the release before publishes is numbered by the trigger below)
-- The change feed without a line to stand in. A publication is written with a negative position ("not numbered yet") and
-- gets its number after its commit, by whoever reads the feed or by the workers' loop: publications of one account no
-- longer wait for each other's commits, and a number is still only given to what everybody can see (docs/decisions/0025).
create sequence publication_entry;
grant usage on sequence publication_entry to daybook_program;

-- `era`: the history that the numbers were given in; random, and new whenever the account is numbered in another database
-- than `served_as` says. After a restore, numbers beyond the backup are given anew, to other publications; `ended` says up to
-- where the bookmarks of an earlier era still hold, by era ('' for those without one).
alter table change_position add column era text, add column served_as text, add column ended jsonb not null default '{}';

-- Which database this is: another cluster, another timeline of it, another database or another making of its tables means a
-- restore, a recovery to a point in time, or a failover. Some providers hide the cluster; a restore that nothing else tells
-- is then told by "daybook db check --restored". As the owner, so that it is the same for whoever asks.
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

-- Numbers what has been committed, in the order in which it was written; of one data set this is the order of its
-- generations. Each statement looks anew: what is seen behind the lock is everything that was committed before it.
-- Answers how many: 10,000 means that there are more.
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

-- A program of the release before takes a number while it publishes. What waits for one comes first.
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
