-- The migration of an account from the older webhooks to the newer ones (docs/migration.md).

-- What was said and done, for good.
create table migration_step (
  account_id uuid not null references account on delete cascade,
  step_id uuid not null,
  kind text not null check (kind in ('declared', 'requested', 'rehearsed', 'applied', 'rolledBack')),
  at timestamptz not null,
  by_whom text not null,
  -- client: said by the client itself, in the portal. operator: done by the operator, or said elsewhere and recorded here.
  source text not null check (source in ('client', 'operator')),
  -- Of what was applied: the plan, and the reason where blockers were passed over.
  detail jsonb not null default '{}',
  primary key (account_id, step_id)
);
call protect_tenant_table('migration_step');

create table rehearsal (
  account_id uuid not null references account on delete cascade,
  rehearsal_id uuid not null,
  started_at timestamptz not null,
  -- The newer webhooks send no later, whoever may have died meanwhile.
  until timestamptz not null,
  events_max int not null,
  -- Null: to where the rules send.
  to_url text,
  ended_at timestamptz,
  primary key (account_id, rehearsal_id)
);
create unique index rehearsal_open on rehearsal (account_id) where ended_at is null;
call protect_tenant_table('rehearsal');

-- Events that both generations have sent.
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

-- Consumers that a migration or a rehearsal has made.
create table migration_consumer (
  account_id uuid not null references account on delete cascade,
  consumer_id uuid not null,
  -- Null: made when a plan was applied.
  rehearsal_id uuid,
  -- Names it in the plan: the same for the same URL, headers, event types and channels.
  plan_key text not null,
  -- Where the rules send. A rehearsal may send elsewhere.
  url text not null,
  -- The consumer's when it was made: another one says that the client has changed it.
  version int not null,
  made_at timestamptz not null,
  -- From then on it gets no more events; it is removed when nothing is left to be sent to it.
  retired_at timestamptz,
  removed_at timestamptz,
  primary key (account_id, consumer_id)
);
create index migration_consumer_retired on migration_consumer (retired_at)
  where retired_at is not null and removed_at is null;
call protect_tenant_table('migration_consumer');

-- What fires rules also rehearses, where a rehearsal is under way: the older webhooks deliver as ever, and the consumers of
-- the rehearsal get the same event as a test message, in the same statement. Others pay one look into an index.
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
