-- People, the accounts they belong to, and their sessions.

-- System tables: a person can belong to several accounts, and signs in before the account is known.

create table person (
  person_id uuid primary key,
  -- In lower case. People sign in with it.
  email text collate "C" not null unique,
  name text not null,
  -- Operators may enter every account.
  is_operator boolean not null default false,
  -- argon2id. If it is null, the person can sign in only by an e-mailed link or single sign-on.
  password_hash text,
  -- When the person proved that the address is theirs, by a link sent to it or by single sign-on.
  email_verified_at timestamptz,
  -- Encrypted. Used at sign-in once totp_confirmed_at is set.
  totp_secret text,
  totp_confirmed_at timestamptz,
  -- Time step of the last code that was used. No code is accepted twice.
  totp_step bigint,
  -- The person's identity at the issuer of single sign-on.
  sso_issuer text,
  sso_subject text,
  created_at timestamptz not null,
  last_seen_at timestamptz,
  unique (sso_issuer, sso_subject)
);
create trigger erase_traces after delete on person for each row execute function erase_person_traces();

create table recovery_code (
  person_id uuid not null references person on delete cascade,
  hash bytea not null,
  primary key (person_id, hash)
);

create table session (
  session_id uuid primary key,
  -- Hash of the cookie's value.
  token_hash bytea not null unique,
  person_id uuid not null references person on delete cascade,
  -- The account that the person is working in; null if none is selected.
  in_account uuid references account on delete set null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  address text not null,
  user_agent text not null,
  -- How the person signed in ('password', 'single sign-on', …), and when they last proved their identity. Sensitive
  -- changes ask for proof again if that was too long ago.
  signed_in_by text,
  proved_at timestamptz
);
create index session_by_person on session (person_id);
create index session_by_age on session (last_seen_at);
create index session_by_account on session (in_account);

-- Links to set a password, requested by the person or created by the operator.
create table password_reset (
  token_hash bytea primary key,
  person_id uuid not null references person on delete cascade,
  -- True if the link was sent to the person's own address. Using it then proves the address.
  is_mailed boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_reset_by_person on password_reset (person_id);
create index password_reset_by_age on password_reset (expires_at);

-- Counters of attempts, for example to sign in (src/people/sign-in/attempt-limit.ts). A window starts with its first
-- attempt.
create table attempt_count (
  -- Hash of what is counted, for example an IP address, an e-mail address or the codes of a person.
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
create index invitation_by_id on invitation using hash (invitation_id);
call protect_tenant_table('invitation');
