-- The migration of an account from the older webhooks to the newer ones (docs/migration.md).

-- The permanent history of declarations and actions.
create table migration_step (
  account_id uuid not null references account on delete cascade,
  step_id uuid not null,
  kind text not null check (kind in ('declared', 'requested', 'rehearsed', 'applied', 'rolledBack')),
  at timestamptz not null,
  by_whom text not null,
  -- client: declared by the client in the portal. operator: done by the operator, or declared elsewhere and recorded
  -- here.
  source text not null check (source in ('client', 'operator')),
  -- For an applied migration: the plan, and the reason if blockers were overridden.
  detail jsonb not null default '{}',
  primary key (account_id, step_id)
);
call protect_tenant_table('migration_step');

create table rehearsal (
  account_id uuid not null references account on delete cascade,
  rehearsal_id uuid not null,
  started_at timestamptz not null,
  -- The newer webhooks send nothing after this time, even if the process that runs the rehearsal has died.
  until timestamptz not null,
  events_max int not null,
  -- Null: the URLs of the rules.
  to_url text,
  ended_at timestamptz,
  primary key (account_id, rehearsal_id)
);
create unique index rehearsal_open on rehearsal (account_id) where ended_at is null;
call protect_tenant_table('rehearsal');

-- Events that both generations have sent during a rehearsal.
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

-- Consumers created by a migration or a rehearsal.
create table migration_consumer (
  account_id uuid not null references account on delete cascade,
  consumer_id uuid not null,
  -- Null: created when a plan was applied.
  rehearsal_id uuid,
  -- Identifies the consumer in the plan: the same for the same URL, headers, event types and channels.
  plan_key text not null,
  -- Where the rules send. A rehearsal may send to another URL.
  url text not null,
  -- The consumer's version when it was created. A different one means that the client has changed the consumer.
  version int not null,
  made_at timestamptz not null,
  -- From then on the consumer gets no new events. It is removed when nothing is left to send.
  retired_at timestamptz,
  removed_at timestamptz,
  primary key (account_id, consumer_id)
);
create index migration_consumer_retired on migration_consumer (retired_at)
  where retired_at is not null and removed_at is null;
call protect_tenant_table('migration_consumer');

-- During a rehearsal, firing rules also sends each event as a test message to the rehearsal's consumers, in the same
-- statement; the older webhooks deliver as before. Accounts without a rehearsal pay for one index lookup.
alter function fire_rules(uuid, uuid[], text[], uuid[], uuid[], timestamptz[], text[], text[]) rename to raise_alerts;

create function fire_rules(account uuid, ids uuid[], types text[], companies uuid[], connections uuid[],
  times timestamptz[], bodies_before_name text[], bodies_after_name text[])
returns setof int language plpgsql set plan_cache_mode = 'force_generic_plan' set enable_seqscan = 'off' as $$
declare
  under_way uuid;
begin
  return query select raise_alerts(account, ids, types, companies, connections, times, bodies_before_name,
    bodies_after_name);
  select r.rehearsal_id into under_way from rehearsal r
    where r.account_id = account and r.ended_at is null and r.until > times[1];
  if not found then return; end if;
  return query with e as (
    select * from unnest(ids, types, companies, connections, times, bodies_before_name, bodies_after_name)
      e (message_id, event_type, company_id, connection_id, at, before_name, after_name)
  ), hit as materialized (
    select e.message_id, e.at, c.consumer_id, c.lane from e
      join migration_consumer m on m.account_id = account and m.rehearsal_id = under_way
      join consumer c on c.account_id = account and c.consumer_id = m.consumer_id and c.is_enabled
        and e.event_type = any (c.event_types) and (c.channels is null or e.company_id = any (c.channels))
  ), noted as (
    insert into rehearsal_event (account_id, rehearsal_id, event_id, rule_type, at)
    select account, under_way, e.message_id, e.event_type, e.at from e
    where exists (select from hit where hit.message_id = e.message_id)
      or exists (select from rule r where r.account_id = account and r.rule_type = e.event_type
        and (r.company_id is null or r.company_id = e.company_id) and r.webhook_url is not null)
  ), kept as (
    insert into message (account_id, message_id, event_type, company_id, connection_id, recipients, is_test, created_at,
      body)
    select account, e.message_id, e.event_type, e.company_id, e.connection_id, h.n, true, e.at,
      e.before_name || to_json(a.name)::text || e.after_name
    from e join (select hit.message_id, count(*) as n from hit group by 1) h on h.message_id = e.message_id
      cross join account a where a.account_id = account
  )
  insert into delivery as d (account_id, message_id, consumer_id, lane, due_at, cause)
  select account, hit.message_id, hit.consumer_id, hit.lane, hit.at, 't' from hit returning d.lane;
end $$;
