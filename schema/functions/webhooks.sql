-- Whether an event matches the filter of a consumer, as src/webhooks/content/compile-event-filter.ts has written it.
-- Compares as the filters of lists do: an absent field matches only "=null" and "!=value"; "~" ignores case and accents;
-- a list matches if one of its elements does. A value that does not have the type of its field differs from every value,
-- so that a filter can never keep the fact of an event from being committed.
create or replace function event_matches(rules jsonb, event jsonb) returns boolean language plpgsql stable as $$
declare
  part jsonb;
  given jsonb;
  wanted text := rules ->> 'value';
  operator text := rules ->> 'operator';
begin
  if rules ? 'all' then
    for part in select jsonb_array_elements(rules -> 'all') loop
      if not event_matches(part, event) then return false; end if;
    end loop;
    return true;
  elsif rules ? 'any' then
    for part in select jsonb_array_elements(rules -> 'any') loop
      if event_matches(part, event) then return true; end if;
    end loop;
    return false;
  end if;
  given := nullif(event #> array(select jsonb_array_elements_text(rules -> 'path')), 'null');
  if wanted is null then return (given is null) = (operator = '='); end if;
  if given is null then return operator = '!='; end if;
  if jsonb_typeof(given) = 'array' then
    for part in select jsonb_array_elements(given) loop
      if value_matches(part, rules ->> 'kind', operator, wanted) then return true; end if;
    end loop;
    return false;
  end if;
  return value_matches(given, rules ->> 'kind', operator, wanted);
end $$;

-- The body of an event as jsonb. Texts of platforms can contain characters that jsonb rejects (NUL, and halves of
-- surrogate pairs); they become question marks, so that the rest can still be compared.
create or replace function event_json(body text) returns jsonb language plpgsql immutable as $$
begin
  return body::jsonb;
exception when data_exception then
  return regexp_replace(body, '\\u(0000|d[89a-f]..)', '?', 'gi')::jsonb;
end $$;

create or replace function value_matches(value jsonb, kind text, operator text, wanted text)
returns boolean language plpgsql stable as $$
declare
  given text := value #>> '{}';
  difference int;
begin
  if operator = '~' then
    if kind = 'choice' then return strpos(lower(given collate "C"), wanted) > 0; end if;
    return strpos(fold_text(given), fold_text(wanted)) > 0;
  end if;
  difference := case kind
    when 'number' then sign(given::numeric - wanted::numeric)::int
    when 'time' then case when given::timestamptz < wanted::timestamptz then -1
      when given::timestamptz > wanted::timestamptz then 1 else 0 end
    when 'boolean' then (given::boolean <> wanted::boolean)::int
    when 'uuid' then (given::uuid <> wanted::uuid)::int
    when 'choice' then (lower(given collate "C") <> wanted)::int
    else case when given collate "C" < wanted then -1 when given collate "C" > wanted then 1 else 0 end
  end;
  return case operator when '=' then difference = 0 when '!=' then difference <> 0 when '<' then difference < 0
    when '<=' then difference <= 0 when '>' then difference > 0 else difference >= 0 end;
exception when data_exception then
  return operator = '!=';
end $$;

-- Stores events as messages if the account uses the newer webhooks, or as alerts if it uses the older ones
-- (account.webhook_generation). Takes a shared advisory lock until the database transaction ends. Switching an account
-- between older and newer webhooks (src/accounts/webhook-generation.ts) takes the same lock exclusively. Each statement
-- of this function has its own snapshot, so the statements after the lock see the result of the last switch. Returns
-- the lane numbers of the consumers that get a message. If alerts were raised, the result also contains 0.
--
-- This is a function so that PostgreSQL reuses the query plan. Planning the query again for each event took more than
-- half of the time that PostgreSQL spent on the event.
create or replace function keep_messages(account uuid, ids uuid[], types text[], patterns text[], companies uuid[],
  connections uuid[], times timestamptz[], bodies_before_name text[], bodies_after_name text[])
returns setof int language plpgsql set plan_cache_mode = 'force_generic_plan' set enable_seqscan = 'off' as $$
begin
  -- First try to take the lock without waiting, because this is cheaper than the statement below. The attempt fails
  -- only while a switch holds the lock or waits for it.
  if not pg_try_advisory_xact_lock_shared(78, uuid_hash(account)) then
    perform pg_advisory_xact_lock_shared(78, uuid_hash(account));
  end if;
  return query with a as materialized (
    select a.account_id, a.name from account a where a.account_id = account and a.webhook_generation = 'newer'
  ), e as (
    select *, consumer_of_event(event_type, after_name) as consumer_id
    from unnest(ids, types, patterns, companies, connections, times, bodies_before_name, bodies_after_name)
      e (message_id, event_type, patterns, company_id, connection_id, at, before_name, after_name)
  ), hit as materialized (
    select e.message_id, e.at, c.consumer_id, c.lane from a cross join e join consumer c on c.account_id = account
      and (e.consumer_id is null or c.consumer_id = e.consumer_id)
      and c.is_enabled and c.event_types && string_to_array(e.patterns, ' ')
      and (c.channels is null or e.company_id = any (c.channels))
      and case when c.filter_rules is null then true
        else event_matches(c.filter_rules, event_json(e.before_name || to_json(a.name)::text || e.after_name)) end
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

-- The same for a single event, which is the usual case. Two short statements without arrays take less time than the
-- statement above.
create or replace function keep_message(account uuid, id uuid, type text, patterns text[], company uuid,
  connection uuid, at timestamptz, body_before_name text, body_after_name text)
returns setof int language plpgsql set plan_cache_mode = 'force_generic_plan' set enable_seqscan = 'off' as $$
declare
  matching int;
begin
  if not pg_try_advisory_xact_lock_shared(78, uuid_hash(account)) then
    perform pg_advisory_xact_lock_shared(78, uuid_hash(account));
  end if;
  return query insert into delivery as d (account_id, message_id, consumer_id, lane, due_at)
    select account, id, c.consumer_id, c.lane, at from account a join consumer c on c.account_id = account
    where a.account_id = account and a.webhook_generation = 'newer' and c.is_enabled and c.event_types && patterns
      and (c.channels is null or company = any (c.channels))
      and is_for_consumer(type, body_after_name, c.consumer_id)
      and case when c.filter_rules is null then true
        else event_matches(c.filter_rules, event_json(body_before_name || to_json(a.name)::text || body_after_name)) end
    returning d.lane;
  get diagnostics matching = row_count;
  insert into message (account_id, message_id, event_type, company_id, connection_id, recipients, created_at, body)
    select account, id, type, company, connection, matching, at,
      body_before_name || to_json(a.name)::text || body_after_name
    from account a where a.account_id = account and a.webhook_generation = 'newer';
  if not found then
    return query select fire_rules(account, array[id], array[type], array[company], array[connection], array[at],
      array[body_before_name], array[body_after_name])
    from account a where a.account_id = account and a.webhook_generation = 'older';
  end if;
end $$;

-- Adds the attempts that one statement has inserted to delivery_count, which has one row per consumer and quarter of an
-- hour. The rows are sorted, so that two statements with several consumers in common cannot deadlock.
create or replace function count_attempts() returns trigger language plpgsql as $$
begin
  insert into delivery_count as c (account_id, quarter, consumer_id, delivered, failed,
    ms_1, ms_2, ms_3, ms_5, ms_8, ms_12, ms_20, ms_30, ms_50, ms_80, ms_120, ms_200, ms_300, ms_500, ms_800,
    ms_1200, ms_2000, ms_3000, ms_5000, ms_8000)
  select account_id, date_bin('15 minutes', started_at, 'epoch') as quarter, consumer_id,
    count(*) filter (where outcome = 'd'), count(*) filter (where outcome <> 'd'),
    count(*) filter (where took <= 1), count(*) filter (where took <= 2), count(*) filter (where took <= 3),
    count(*) filter (where took <= 5), count(*) filter (where took <= 8), count(*) filter (where took <= 12),
    count(*) filter (where took <= 20), count(*) filter (where took <= 30), count(*) filter (where took <= 50),
    count(*) filter (where took <= 80), count(*) filter (where took <= 120),
    count(*) filter (where took <= 200), count(*) filter (where took <= 300),
    count(*) filter (where took <= 500), count(*) filter (where took <= 800),
    count(*) filter (where took <= 1200), count(*) filter (where took <= 2000),
    count(*) filter (where took <= 3000), count(*) filter (where took <= 5000),
    count(*) filter (where took <= 8000)
  from (select *, case outcome when 'd' then duration_ms end as took from made) m
  group by 1, 2, 3 order by 1, 2, 3
  on conflict (account_id, quarter, consumer_id) do update set delivered = c.delivered + excluded.delivered,
    failed = c.failed + excluded.failed,
    ms_1 = c.ms_1 + excluded.ms_1, ms_2 = c.ms_2 + excluded.ms_2, ms_3 = c.ms_3 + excluded.ms_3,
    ms_5 = c.ms_5 + excluded.ms_5, ms_8 = c.ms_8 + excluded.ms_8, ms_12 = c.ms_12 + excluded.ms_12,
    ms_20 = c.ms_20 + excluded.ms_20, ms_30 = c.ms_30 + excluded.ms_30, ms_50 = c.ms_50 + excluded.ms_50,
    ms_80 = c.ms_80 + excluded.ms_80, ms_120 = c.ms_120 + excluded.ms_120, ms_200 = c.ms_200 + excluded.ms_200,
    ms_300 = c.ms_300 + excluded.ms_300, ms_500 = c.ms_500 + excluded.ms_500,
    ms_800 = c.ms_800 + excluded.ms_800, ms_1200 = c.ms_1200 + excluded.ms_1200,
    ms_2000 = c.ms_2000 + excluded.ms_2000, ms_3000 = c.ms_3000 + excluded.ms_3000,
    ms_5000 = c.ms_5000 + excluded.ms_5000, ms_8000 = c.ms_8000 + excluded.ms_8000;
  return null;
end $$;

-- The smallest message id of a day.
create or replace function first_id_of(day date) returns uuid language sql immutable as $$
  select (lpad(to_hex((extract(epoch from day::timestamp) * 1000)::bigint), 12, '0') || '00000000000000000000')::uuid
$$;

-- Creates the three partitions of a day. Each is created as a separate table and then attached, because "create table …
-- partition of" would block all reads and writes of the partitioned table.
create or replace procedure make_message_day(day date) language plpgsql as $$
declare
  parent text;
  part text;
begin
  foreach parent in array array['message', 'failure', 'attempt'] loop
    part := format('%s_%s', parent, to_char(day, 'YYYYMMDD'));
    continue when to_regclass(part) is not null;
    execute format('create table %I (like %I including defaults including constraints including storage)', part, parent);
    execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, part,
      first_id_of(day), first_id_of(day + 1));
    continue when parent <> 'message';
    -- Finds the account of a message (src/webhooks/messages/find-message-owner.ts). Messages are stored in the order of
    -- their ids, so the smallest and largest id of every 16 pages tell where a message is. Unlike an index with an entry
    -- for each message, this one costs a new message nothing.
    execute format('create index %I on %I using brin (message_id) with (pages_per_range = 16, autosummarize = on)',
      part || '_by_id', part);
  end loop;
end $$;

-- Returns the age of the oldest open database transaction that has written something, in milliseconds. Other database
-- transactions cannot see its rows yet.
create or replace function oldest_write_ms() returns float8 language sql security definer set search_path = pg_catalog as $$
  select coalesce(max(extract(epoch from clock_timestamp() - xact_start)) * 1000, 0)::float8
  from pg_stat_activity where backend_xid is not null and datname = current_database()
$$;
