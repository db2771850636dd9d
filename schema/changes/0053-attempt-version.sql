-- additive: yes
-- The version of the consumer that an attempt was sent with. If it is still the current one, the headers of the request
-- can be computed again (src/webhooks/schedule/sent-request.ts). Null for attempts that were made before this change.
alter table attempt add column consumer_version int;
