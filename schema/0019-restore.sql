-- additive: yes
-- Which database this was when it was last served. Another cluster, another timeline of it or another database means that it
-- was restored from a backup (or that a standby took over): what was about to be sent then may have been sent since.
alter table cell_state add column served_as text;

create function database_identity() returns text language sql stable parallel restricted as $$
  select s.system_identifier || '/' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) || '/' || d.oid
  from pg_control_system() s, pg_database d where d.datname = current_database() $$;
