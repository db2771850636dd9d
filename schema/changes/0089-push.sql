-- additive: yes
-- A push group: pushes of one connection that are carried out one after the other as one operation
-- (docs/decisions/0065). A step is an ordinary push. The transaction that stores its outcome also starts the next step.
create table push_group (
  account_id uuid not null,
  company_id uuid not null,
  group_id uuid not null,
  connection_id uuid not null,
  status text not null check (status in ('Running', 'Undoing', 'Succeeded', 'Failed', 'Undone', 'UndoFailed')),
  -- What happens if a step fails: `stop` starts no further step, `undo` also undoes the steps before it.
  on_failure text not null check (on_failure in ('stop', 'undo')),
  -- Of each step.
  timeout_minutes int not null,
  requested_at timestamptz not null,
  completed_at timestamptz,
  primary key (account_id, company_id, group_id),
  foreign key (account_id, company_id) references company (account_id, company_id) on delete cascade
);
create index push_group_by_id on push_group using hash (group_id);
create index push_group_by_end on push_group (completed_at) where completed_at is not null;
call protect_tenant_table('push_group');

create table push_group_step (
  account_id uuid not null,
  company_id uuid not null,
  group_id uuid not null,
  position int not null,
  step_key text not null,
  data_type text not null,
  operation text not null check (operation in ('create', 'update', 'delete')),
  -- What the client sent, as JSON text: {"record", "recordId", "condition"}, with references to earlier steps.
  wanted text not null,
  -- Warnings that were known when the group was accepted.
  validation jsonb,
  -- How the step is undone; null if it cannot be.
  undo text check (undo in ('void', 'delete')),
  outcome text not null
    check (outcome in ('notStarted', 'running', 'succeeded', 'failed', 'undoing', 'undone', 'undoFailed')),
  record_id text,
  error_message text,
  push_id uuid,
  undo_push_id uuid,
  primary key (account_id, company_id, group_id, position),
  foreign key (account_id, company_id, group_id) references push_group on delete cascade
);
call protect_tenant_table('push_group_step');
