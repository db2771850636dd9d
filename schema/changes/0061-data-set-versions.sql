-- additive: yes
-- functions: first
-- The transaction that published the shown state of a data set; null if that was before this change. With it and the
-- past versions in past_row, all pages of GET /dataSets show the state when page 1 was read.
alter table data_set add column made_by xid8;
alter table data_set alter column made_by set default pg_current_xact_id();
create trigger keep_past before update on data_set for each row when (
    (old.published_generation, old.published_at, old.total)
    is distinct from (new.published_generation, new.published_at, new.total))
  execute function keep_past_data_set();
