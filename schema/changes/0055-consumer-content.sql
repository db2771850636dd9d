-- additive: yes
-- What a consumer gets of the events that it subscribes to. `filter` is the filter as the client wrote it, and
-- `filter_rules` its parsed form for event_matches (schema/functions/webhooks.sql); both are null without a filter.
-- `fields` are the fields of the body that are sent; null for all.
alter table consumer add column filter text, add column filter_rules jsonb, add column fields text[],
  add constraint consumer_filter check ((filter is null) = (filter_rules is null));
