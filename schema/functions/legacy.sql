-- Raises one alert for each event and matching rule, with one delivery for each notifier of the rule. The result is one
-- row with the value 0 if an alert was raised, and otherwise no row.
create or replace function raise_alerts(account uuid, ids uuid[], types text[], companies uuid[], connections uuid[],
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

-- Raises alerts, which the older webhooks deliver. During a rehearsal (docs/migration.md), also stores each event as a
-- test message for the consumers of the rehearsal. If there is no rehearsal, the search for one costs an index look-up.
-- Returns the lane numbers of the consumers that get a test message. If alerts were raised, the result also contains 0.
create or replace function fire_rules(account uuid, ids uuid[], types text[], companies uuid[], connections uuid[],
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
