create or replace function keep_past_push() returns trigger language plpgsql as $$ begin
  if old.made_by is not distinct from pg_current_xact_id() then return new; end if;
  new.made_by := pg_current_xact_id();
  insert into past_row values (old.account_id, 'push', old.company_id, new.made_by, old.push_id, old.made_by,
    to_jsonb(old) - '{account_id,company_id,push_id,record,prepared,ticket,condition,made_by}'::text[]) on conflict do nothing;
  return new;
end $$;
