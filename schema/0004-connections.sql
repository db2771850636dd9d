-- A connection links one company to one platform. States and transitions: src/connections/states.ts.
create table connection (
  account_id uuid not null,
  company_id uuid not null,
  connection_id uuid not null,
  platform_key text not null,
  source_type text not null check (source_type in ('Accounting', 'Banking', 'Commerce', 'Other')),
  status text not null check (status in ('PendingAuth', 'Linked', 'Unlinked', 'Deauthorized')),
  -- Sealed (encrypted), and bound to account and connection.
  credentials text,
  link_token text not null unique,
  created_at timestamptz not null,
  linked_at timestamptz,
  last_sync_at timestamptz,
  primary key (account_id, company_id, connection_id),
  foreign key (account_id, company_id) references company (account_id, company_id) on delete cascade
);
-- A company can have one linked accounting system at a time.
create unique index connection_one_accounting on connection (account_id, company_id)
  where source_type = 'Accounting' and status = 'Linked';
create index connection_linked on connection (account_id, company_id) where status = 'Linked';
call protect_tenant_table('connection');

-- Errors of a connection, shown newest first; resolved when the connection works again.
create table connection_error (
  account_id uuid not null,
  company_id uuid not null,
  connection_id uuid not null,
  at timestamptz not null,
  code text not null,
  message text not null,
  resolved_at timestamptz,
  primary key (account_id, company_id, connection_id, at, code),
  foreign key (account_id, company_id, connection_id) references connection on delete cascade
);
call protect_tenant_table('connection_error');

-- A summary of each company's connections, written whenever one of them changes. The list of companies then needs one
-- index scan and no lookup per row.
alter table company add column data_connections jsonb not null default '[]';
