-- additive: yes
-- functions: first
-- What the operator's pages and the metrics show of all accounts, without reading all accounts.

-- Numbers of rows in the cell, split over up to 32 rows like company_count, so that writers on different database
-- connections update different rows. Triggers write them.
create table cell_count (
  counted text collate "C" not null check (counted in ('accounts', 'consumersEnabled', 'consumersDisabled')),
  shard smallint not null,
  total bigint not null,
  primary key (counted, shard)
) with (fillfactor = 50);

create trigger count_made after insert on account referencing new table as made
  for each statement execute function count_accounts();
create trigger count_removed after delete on account referencing old table as made
  for each statement execute function count_accounts();
create trigger count_made after insert on consumer referencing new table as made
  for each statement execute function count_consumers();
create trigger count_removed after delete on consumer referencing old table as made
  for each statement execute function count_consumers();
create trigger count_changed after update of is_enabled on consumer for each row
  when (old.is_enabled <> new.is_enabled) execute function count_consumer_changed();

-- The triggers hold the locks that keep these numbers from changing meanwhile. Counting 100,000 rows takes 10 ms.
insert into cell_count (counted, shard, total) select 'accounts', 0, count(*) from account;
insert into cell_count (counted, shard, total)
  select case when is_enabled then 'consumersEnabled' else 'consumersDisabled' end, 0, count(*) from consumer group by is_enabled;

-- Past versions of accounts are in past_row, as those of pushes and syncs are, so that the pages of the operator's lists
-- show the accounts as they were when page 1 was read. They have the account id 00000000-…, because these lists read
-- the accounts of the whole cell. The default is set after the column is added, so that it does not apply to existing
-- rows.
alter table account add column made_by xid8;
alter table account alter column made_by set default pg_current_xact_id();
create trigger keep_past before update on account for each row when (
    (old.name, old.plan, old.requests_per_minute, old.webhook_generation)
    is distinct from (new.name, new.plan, new.requests_per_minute, new.webhook_generation))
  execute function keep_past_account();

-- For the operator's list of accounts: its orders, the search for a part of a name (see company_by_gram), and the
-- accounts that use the older webhooks. There are few accounts, compared with their rows in other tables.
create index account_by_name on account ((name collate "C"), account_id);
create index account_by_created on account (created_at, account_id);
create index account_by_gram on account using gin (name_grams('00000000-0000-0000-0000-000000000000', name))
  with (gin_pending_list_limit = 256);
create index account_older on account (account_id) where webhook_generation = 'older';

-- See make_message_day. Partitions of days that already exist stay without this index until they are dropped.
create index message_default_by_id on message_default using brin (message_id) with (pages_per_range = 16, autosummarize = on);
