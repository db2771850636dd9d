-- Platforms that use OAuth 2 for authorization (docs/oauth.md).

-- An account's own application at a platform, used instead of the installation's.
create table oauth_application (
  account_id uuid not null references account on delete cascade,
  platform_key text not null,
  client_id text not null,
  -- Sealed, like all secrets below.
  client_secret text not null,
  -- The key that the platform signs its notifications with.
  notification_key text,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (account_id, platform_key)
);
call protect_tenant_table('oauth_application');

-- Authorizations in progress: a person is at the platform and will return with the state. Deleted with its first use.
create table oauth_state (
  account_id uuid not null,
  -- SHA-256 of the state: reading this table is not enough to complete somebody's authorization.
  state_hash text not null unique,
  -- SHA-256 of the cookie in the browser that started it.
  browser_hash text not null,
  company_id uuid not null,
  connection_id uuid not null,
  client_id text not null,
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
  -- The platform's own id of the company; notifications refer to it.
  tenant text not null,
  -- The application that was authorized. The tokens work with no other.
  client_id text not null,
  -- Access token, refresh token, and the previous refresh token.
  tokens text not null,
  -- Incremented whenever the tokens change.
  version int not null,
  expires_at timestamptz not null,
  renewed_at timestamptz not null,
  -- One process renews at a time. A process with an older fence stores nothing.
  fence int not null default 0,
  lease_until timestamptz,
  -- The platform was unreachable: no process tries again before then.
  retry_at timestamptz,
  -- The platform has rejected every refresh token: the company's owner must authorize again.
  refused_at timestamptz,
  primary key (account_id, company_id, connection_id),
  foreign key (account_id, company_id, connection_id) references connection on delete cascade
);
create index oauth_token_by_tenant on oauth_token (platform_key, tenant);
call protect_tenant_table('oauth_token');

-- Tokens that are no longer needed and still have to be revoked at the platform.
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

-- Whichever way a connection loses its tokens (unlinked, deleted, deleted with its company), they are queued for
-- revocation.
create function keep_for_revocation() returns trigger language plpgsql as $$ begin
  insert into oauth_revocation (account_id, connection_id, removed_at, platform_key, tenant, client_id, tokens, retry_at)
    values (old.account_id, old.connection_id, clock_timestamp(), old.platform_key, old.tenant, old.client_id, old.tokens,
      clock_timestamp())
    on conflict do nothing;
  return null;
end $$;
create trigger kept_for_revocation after delete on oauth_token for each row execute function keep_for_revocation();
