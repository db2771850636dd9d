-- Trigger on deleted OAuth tokens. Tokens are deleted when a connection is unlinked, or when the connection or its
-- company is deleted. The trigger copies the tokens to oauth_revocation, so that a job can revoke them at the platform.
create or replace function keep_for_revocation() returns trigger language plpgsql as $$ begin
  insert into oauth_revocation (account_id, connection_id, removed_at, platform_key, tenant, client_id, tokens, retry_at)
    values (old.account_id, old.connection_id, clock_timestamp(), old.platform_key, old.tenant, old.client_id, old.tokens,
      clock_timestamp())
    on conflict do nothing;
  return null;
end $$;
