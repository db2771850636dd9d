-- Deletes the request counts of a deleted person. They are in request_quota, with the person's id as account_id.
create or replace function erase_person_traces() returns trigger language plpgsql as $$ begin
  delete from request_quota where account_id = old.person_id;
  return null;
end $$;

-- Returns the members of the current account (the setting daybook.account_id of the database transaction). The database
-- role of the program cannot read the table person. This function returns only the columns that the members of an
-- account may see.
create or replace function team() returns table (account_id uuid, person_id uuid, email text, name text, role text, has_totp boolean,
  joined_at timestamptz, last_seen_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select m.account_id, m.person_id, p.email, p.name, m.role, p.totp_confirmed_at is not null, m.joined_at, p.last_seen_at
  from member m join person p using (person_id)
  where m.account_id = nullif(current_setting('daybook.account_id', true), '')::uuid
$$;

-- Returns the sessions of one person. The caller must first set daybook.account_id to the person's id, in the same
-- database transaction.
create or replace function own_sessions() returns table (person_id uuid, session_id uuid, created_at timestamptz,
  last_seen_at timestamptz, address text, user_agent text)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.person_id, s.session_id, s.created_at, s.last_seen_at, s.address, s.user_agent
  from session s where s.person_id = nullif(current_setting('daybook.account_id', true), '')::uuid
$$;
