-- People: who they are, which accounts they belong to, their sessions, and the audit log.

-- System tables. A person can belong to several accounts, and signs in before the account is known.

create table person (
  person_id uuid primary key,
  -- The sign-in name, in lower case.
  email text collate "C" not null unique,
  name text not null,
  -- Works for the operator: may enter every account.
  is_operator boolean not null default false,
  -- argon2id. Null if no password is set: then only an e-mailed link or single sign-on works.
  password_hash text,
  -- When an e-mailed link, or the single sign-on issuer, proved that the address belongs to the person.
  email_verified_at timestamptz,
  -- Sealed. In use once it is confirmed.
  totp_secret text,
  totp_confirmed_at timestamptz,
  -- Time step of the last code used, so that no code works twice.
  totp_step bigint,
  -- The person's identity at the single sign-on issuer.
  sso_issuer text,
  sso_subject text,
  created_at timestamptz not null,
  last_seen_at timestamptz,
  unique (sso_issuer, sso_subject)
);

create table recovery_code (
  person_id uuid not null references person on delete cascade,
  hash bytea not null,
  primary key (person_id, hash)
);

create table session (
  session_id uuid primary key,
  -- Hash of the token in the cookie.
  token_hash bytea not null unique,
  person_id uuid not null references person on delete cascade,
  -- The account that the session is in; null if it is in none yet, or was removed from it.
  in_account uuid references account on delete set null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  address text not null,
  user_agent text not null
);
create index session_by_person on session (person_id);
create index session_by_age on session (last_seen_at);
create index session_by_account on session (in_account);

-- Links for setting a password: requested by the person, or created by the operator.
create table password_reset (
  token_hash bytea primary key,
  person_id uuid not null references person on delete cascade,
  -- The link was e-mailed to the person's own address, so using it proves the address.
  is_mailed boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_reset_by_person on password_reset (person_id);
create index password_reset_by_age on password_reset (expires_at);

-- Attempts at something that can be guessed, counted in windows that start with the first attempt.
create table attempt_count (
  -- Hash of what is counted: an IP address, an e-mail address, both together, or a person's codes.
  bucket bytea primary key,
  since timestamptz not null,
  attempts int not null
) with (fillfactor = 70);
create index attempt_count_by_age on attempt_count (since);

-- Tenant tables

create table member (
  account_id uuid not null references account on delete cascade,
  person_id uuid not null references person on delete cascade,
  role text not null check (role in ('viewer', 'developer', 'administrator')),
  joined_at timestamptz not null,
  primary key (account_id, person_id)
);
create index member_by_person on member (person_id);
call protect_tenant_table('member');

create table invitation (
  account_id uuid not null references account on delete cascade,
  invitation_id uuid not null,
  email text collate "C" not null,
  role text not null check (role in ('viewer', 'developer', 'administrator')),
  token_hash bytea not null unique,
  invited_by text not null,
  is_mailed boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (account_id, invitation_id)
);
create unique index invitation_open on invitation (account_id, email) where used_at is null;
create index invitation_by_email on invitation (email) where used_at is null;
create index invitation_by_age on invitation (expires_at);
call protect_tenant_table('invitation');

-- Rows of account 0 belong to the operator. There are no foreign keys: a row outlives the person, key and company that
-- it names. The trigger below erases the rows of a deleted account.
create table audit (
  account_id uuid not null,
  audit_id uuid not null,
  at timestamptz not null,
  actor_kind text not null check (actor_kind in ('person', 'key', 'operator', 'service')),
  actor_id uuid,
  actor_name text not null,
  operation text collate "C" not null,
  subject_kind text collate "C" not null,
  subject_id text collate "C",
  subject_name text,
  company_id uuid,
  -- Secrets are masked.
  before jsonb,
  after jsonb,
  address text,
  correlation_id uuid,
  primary key (account_id, audit_id)
);
create index audit_by_age on audit (at);
call protect_tenant_table('audit');

create function erase_account_traces() returns trigger language plpgsql as $$ begin
  delete from audit where account_id = old.account_id;
  return null;
end $$;
create trigger erase_traces after delete on account for each row execute function erase_account_traces();

-- A person's requests are counted in the same table as an account's, under the person's id.
create function erase_person_traces() returns trigger language plpgsql as $$ begin
  delete from request_quota where account_id = old.person_id;
  return null;
end $$;
create trigger erase_traces after delete on person for each row execute function erase_person_traces();

-- The team of the account set by the transaction. The program's role cannot read the system table of people; this
-- function shows the part that their team may see.
create function team() returns table (account_id uuid, person_id uuid, email text, name text, role text, has_totp boolean,
  joined_at timestamptz, last_seen_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select m.account_id, m.person_id, p.email, p.name, m.role, p.totp_confirmed_at is not null, m.joined_at, p.last_seen_at
  from member m join person p using (person_id)
  where m.account_id = nullif(current_setting('daybook.account_id', true), '')::uuid
$$;

-- The sessions of the person whose id the transaction has set instead of an account id.
create function own_sessions() returns table (person_id uuid, session_id uuid, created_at timestamptz,
  last_seen_at timestamptz, address text, user_agent text)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.person_id, s.session_id, s.created_at, s.last_seen_at, s.address, s.user_agent
  from session s where s.person_id = nullif(current_setting('daybook.account_id', true), '')::uuid
$$;
