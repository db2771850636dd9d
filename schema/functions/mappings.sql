-- The custom fields in force for a data set: those of its connection, otherwise those of the account. Null if there are
-- none.
create or replace function custom_mapping_of(account uuid, connection uuid, platform text, type text) returns jsonb
language sql stable as $$
  select case when m.digest is not null then jsonb_build_object('digest', m.digest, 'fields', m.fields) end
  from custom_mapping m
  where m.account_id = $1 and m.platform_key = $3 and m.data_type = $4 and m.is_current
    and m.connection_id in ($2, '00000000-0000-0000-0000-000000000000')
  order by m.connection_id desc limit 1
$$;

-- The custom fields of a mapping such as 1+0a1b2c (src/connectors/mapping.ts).
create or replace function custom_fields_of(account uuid, mapping text) returns jsonb language sql stable as $$
  select m.fields from custom_mapping m where m.account_id = $1 and m.digest = nullif(split_part($2, '+', 2), '') limit 1
$$;

-- The time of a custom field of type date or dateTime; null for any other value, also for one of an earlier mapping.
create or replace function custom_time(value jsonb) returns timestamptz language sql stable as $$
  select case when t ~ '^(?!0000)\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z)?$'
      then case when substr(t, 9, 2)::int <= extract(day from make_date(left(t, 4)::int, substr(t, 6, 2)::int, 1) + interval '1 month - 1 day')
        then (case when length(t) = 10 then t || 'T00:00:00Z' else t end)::timestamptz end
    end
  from (select case when jsonb_typeof($1) = 'string' then $1 #>> '{}' end as t) v
$$;
