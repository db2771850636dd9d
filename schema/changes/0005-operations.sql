-- additive: yes
-- Which accounts have been notified of a restore: {"restoredTo", "noticedAt", "after"}, where "after" is the last
-- account that was notified. Null if all accounts have been notified. Each batch of accounts is notified in its own
-- transaction.
alter table cell_state add column telling jsonb;
