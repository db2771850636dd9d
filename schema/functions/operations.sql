-- Returns a text that identifies this database. The text changes after a restore, a point-in-time recovery or a
-- failover, because the cluster, the timeline, the database or its tables are then different. Some providers hide the
-- id of the cluster. With such a provider, the text can stay the same after a restore, so the operator must run
-- "daybook db check --restored". The function runs as the owner, so that every caller gets the same result.
create or replace function database_identity() returns text language plpgsql stable security definer set search_path = public, pg_temp as $$
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
