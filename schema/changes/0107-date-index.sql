-- additive: yes
-- The partitions have the index already, so PostgreSQL only attaches them.
create index record_by_date2 on record (account_id, company_id, data_set_id, date2)
  where gen_to is null and date2 > '-infinity';
