-- Platforms that are authorized by OAuth 2 (docs/oauth.md).

-- An account's own application at a platform, used in the place of the house's.
create table oauth_application (
  account_id uuid not null references account on delete cascade,
  platform_key text not null,
  client_id text not null,
  -- Sealed, as everything secret below.
  client_secret text not null,
  -- What the platform signs its notifications with.
  notification_key text,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (account_id, platform_key)
);
call protect_tenant_table('oauth_application');

-- Authorizations under way: a person is at the platform and comes back with the state. Deleted with its first use.
create table oauth_state (
  account_id uuid not null,
  -- SHA-256 of the state: who reads the table cannot finish somebody's authorization.
  state_hash text not null unique,
  -- SHA-256 of what the browser that began it holds.
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
  -- The company there, by the platform's own name of it: notifications name it.
  tenant text not null,
  -- The application that it was authorized for. Tokens work with no other.
  client_id text not null,
  -- Access token, refresh token, and the refresh token before it.
  tokens text not null,
  -- Moves with the tokens.
  version int not null,
  expires_at timestamptz not null,
  renewed_at timestamptz not null,
  -- One renews at a time. Whoever is fenced off stores nothing.
  fence int not null default 0,
  lease_until timestamptz,
  -- The platform could not be reached: nobody asks before then.
  retry_at timestamptz,
  -- The platform has refused every refresh token: its owner must authorize again.
  refused_at timestamptz,
  primary key (account_id, company_id, connection_id),
  foreign key (account_id, company_id, connection_id) references connection on delete cascade
);
create index oauth_token_by_tenant on oauth_token (platform_key, tenant);
call protect_tenant_table('oauth_token');

-- Tokens that are no longer wanted and that the platform does not know of yet.
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

-- However a connection goes (unlinked, deleted, with its company), the platform is told.
create function keep_for_revocation() returns trigger language plpgsql as $$ begin
  insert into oauth_revocation (account_id, connection_id, removed_at, platform_key, tenant, client_id, tokens, retry_at)
    values (old.account_id, old.connection_id, clock_timestamp(), old.platform_key, old.tenant, old.client_id, old.tokens,
      clock_timestamp())
    on conflict do nothing;
  return null;
end $$;
create trigger kept_for_revocation after delete on oauth_token for each row execute function keep_for_revocation();
