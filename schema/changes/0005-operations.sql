-- additive: yes
-- How far the accounts were told of a restore: {"restoredTo", "noticedAt", "after"}, where "after" is the last account
-- that was told. Null if all were. Each batch of accounts is told in a transaction of its own.
alter table cell_state add column telling jsonb;
