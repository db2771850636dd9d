-- additive: yes
-- concurrently: yes
-- Finds the account that an id belongs to: an id of another account gets 403, an unknown one 404
-- (src/path-resources.ts). As for companies, a hash index on the id alone. Messages have none, since it would have to
-- be written with each of them.
create index concurrently if not exists connection_by_id on connection using hash (connection_id);
create index concurrently if not exists sync_by_id on sync using hash (sync_id);
create index concurrently if not exists push_by_id on push using hash (push_id);
create index concurrently if not exists api_key_by_id on api_key using hash (api_key_id);
create index concurrently if not exists consumer_by_id on consumer using hash (consumer_id);
create index concurrently if not exists redelivery_by_id on redelivery using hash (redelivery_id);
create index concurrently if not exists rule_by_id on rule using hash (rule_id);
create index concurrently if not exists alert_by_id on alert using hash (alert_id);
create index concurrently if not exists invitation_by_id on invitation using hash (invitation_id);
