-- The audit log. Rows with the account id 00000000-… record operations that belong to no account. There are no foreign
-- keys, because a row outlives the person, the key and the company that it names; erase_account_traces deletes the rows
-- of a deleted account.
create table audit (
  account_id uuid not null,
  audit_id uuid not null,
  at timestamptz not null,
  -- link: done through a company's link.
  actor_kind text not null check (actor_kind in ('person', 'key', 'operator', 'service', 'link')),
  actor_id uuid,
  actor_name text not null,
  operation text collate "C" not null,
  subject_kind text collate "C" not null,
  subject_id text collate "C",
  subject_name text,
  company_id uuid,
  -- With secrets masked.
  before jsonb,
  after jsonb,
  address text,
  correlation_id uuid,
  made_by xid8 default pg_current_xact_id(),
  primary key (account_id, audit_id)
);
create index audit_by_age on audit (at);
call protect_tenant_table('audit');
