-- additive: yes
-- concurrently: yes
-- For the sum of what an account's snapshots hold. It has entries only for data sets of which they hold something.
create index concurrently if not exists data_set_held on data_set (account_id) where held_bytes > 0;
