-- additive: yes
-- OAuth client credentials, with which the service gets the token that deliveries carry in the Authorization header.
-- The secret is encrypted, and bound to this account and consumer. All null, or all set but the scope.
alter table consumer add column oauth_token_url text, add column oauth_client_id text,
  add column oauth_client_secret text, add column oauth_scope text,
  add constraint consumer_oauth check (num_nulls(oauth_token_url, oauth_client_id, oauth_client_secret) in (0, 3));
