-- additive: yes
-- functions: first
-- Standing queries (docs/decisions/0066): filters over a data type, whose consumer is told about each record that enters,
-- changes in or leaves one of them.

create table standing_query (
  account_id uuid not null,
  standing_query_id uuid not null,
  consumer_id uuid not null,
  -- Null: the data sets of all companies of the account.
  company_id uuid,
  data_type text not null,
  name text not null,
  -- The filter, in the language of the lists.
  query text not null,
  created_at timestamptz not null,
  primary key (account_id, standing_query_id),
  foreign key (account_id, consumer_id) references consumer on delete cascade
);
create index standing_query_by_type on standing_query (account_id, data_type);
create index standing_query_by_consumer on standing_query (account_id, consumer_id);
create index standing_query_by_company on standing_query (account_id, company_id) where company_id is not null;
create index standing_query_by_id on standing_query using hash (standing_query_id);
call protect_tenant_table('standing_query');

-- Published generations that standing queries have yet to be told about. A row is written with the publication, and
-- removed with the last events about it.
create table standing_run (
  account_id uuid not null,
  company_id uuid not null,
  data_set_id bigint not null,
  generation int not null,
  published_at timestamptz not null,
  -- The last record whose events are stored.
  told_through text collate "C" not null default '',
  -- When a worker takes the row next. A worker that takes it sets this to the end of its lease.
  due_at timestamptz not null,
  primary key (account_id, company_id, data_set_id, generation)
) with (fillfactor = 50);
create index standing_run_due on standing_run (due_at);
call protect_tenant_table('standing_run');

create trigger note_standing_run after insert on publication for each row execute function note_standing_run();
