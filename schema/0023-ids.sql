-- additive: yes
-- concurrently: yes
-- These indexes find the account that an id belongs to. The response is 403 for an id of another account and 404 for an
-- unknown id (src/path-resources.ts). As for companies, each index is a hash index on the id alone. Messages have no
-- such index, because every new message would have to be added to it.
create index concurrently if not exists connection_by_id on connection using hash (connection_id);
create index concurrently if not exists sync_by_id on sync using hash (sync_id);
create index concurrently if not exists push_by_id on push using hash (push_id);
create index concurrently if not exists api_key_by_id on api_key using hash (api_key_id);
create index concurrently if not exists consumer_by_id on consumer using hash (consumer_id);
create index concurrently if not exists redelivery_by_id on redelivery using hash (redelivery_id);
create index concurrently if not exists rule_by_id on rule using hash (rule_id);
create index concurrently if not exists alert_by_id on alert using hash (alert_id);
create index concurrently if not exists invitation_by_id on invitation using hash (invitation_id);
