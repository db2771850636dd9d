-- Returns a text that identifies this database. The text changes after a restore, a point-in-time recovery or a
-- failover, because the cluster, the timeline, the database or its tables are then different. Some providers hide the
-- id of the cluster. With such a provider, the text can stay the same after a restore, so the operator must run
-- "daybook db check --restored". The function runs as the owner, so that every caller gets the same result. A standby
-- returns the identity of the primary that it follows, as the primary has stored it.
create or replace function database_identity() returns text language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  cluster text;
begin
  if pg_is_in_recovery() then return (select h.server from list_horizon h); end if;
  begin
    select s.system_identifier into cluster from pg_control_system() s;
  exception when insufficient_privilege then null;
  end;
  return concat_ws('/', cluster, left(pg_walfile_name(pg_current_wal_insert_lsn()), 8),
    (select d.oid from pg_database d where d.datname = current_database()), 'cell_state'::regclass::oid);
end $$;

-- Returns everything that the primary has committed, as a position in its write-ahead log, and which primary it is.
-- Commits are visible once they are flushed, unless synchronous_commit is off.
create or replace function committed_position() returns table (lsn text, server text) language plpgsql volatile
  security definer set search_path = public, pg_temp as $$
begin
  -- The same code as for a change, for which the API answers 503.
  if pg_is_in_recovery() then raise 'This server is a standby.' using errcode = 'read_only_sql_transaction'; end if;
  return query select (case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
    else pg_current_wal_flush_lsn() end)::text, database_identity();
end $$;

-- For reads from a standby: waits until it has replayed a position that committed_position() returned, and raises DB001
-- if that takes longer than `wait_ms`, or if the standby follows another primary. Statements that come later in the same
-- transaction see at least that position.
create or replace function require_replayed(position_ pg_lsn, server_ text, wait_ms int) returns void language plpgsql volatile
  security definer set search_path = public, pg_temp as $$
declare
  until timestamptz := clock_timestamp() + wait_ms * interval '1 millisecond';
begin
  if not pg_is_in_recovery() then raise 'This server is not a standby.' using errcode = 'DB001'; end if;
  while pg_last_wal_replay_lsn() < position_ loop
    if clock_timestamp() > until then
      raise 'The standby has replayed up to %, and % is needed.', pg_last_wal_replay_lsn(), position_ using errcode = 'DB001';
    end if;
    perform pg_sleep(0.001);
  end loop;
  if not exists (select from list_horizon h where h.server = server_) then
    raise 'The standby follows another primary.' using errcode = 'DB001';
  end if;
end $$;

-- Adds inserted accounts to cell_count, and subtracts deleted ones. Runs as the owner, because the program's role cannot
-- write system tables.
create or replace function count_accounts() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$ begin
  insert into cell_count as c (counted, shard, total)
    select 'accounts', company_count_shard(), case tg_op when 'DELETE' then -count(*) else count(*) end from made having count(*) > 0
    on conflict (counted, shard) do update set total = c.total + excluded.total;
  return null;
end $$;

create or replace function count_consumers() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$ begin
  insert into cell_count as c (counted, shard, total)
    select case when is_enabled then 'consumersEnabled' else 'consumersDisabled' end, company_count_shard(),
      case tg_op when 'DELETE' then -count(*) else count(*) end
    from made group by is_enabled order by is_enabled
    on conflict (counted, shard) do update set total = c.total + excluded.total;
  return null;
end $$;

create or replace function count_consumer_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$ begin
  insert into cell_count as c (counted, shard, total)
    values ('consumersDisabled', company_count_shard(), case when new.is_enabled then -1 else 1 end),
      ('consumersEnabled', company_count_shard(), case when new.is_enabled then 1 else -1 end)
    on conflict (counted, shard) do update set total = c.total + excluded.total;
  return null;
end $$;
