-- Checks whether the database has moved to another server, for example by a restore. Transaction ids are valid on one
-- server only: on another server, stored ids can be greater than the current one. Every process calls this function
-- when it starts, without a statement timeout. "daybook db check --restored" also calls it. Returns true if earlier
-- cursors and ETags are no longer valid.
create or replace function check_list_server() returns boolean language plpgsql as $$
declare
  here text := database_identity();
  known text;
  relation text;
  -- Matches the last three parts of a database_identity(): the timeline, the id of the database, and the id of the
  -- table cell_state. All but the timeline is captured.
  timeline constant text := '[0-9A-F]+(/\d+/\d+)$';
begin
  if exists (select from list_horizon where server = here) then return false; end if;
  select server into known from list_horizon for update;
  if known = here then return false; end if;
  if known = '' then
    update list_horizon set server = here;
    return false;
  end if;
  -- If only the timeline differs, a standby was promoted. It has all past versions, so they are kept. But database
  -- transactions that had not reached the standby are lost, and it assigns their ids again. So a new era starts in this
  -- case, too.
  if regexp_replace(known, timeline, '\1') is distinct from regexp_replace(here, timeline, '\1') then
    delete from company_past;
    delete from past_row;
    delete from list_moment;
    delete from remembered_total where since is not null;
    update company set made_by = null, ended_by = null
      where made_by > pg_current_xact_id() or ended_by > pg_current_xact_id();
    foreach relation in array array['account', 'push', 'sync', 'data_set', 'purge_receipt', 'audit', 'alert', 'attempt',
        'message', 'request_log', 'platform_call'] loop
      execute format('update %I set made_by = null where made_by > pg_current_xact_id()', relation);
    end loop;
    update list_horizon set kept_from = '0', latest = '0';
  end if;
  update list_horizon set server = here, era = floor(random() * 1e15)::bigint;
  return true;
end $$;
