-- Creates the partition of a day. It is created as a separate table and then attached, because "create table … partition
-- of" would block all reads and writes of the partitioned table.
create or replace procedure make_log_day(parent text, day date) language plpgsql as $$
declare
  part text := format('%s_%s', parent, to_char(day, 'YYYYMMDD'));
begin
  if to_regclass(part) is not null then return; end if;
  execute format('create table %I (like %I including defaults including constraints including storage)', part, parent);
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, part,
    first_id_of(day), first_id_of(day + 1));
end $$;

-- The time in a UUID of version 7. PostgreSQL has uuid_extract_timestamp only since 17.
create or replace function id_time(id uuid) returns timestamptz language sql immutable parallel safe as $$
  select 'epoch'::timestamptz + ('x' || substr(id::text, 1, 8) || substr(id::text, 10, 4))::bit(48)::bigint * interval '1 millisecond'
$$;
