-- additive: yes
-- concurrently: yes
-- The index has entries only after a restore. At other times it is empty, so that a search for restored tokens costs
-- nothing.
create index concurrently if not exists oauth_token_restored on oauth_token (restored_at) where restored_at is not null;
