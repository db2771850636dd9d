-- Notes a published generation if a standing query may have to be told about it. This is a trigger, so that no way of
-- publishing can forget it, and a program of an earlier release notes its publications as well. The lock keeps the
-- account's day until the publication is committed (lockDay in src/standing/advance-day.ts); the day is read by a
-- statement of its own, which sees what was committed before the lock was free.
create or replace function note_standing_run() returns trigger language plpgsql as $$
declare
  present date;
begin
  if not exists (select from standing_query q where q.account_id = new.account_id) then return null; end if;
  perform pg_advisory_xact_lock_shared(hashtextextended('standing day ' || new.account_id, 0));
  select d.day into present from standing_day d where d.account_id = new.account_id;
  insert into standing_run (account_id, company_id, data_set_id, generation, published_at, due_at, day)
  select new.account_id, new.company_id, new.data_set_id, new.generation, new.published_at, new.published_at,
    coalesce(present, '-infinity')
  from data_set s where s.account_id = new.account_id and s.company_id = new.company_id
    and s.data_set_id = new.data_set_id and exists (select from standing_query q where q.account_id = new.account_id
      and q.data_type = s.data_type and (q.company_id is null or q.company_id = new.company_id));
  return null;
end $$;

-- The only consumer that an event is for: an event of a standing query is for one, whose id comes first in its data, and
-- all other events are for every consumer that subscribes to them (null). A text inside of the body cannot look like
-- that, because its quotation marks are escaped.
create or replace function consumer_of_event(event_type text, body text) returns uuid
language sql immutable as $$
  select case when event_type = 'standingQuery.matched'
    then substr(body, strpos(body, '"Data":{"consumerId":"') + 22, 36)::uuid end
$$;

-- Whether a consumer is meant by an event. Only the beginning of a stored body is read.
create or replace function is_for_consumer(event_type text, body text, consumer uuid) returns boolean
language sql immutable as $$
  select event_type <> 'standingQuery.matched' or consumer_of_event(event_type, left(body, 4000)) = consumer
$$;
