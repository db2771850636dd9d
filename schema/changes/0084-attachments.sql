-- additive: yes
-- functions: first
-- Content of attachments that is kept (docs/decisions/0059-kept-content.md).

-- One row for each connection with attachments: whether its files have to be looked through again. Written by triggers.
create table kept_work (
  account_id uuid not null,
  company_id uuid not null,
  connection_id uuid not null,
  -- Null if nothing is to be done.
  wanted_at timestamptz,
  -- Increases with every request, so that one that arrives during a pass is not lost.
  asked int not null default 0,
  lease_until timestamptz,
  -- Increases whenever a process takes the work.
  fence int not null default 0,
  primary key (account_id, company_id, connection_id),
  foreign key (account_id, company_id, connection_id) references connection on delete cascade
);
create index kept_work_due on kept_work (wanted_at) where wanted_at is not null;
call protect_tenant_table('kept_work');

-- A content is stored once for each account.
create table kept_content (
  account_id uuid not null,
  content_id uuid not null,
  -- SHA-256 of the content; null while it is being written.
  hash bytea,
  bytes bigint,
  -- The key of the parts, encrypted and bound to this row.
  data_key text not null,
  began_at timestamptz not null,
  -- The company for which it is being written; null afterwards.
  writing_for uuid,
  -- True if a file no longer refers to it: to be checked and removed.
  is_suspect boolean not null default false,
  primary key (account_id, content_id)
);
create unique index kept_content_by_hash on kept_content (account_id, hash) where hash is not null;
create index kept_content_suspect on kept_content (account_id, content_id) where is_suspect;
create index kept_content_unfinished on kept_content (began_at) where hash is null;
call protect_tenant_table('kept_content');

-- Parts of 1 MiB, encrypted with the key of the content and bound to their place in it.
create table kept_content_part (
  account_id uuid not null,
  content_id uuid not null,
  part int not null,
  sealed bytea not null,
  primary key (account_id, content_id, part),
  foreign key (account_id, content_id) references kept_content on delete cascade
);
alter table kept_content_part alter column sealed set storage external;
call protect_tenant_table('kept_content_part');

-- The bytes of all finished contents of an account.
create table kept_total (
  account_id uuid primary key,
  bytes bigint not null
);
call protect_tenant_table('kept_total');

-- Which content an attachment has, or why it is not kept.
create table kept_file (
  account_id uuid not null,
  company_id uuid not null,
  connection_id uuid not null,
  file_id text collate "C" not null,
  -- SHA-256 of what the platform reported of the attachment when its content was read.
  version bytea not null,
  content_id uuid,
  reason text check (reason in ('fileTooLarge', 'accountFull', 'notFound', 'unreadable')),
  checked_at timestamptz not null,
  -- Since when no current record has this file.
  missing_since timestamptz,
  primary key (account_id, company_id, connection_id, file_id),
  foreign key (account_id, company_id, connection_id) references connection on delete cascade,
  foreign key (account_id, content_id) references kept_content,
  check ((content_id is null) <> (reason is null))
);
create index kept_file_by_content on kept_file (account_id, content_id);
create index kept_file_missing on kept_file (missing_since) where missing_since is not null;
call protect_tenant_table('kept_file');

create trigger want_content after update on data_set for each row when (new.data_type = 'attachments'
    and new.published_generation is distinct from old.published_generation)
  execute function want_content();
create trigger want_content_of_account after insert or update or delete on account_sync_settings for each row
  execute function want_content_again();
create trigger want_content_of_company after insert or update or delete on company_sync_settings for each row
  execute function want_content_again();
create trigger want_content_of_connection after insert or update or delete on connection_sync_settings for each row
  execute function want_content_again();
create trigger suspect_content after update or delete on kept_file for each row
  execute function suspect_content();
