create table account (
  account_id uuid primary key,
  name text not null check (char_length(name) between 1 and 200),
  plan text not null check (plan in ('free', 'paid')),
  requests_per_minute int check (requests_per_minute > 0),
  created_at timestamptz not null,
  -- Which of the two webhook generations the account uses. Changing this column requires an exclusive advisory lock.
  -- keep_messages takes the same lock in shared mode.
  webhook_generation text not null default 'newer' check (webhook_generation in ('older', 'newer')),
  -- Whether members must use a second factor.
  second_factor_required boolean not null default false
);
call protect_tenant_table('account');

-- The row of a deleted key stays, so that requests with the key get 403 "outdated". Requests with an unknown key get
-- 401.
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
-- Indexes named …_by_id find the account that an id belongs to. So the response can be 403 for an id of another
-- account, and 404 for an unknown id (src/path-resources.ts). These are hash indexes, because hash indexes cannot be
-- used for sorting. With a B-tree on the id, the planner read lists through that index and skipped the rows of all
-- other accounts (126 ms instead of 0.24 ms for companies). Messages have no such index, because every new message
-- would have to be added to it.
create index api_key_by_id on api_key using hash (api_key_id);
call protect_tenant_table('api_key');

-- Request limits that an account has reached. One event is sent when a limit is reached, and another when its window is
-- over.
create table limit_reached (
  account_id uuid not null references account on delete cascade,
  limit_window text not null check (limit_window in ('minute', 'day')),
  resets_at timestamptz not null,
  primary key (account_id, limit_window)
);
create index limit_reached_over on limit_reached (resets_at);
call protect_tenant_table('limit_reached');

create trigger erase_traces after delete on account for each row execute function erase_account_traces();
