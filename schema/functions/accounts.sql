create or replace function erase_account_traces() returns trigger language plpgsql as $$ begin
  delete from audit where account_id = old.account_id;
  delete from request_log where account_id = old.account_id;
  delete from request_log_count where account_id = old.account_id;
  delete from platform_call where account_id = old.account_id;
  delete from past_row where account_id = '00000000-0000-0000-0000-000000000000' and relation = 'account'
    and row_id = old.account_id;
  return null;
end $$;

-- Stores the previous version of a changed account for the operator's lists. Runs as the owner, because the row belongs
-- to no account.
create or replace function keep_past_account() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$ begin
  if old.made_by is not distinct from pg_current_xact_id() then return new; end if;
  new.made_by := pg_current_xact_id();
  insert into past_row values ('00000000-0000-0000-0000-000000000000', 'account', '00000000-0000-0000-0000-000000000000',
    new.made_by, old.account_id, old.made_by, jsonb_build_object('name', old.name, 'plan', old.plan,
      'requests_per_minute', old.requests_per_minute, 'webhook_generation', old.webhook_generation)) on conflict do nothing;
  return new;
end $$;

-- Called at the start of every database transaction that may change something of an account. Raises DB002 if the account
-- is closed here, because it is being moved to another cell or has been moved. The shared lock lasts until the
-- transaction ends: a move closes the account, then takes the same lock exclusively, and thereby waits for everything
-- that began before.
create or replace function require_open(account text) returns void language plpgsql volatile as $$
declare
  id uuid := account::uuid;
  found_state text;
  url text;
begin
  if not pg_try_advisory_xact_lock_shared(79, uuid_hash(id)) then
    perform pg_advisory_xact_lock_shared(79, uuid_hash(id));
  end if;
  select d.state, d.to_url into found_state, url from account_departure d where d.account_id = id
    and (d.state in ('handed', 'moved') or d.state = 'frozen' and d.frozen_until > clock_timestamp());
  if found then
    raise 'The account is being moved to another cell, or has been moved.'
      using errcode = 'DB002', detail = found_state, hint = url;
  end if;
end $$;
