-- additive: yes
-- concurrently: yes
-- For the records whose second date, such as the due date, a change of the day passes (src/standing). The index of the
-- table follows in the next file.
create index concurrently if not exists record_00_by_date2 on record_00 (account_id, company_id, data_set_id, date2)
  where gen_to is null and date2 > '-infinity';
create index concurrently if not exists record_01_by_date2 on record_01 (account_id, company_id, data_set_id, date2)
  where gen_to is null and date2 > '-infinity';
create index concurrently if not exists record_02_by_date2 on record_02 (account_id, company_id, data_set_id, date2)
  where gen_to is null and date2 > '-infinity';
create index concurrently if not exists record_03_by_date2 on record_03 (account_id, company_id, data_set_id, date2)
  where gen_to is null and date2 > '-infinity';
create index concurrently if not exists record_04_by_date2 on record_04 (account_id, company_id, data_set_id, date2)
  where gen_to is null and date2 > '-infinity';
create index concurrently if not exists record_05_by_date2 on record_05 (account_id, company_id, data_set_id, date2)
  where gen_to is null and date2 > '-infinity';
create index concurrently if not exists record_06_by_date2 on record_06 (account_id, company_id, data_set_id, date2)
  where gen_to is null and date2 > '-infinity';
create index concurrently if not exists record_07_by_date2 on record_07 (account_id, company_id, data_set_id, date2)
  where gen_to is null and date2 > '-infinity';
create index concurrently if not exists record_08_by_date2 on record_08 (account_id, company_id, data_set_id, date2)
  where gen_to is null and date2 > '-infinity';
create index concurrently if not exists record_09_by_date2 on record_09 (account_id, company_id, data_set_id, date2)
  where gen_to is null and date2 > '-infinity';
create index concurrently if not exists record_10_by_date2 on record_10 (account_id, company_id, data_set_id, date2)
  where gen_to is null and date2 > '-infinity';
create index concurrently if not exists record_11_by_date2 on record_11 (account_id, company_id, data_set_id, date2)
  where gen_to is null and date2 > '-infinity';
create index concurrently if not exists record_12_by_date2 on record_12 (account_id, company_id, data_set_id, date2)
  where gen_to is null and date2 > '-infinity';
create index concurrently if not exists record_13_by_date2 on record_13 (account_id, company_id, data_set_id, date2)
  where gen_to is null and date2 > '-infinity';
create index concurrently if not exists record_14_by_date2 on record_14 (account_id, company_id, data_set_id, date2)
  where gen_to is null and date2 > '-infinity';
create index concurrently if not exists record_15_by_date2 on record_15 (account_id, company_id, data_set_id, date2)
  where gen_to is null and date2 > '-infinity';
create index concurrently if not exists record_16_by_date2 on record_16 (account_id, company_id, data_set_id, date2)
  where gen_to is null and date2 > '-infinity';
create index concurrently if not exists record_17_by_date2 on record_17 (account_id, company_id, data_set_id, date2)
  where gen_to is null and date2 > '-infinity';
create index concurrently if not exists record_18_by_date2 on record_18 (account_id, company_id, data_set_id, date2)
  where gen_to is null and date2 > '-infinity';
create index concurrently if not exists record_19_by_date2 on record_19 (account_id, company_id, data_set_id, date2)
  where gen_to is null and date2 > '-infinity';
create index concurrently if not exists record_20_by_date2 on record_20 (account_id, company_id, data_set_id, date2)
  where gen_to is null and date2 > '-infinity';
create index concurrently if not exists record_21_by_date2 on record_21 (account_id, company_id, data_set_id, date2)
  where gen_to is null and date2 > '-infinity';
create index concurrently if not exists record_22_by_date2 on record_22 (account_id, company_id, data_set_id, date2)
  where gen_to is null and date2 > '-infinity';
create index concurrently if not exists record_23_by_date2 on record_23 (account_id, company_id, data_set_id, date2)
  where gen_to is null and date2 > '-infinity';
create index concurrently if not exists record_24_by_date2 on record_24 (account_id, company_id, data_set_id, date2)
  where gen_to is null and date2 > '-infinity';
create index concurrently if not exists record_25_by_date2 on record_25 (account_id, company_id, data_set_id, date2)
  where gen_to is null and date2 > '-infinity';
create index concurrently if not exists record_26_by_date2 on record_26 (account_id, company_id, data_set_id, date2)
  where gen_to is null and date2 > '-infinity';
create index concurrently if not exists record_27_by_date2 on record_27 (account_id, company_id, data_set_id, date2)
  where gen_to is null and date2 > '-infinity';
create index concurrently if not exists record_28_by_date2 on record_28 (account_id, company_id, data_set_id, date2)
  where gen_to is null and date2 > '-infinity';
create index concurrently if not exists record_29_by_date2 on record_29 (account_id, company_id, data_set_id, date2)
  where gen_to is null and date2 > '-infinity';
create index concurrently if not exists record_30_by_date2 on record_30 (account_id, company_id, data_set_id, date2)
  where gen_to is null and date2 > '-infinity';
create index concurrently if not exists record_31_by_date2 on record_31 (account_id, company_id, data_set_id, date2)
  where gen_to is null and date2 > '-infinity';
