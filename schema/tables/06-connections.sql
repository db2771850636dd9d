-- A connection links one company to one platform. States and transitions: src/connections/states.ts.
create table connection (
  account_id uuid not null,
  company_id uuid not null,
  connection_id uuid not null,
  platform_key text not null,
  source_type text not null check (source_type in ('Accounting', 'Banking', 'Commerce', 'Other')),
  status text not null check (status in ('PendingAuth', 'Linked', 'Unlinked', 'Deauthorized')),
  -- Encrypted, and bound to this account and connection (src/connections/credentials.ts).
  credentials text,
  created_at timestamptz not null,
  linked_at timestamptz,
  last_sync_at timestamptz,
  primary key (account_id, company_id, connection_id),
  foreign key (account_id, company_id) references company (account_id, company_id) on delete cascade
);
-- Only one accounting system can be linked to a company at a time.
create unique index connection_one_accounting on connection (account_id, company_id)
  where source_type = 'Accounting' and status = 'Linked';
create index connection_linked on connection (account_id, company_id) where status = 'Linked';
create index connection_deauthorized on connection (account_id, company_id) where status = 'Deauthorized';
create index connection_by_id on connection using hash (connection_id);
call protect_tenant_table('connection');

-- Errors of a connection. They are resolved when the connection works again.
create table connection_error (
  account_id uuid not null,
  company_id uuid not null,
  connection_id uuid not null,
  at timestamptz not null,
  code text not null,
  message text not null,
  resolved_at timestamptz,
  primary key (account_id, company_id, connection_id, at, code),
  foreign key (account_id, company_id, connection_id) references connection on delete cascade
);
call protect_tenant_table('connection_error');

-- Rate limits of platforms, counted over all processes: one row per platform and one per connection.
create table provider_budget (
  budget text primary key,
  -- The time at which the budget will be full again. Each request makes it later by the time that the rate limit
  -- allows per request: by 1 s if the limit is 60 requests a minute.
  busy_until timestamptz not null,
  -- Number of requests that were reserved last. Stored so that the statement that reserves requests can return it.
  granted bigint not null
) with (fillfactor = 50);

-- OAuth 2 (docs/oauth.md). Secrets and tokens are stored encrypted.

-- An account's own OAuth application at a platform, used instead of the operator's.
create table oauth_application (
  account_id uuid not null references account on delete cascade,
  platform_key text not null,
  client_id text not null,
  client_secret text not null,
  -- The key with which the platform signs its notifications.
  notification_key text,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (account_id, platform_key)
);
call protect_tenant_table('oauth_application');

-- Authorizations that have been started. A person was sent to the platform, which will send them back with the OAuth
-- parameter `state`. A `state` can be used once; using it deletes the row.
create table oauth_state (
  account_id uuid not null,
  -- SHA-256 of `state`, so that nobody who reads the table can finish another person's authorization.
  state_hash text not null unique,
  -- SHA-256 of the value held by the browser that started the authorization.
  browser_hash text not null,
  company_id uuid not null,
  connection_id uuid not null,
  client_id text not null,
  -- Encrypted together with the client's state (src/connections/oauth/pending-seal.ts).
  code_verifier text not null,
  expires_at timestamptz not null,
  primary key (account_id, state_hash),
  foreign key (account_id, company_id, connection_id) references connection on delete cascade
);
create index oauth_state_expired on oauth_state (expires_at);
call protect_tenant_table('oauth_state');

create table oauth_token (
  account_id uuid not null,
  company_id uuid not null,
  connection_id uuid not null,
  platform_key text not null,
  -- The platform's id of the company. Notifications contain it.
  tenant text not null,
  -- The application that was authorized. Tokens work only with this application.
  client_id text not null,
  -- Encrypted: the access token, the refresh token, and the previous refresh token.
  tokens text not null,
  -- Increases whenever the tokens change.
  version int not null,
  expires_at timestamptz not null,
  renewed_at timestamptz not null,
  -- Only one process at a time renews the tokens. It increases this number when it starts. If another process has
  -- increased the number since, the first one can no longer store anything.
  fence int not null default 0,
  lease_until timestamptz,
  -- The time before which no process tries to renew the tokens. Set after a failed renewal, for example if the platform
  -- could not be reached.
  retry_at timestamptz,
  -- Set if the platform has rejected every refresh token. The company's owner must then authorize the connection again.
  refused_at timestamptz,
  primary key (account_id, company_id, connection_id),
  foreign key (account_id, company_id, connection_id) references connection on delete cascade
);
create index oauth_token_by_tenant on oauth_token (platform_key, tenant);
call protect_tenant_table('oauth_token');
create trigger kept_for_revocation after delete on oauth_token for each row execute function keep_for_revocation();

-- Tokens that are no longer needed and not yet revoked at the platform.
create table oauth_revocation (
  account_id uuid not null,
  connection_id uuid not null,
  removed_at timestamptz not null,
  platform_key text not null,
  tenant text not null,
  client_id text not null,
  tokens text not null,
  attempts int not null default 0,
  retry_at timestamptz not null,
  primary key (account_id, connection_id, removed_at)
);
create index oauth_revocation_due on oauth_revocation (retry_at);
call protect_tenant_table('oauth_revocation');
