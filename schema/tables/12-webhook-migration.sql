-- The migration of an account from the older webhooks to the newer ones (docs/migration.md).

-- The steps of a migration that were declared or done. Rows are never removed.
create table migration_step (
  account_id uuid not null references account on delete cascade,
  step_id uuid not null,
  kind text not null check (kind in ('declared', 'requested', 'rehearsed', 'applied', 'rolledBack')),
  at timestamptz not null,
  by_whom text not null,
  -- client: the client took the step in the portal. operator: the operator took the step, or recorded it for the
  -- client.
  source text not null check (source in ('client', 'operator')),
  -- For the kind `applied`: the plan, and the reason if blockers were overridden.
  detail jsonb not null default '{}',
  primary key (account_id, step_id)
);
call protect_tenant_table('migration_step');

-- A trial run before a migration. For a limited time, the newer webhooks send the events as well, as test messages.
create table rehearsal (
  account_id uuid not null references account on delete cascade,
  rehearsal_id uuid not null,
  started_at timestamptz not null,
  -- End of the rehearsal. The newer webhooks send nothing after this time, even if no process sets ended_at.
  until timestamptz not null,
  events_max int not null,
  -- URL that gets the deliveries of the rehearsal; null for the URLs of the rules.
  to_url text,
  ended_at timestamptz,
  primary key (account_id, rehearsal_id)
);
create unique index rehearsal_open on rehearsal (account_id) where ended_at is null;
call protect_tenant_table('rehearsal');

-- Events that occurred during a rehearsal and matched a rule or a consumer of the rehearsal. The report of the
-- rehearsal compares how the older and the newer webhooks delivered them.
create table rehearsal_event (
  account_id uuid not null references account on delete cascade,
  rehearsal_id uuid not null,
  event_id uuid not null,
  rule_type text collate "C" not null,
  at timestamptz not null,
  primary key (account_id, rehearsal_id, event_id)
);
create index rehearsal_event_by_age on rehearsal_event (at);
call protect_tenant_table('rehearsal_event');

-- Consumers that a migration or a rehearsal has created.
create table migration_consumer (
  account_id uuid not null references account on delete cascade,
  consumer_id uuid not null,
  -- Null if the consumer was created by applying a plan.
  rehearsal_id uuid,
  -- Identifies the consumer in the plan. Computed from the URL, headers, event types and channels, so the same values
  -- always have the same key.
  plan_key text not null,
  -- The URL in the rules. A rehearsal may send to another URL (rehearsal.to_url).
  url text not null,
  -- The consumer's version when it was created. A different version means that the client has changed the consumer.
  version int not null,
  made_at timestamptz not null,
  -- After this time, the consumer gets no new events. It is removed when it has no pending deliveries.
  retired_at timestamptz,
  removed_at timestamptz,
  primary key (account_id, consumer_id)
);
create index migration_consumer_retired on migration_consumer (retired_at)
  where retired_at is not null and removed_at is null;
call protect_tenant_table('migration_consumer');
