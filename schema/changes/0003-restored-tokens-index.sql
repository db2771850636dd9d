-- additive: yes
-- concurrently: yes
-- Contains rows only after a restore, so that looking for them costs nothing at other times.
create index concurrently if not exists oauth_token_restored on oauth_token (restored_at) where restored_at is not null;
