-- additive: yes
-- Files that are uploaded to a connection and read by its syncs (docs/decisions/0054).

create table upload (
  account_id uuid not null,
  company_id uuid not null,
  upload_id uuid not null,
  connection_id uuid not null,
  file_name text not null,
  bytes int not null,
  -- SHA-256 of the content: the same file is stored once for each connection.
  content_hash text collate "C" not null,
  -- Received: waits until someone confirms how it is read. Unreadable: nothing in it can be read. Confirmed: a data set
  -- consists of it, alone or with others. Replaced: later files have replaced it.
  status text not null check (status in ('Received', 'Unreadable', 'Confirmed', 'Replaced')),
  -- What the connector has found in the file; null if it is unreadable.
  found jsonb,
  -- Why it is unreadable.
  problem text,
  -- How it is read, since it was confirmed: data type, sheet, mapping.
  reading jsonb,
  mode text check (mode in ('replace', 'append')),
  -- Number of records and of problems when it was confirmed.
  records int,
  problems int,
  uploaded_at timestamptz not null,
  confirmed_at timestamptz,
  primary key (account_id, company_id, upload_id),
  foreign key (account_id, company_id, connection_id) references connection on delete cascade
);
create unique index upload_of_content on upload (account_id, company_id, connection_id, content_hash);
create index upload_by_id on upload using hash (upload_id);
-- Files that are no part of a data set are removed after a while.
create index upload_left on upload (uploaded_at) where status <> 'Confirmed';
call protect_tenant_table('upload');

-- The content in parts of at most 1 MiB.
create table upload_part (
  account_id uuid not null,
  company_id uuid not null,
  upload_id uuid not null,
  part int not null,
  content bytea not null,
  primary key (account_id, company_id, upload_id, part),
  foreign key (account_id, company_id, upload_id) references upload on delete cascade
);
call protect_tenant_table('upload_part');

-- The data sets that a confirmed file fills.
create table upload_use (
  account_id uuid not null,
  company_id uuid not null,
  upload_id uuid not null,
  data_type text not null,
  connection_id uuid not null,
  -- The order in which the files of a data set count.
  position bigint not null,
  -- False since a later file has replaced it.
  is_current boolean not null,
  -- The sync that was queued when the file was confirmed.
  sync_id uuid,
  primary key (account_id, company_id, upload_id, data_type),
  foreign key (account_id, company_id, upload_id) references upload on delete cascade
);
create index upload_use_current on upload_use (account_id, company_id, connection_id, data_type, position) where is_current;
call protect_tenant_table('upload_use');

-- How a file with certain columns was read the last time.
create table upload_reading (
  account_id uuid not null,
  company_id uuid not null,
  connection_id uuid not null,
  columns_key text collate "C" not null,
  reading jsonb not null,
  mode text not null check (mode in ('replace', 'append')),
  changed_at timestamptz not null,
  primary key (account_id, company_id, connection_id, columns_key),
  foreign key (account_id, company_id, connection_id) references connection on delete cascade
);
call protect_tenant_table('upload_reading');
