create or replace function erase_account_traces() returns trigger language plpgsql as $$ begin
  delete from audit where account_id = old.account_id;
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
