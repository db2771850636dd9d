-- The older webhooks: rules and alerts (docs/decisions/0013). To be removed once the last account has been migrated.

-- Which of the two webhook generations serves the account. Changed only under the exclusive lock of keep_messages.
alter table account add column webhook_generation text not null default 'newer'
  check (webhook_generation in ('older', 'newer'));

create table rule (
  account_id uuid not null references account on delete cascade,
  rule_id uuid not null,
  -- The event: the full name of a RuleType.
  rule_type text collate "C" not null,
  -- Null: company-agnostic.
  company_id uuid,
  webhook_url text,
  emails text[] not null default '{}',
  created_at timestamptz not null,
  changed_at timestamptz not null,
  check (webhook_url is not null or cardinality(emails) > 0),
  primary key (account_id, rule_id)
);
create index rule_by_type on rule (account_id, rule_type, company_id);
call protect_tenant_table('rule');

-- One row per event and matching rule; retained as long as messages.
create table alert (
  account_id uuid not null,
  -- A UUID of version 7 whose time is that of the event.
  alert_id uuid not null,
  rule_id uuid not null,
  event_id uuid not null,
  rule_type text collate "C" not null,
  company_id uuid,
  connection_id uuid,
  raised_at timestamptz not null,
  -- Rendered once: every attempt sends the same bytes.
  body text not null,
  primary key (account_id, alert_id)
);
create index alert_by_rule on alert (account_id, rule_id, alert_id);
create index alert_by_age on alert (raised_at);
call protect_tenant_table('alert');

-- One row per notifier that the rule had when the alert was raised.
create table alert_delivery (
  account_id uuid not null,
  alert_id uuid not null,
  -- 0 for the webhook, from 1 on for e-mail addresses.
  notifier smallint not null,
  kind text not null check (kind in ('webhook', 'email')),
  target text not null,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
  -- When the next attempt is due. While an attempt is in flight: when another worker takes over, if no outcome is
  -- stored.
  due_at timestamptz not null,
  -- The attempts so far: [{"at", "statusCode"?, "error"?}], at most four.
  attempts jsonb not null default '[]',
  ended_at timestamptz,
  primary key (account_id, alert_id, notifier)
) with (fillfactor = 70);
create index alert_delivery_due on alert_delivery (due_at) where status = 'pending';
call protect_tenant_table('alert_delivery');

-- The Authorization header of all webhooks of the account: sealed, and bound to the account.
create table webhook_profile (
  account_id uuid primary key references account on delete cascade,
  authorization_header text,
  changed_at timestamptz not null
);
call protect_tenant_table('webhook_profile');

-- Which keys still call the event log endpoints, and how often. The migration check uses it.
create table event_log_use (
  account_id uuid not null references account on delete cascade,
  api_key_id uuid not null,
  endpoint text not null,
  day date not null,
  calls bigint not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (account_id, api_key_id, endpoint, day)
) with (fillfactor = 70);
create index event_log_use_by_age on event_log_use (day);
call protect_tenant_table('event_log_use');

-- Raises one alert per event and matching rule, each with one delivery per notifier. Returns one row, 0, if there are
-- any.
create function fire_rules(account uuid, ids uuid[], types text[], companies uuid[], connections uuid[],
  times timestamptz[], bodies_before_name text[], bodies_after_name text[])
returns setof int language plpgsql set plan_cache_mode = 'force_generic_plan' set enable_seqscan = 'off' as $$
begin
  return query with e as (
    select * from unnest(ids, types, companies, connections, times, bodies_before_name, bodies_after_name)
      e (event_id, rule_type, company_id, connection_id, at, before_name, after_name)
  ), hit as materialized (
    select e.*, r.rule_id, r.webhook_url, r.emails,
      overlay(e.event_id::text placing '8' || substr(m.md5, 1, 3) || '-' || substr(m.md5, 4, 12) from 20)::uuid as alert_id
    from e join rule r on r.account_id = account and r.rule_type = e.rule_type
      and (r.company_id is null or r.company_id = e.company_id)
    cross join lateral (select md5(e.event_id::text || r.rule_id::text)) m (md5)
  ), raised as (
    insert into alert (account_id, alert_id, rule_id, event_id, rule_type, company_id, connection_id, raised_at, body)
    select account, h.alert_id, h.rule_id, h.event_id, h.rule_type, h.company_id, h.connection_id, h.at,
      '{"AlertId":"' || h.alert_id || '","RuleId":"' || h.rule_id || '",' || substr(h.before_name, 2)
        || to_json(a.name)::text || h.after_name
    from hit h cross join account a where a.account_id = account
  ), notified as (
    insert into alert_delivery (account_id, alert_id, notifier, kind, target, due_at)
    select account, h.alert_id, n.notifier, n.kind, n.target, h.at
    from hit h cross join lateral (
      select 0 as notifier, 'webhook' as kind, h.webhook_url as target where h.webhook_url is not null
      union all select ordinality, 'email', email from unnest(h.emails) with ordinality u (email, ordinality)) n
  )
  select 0 where exists (select from hit);
end $$;

-- Stores events for the webhook generation that serves the account, and only for that one. All emitters share the lock
-- until their transactions end; a switch takes it exclusively. Each statement of this function has its own snapshot, so
-- a read after the lock sees the result of the last switch. Returns lanes of consumers, or 0 for alerts.
create or replace function keep_messages(account uuid, ids uuid[], types text[], patterns text[], companies uuid[],
  connections uuid[], times timestamptz[], bodies_before_name text[], bodies_after_name text[])
returns setof int language plpgsql set plan_cache_mode = 'force_generic_plan' set enable_seqscan = 'off' as $$
begin
  -- Trying first costs less than a separate statement. It does not overtake a switch that is waiting for the lock.
  if not pg_try_advisory_xact_lock_shared(78, uuid_hash(account)) then
    perform pg_advisory_xact_lock_shared(78, uuid_hash(account));
  end if;
  return query with a as materialized (
    select a.account_id, a.name from account a where a.account_id = account and a.webhook_generation = 'newer'
  ), e as (
    select * from unnest(ids, types, patterns, companies, connections, times, bodies_before_name, bodies_after_name)
      e (message_id, event_type, patterns, company_id, connection_id, at, before_name, after_name)
  ), hit as materialized (
    select e.message_id, e.at, c.consumer_id, c.lane from a cross join e join consumer c on c.account_id = account
      and c.is_enabled and c.event_types && string_to_array(e.patterns, ' ')
      and (c.channels is null or e.company_id = any (c.channels))
  ), kept as (
    insert into message (account_id, message_id, event_type, company_id, connection_id, recipients, created_at, body)
    select a.account_id, e.message_id, e.event_type, e.company_id, e.connection_id,
      (select count(*) from hit where hit.message_id = e.message_id), e.at,
      e.before_name || to_json(a.name)::text || e.after_name
    from e cross join a
  )
  insert into delivery as d (account_id, message_id, consumer_id, lane, due_at)
  select account, hit.message_id, hit.consumer_id, hit.lane, hit.at from hit returning d.lane;
  if not found then
    return query select fire_rules(account, ids, types, companies, connections, times, bodies_before_name,
      bodies_after_name) from account a where a.account_id = account and a.webhook_generation = 'older';
  end if;
end $$;
