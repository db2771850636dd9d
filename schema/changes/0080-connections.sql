-- additive: yes
-- Tokens that an import has renewed before their connection is linked (src/connections/oauth/import). The platform may
-- accept only the newest token, so it is stored before anything else happens. The row is deleted when the connection is
-- linked, and after 30 days.
create table connection_import (
  account_id uuid not null references account on delete cascade,
  -- SHA-256 of the platform and of the refresh token that was given, so that the same line finds its newest token.
  token_hash text not null,
  platform_key text not null,
  -- Encrypted: the access token, the refresh token, and the previous refresh token.
  tokens text not null,
  -- Increases whenever the tokens change; 0 while they are the given ones.
  version int not null default 0,
  expires_at timestamptz not null,
  -- Only one process at a time renews the tokens. It increases the fence when it starts.
  fence int not null default 0,
  lease_until timestamptz,
  changed_at timestamptz not null,
  primary key (account_id, token_hash)
);
call protect_tenant_table('connection_import');
