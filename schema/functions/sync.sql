-- Stores the previous version of a sync, without its progress and its timeline. If these were stored too, every page of
-- a sync would store a past version, which would double the number of written rows. A list that shows a past version
-- reads the progress and the timeline from the current row.
create or replace function keep_past_sync() returns trigger language plpgsql as $$ begin
  if old.made_by is not distinct from pg_current_xact_id() then return new; end if;
  new.made_by := pg_current_xact_id();
  insert into past_row values (old.account_id, 'sync', old.company_id, new.made_by, old.sync_id, old.made_by,
    jsonb_build_object('status', old.status, 'started_at', old.started_at, 'completed_at', old.completed_at,
      'is_full', old.is_full, 'error_code', old.error_code, 'error_message', old.error_message, 'retry_at', old.retry_at))
    on conflict do nothing;
  return new;
end $$;
