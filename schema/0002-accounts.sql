create table account (
  account_id uuid primary key,
  name text not null check (char_length(name) between 1 and 200),
  plan text not null check (plan in ('free-trial', 'free', 'paid')),
  requests_per_minute int check (requests_per_minute > 0),
  created_at timestamptz not null
);
call protect_tenant_table('account');

-- A deleted key stays as a row: it gets 403 "outdated", whereas an unknown key gets 401.
create table api_key (
  account_id uuid not null references account on delete cascade,
  api_key_id uuid not null,
  name text not null check (char_length(name) between 1 and 50),
  prefix text not null,
  hash bytea not null unique,
  scopes text[] not null,
  company_tags jsonb,
  created_at timestamptz not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  deleted_at timestamptz,
  primary key (account_id, api_key_id)
);
call protect_tenant_table('api_key');
