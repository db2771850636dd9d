-- additive: yes
-- After a restore, the tokens in the database may be outdated, because the platform has replaced them since the backup.
-- `restored_at` is the time when the restore was noticed. It is set for every token and cleared when the token is
-- renewed or the connection is authorized again.
alter table oauth_token add column restored_at timestamptz;
