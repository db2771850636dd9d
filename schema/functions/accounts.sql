create or replace function erase_account_traces() returns trigger language plpgsql as $$ begin
  delete from audit where account_id = old.account_id;
  return null;
end $$;
