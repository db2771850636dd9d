-- A published data set of attachments: its files are looked through soon.
create or replace function want_content() returns trigger language plpgsql as $$ begin
  insert into kept_work (account_id, company_id, connection_id, wanted_at, asked)
    select new.account_id, new.company_id, new.connection_id, new.published_at, 1
    where exists (select from connection n where n.account_id = new.account_id and n.company_id = new.company_id
      and n.connection_id = new.connection_id)
  on conflict (account_id, company_id, connection_id)
    do update set wanted_at = excluded.wanted_at, asked = kept_work.asked + 1;
  return null;
end $$;

-- Whether the settings say something about attachments, and whether their content is kept.
create or replace function setting_of_attachments(settings jsonb) returns jsonb language sql immutable as $$
  select (select coalesce(one -> 'keepContent', 'false') from jsonb_array_elements(settings) one
    where one ->> 'dataType' = 'attachments')
$$;

-- Sync settings that treat attachments otherwise than before: the files of their connections are looked through.
create or replace function want_content_again() returns trigger language plpgsql as $$
declare
  was jsonb := '[]';
  is_now jsonb := '[]';
  place jsonb;
begin
  if tg_op <> 'INSERT' then was := old.settings; place := to_jsonb(old); end if;
  if tg_op <> 'DELETE' then is_now := new.settings; place := to_jsonb(new); end if;
  if setting_of_attachments(was) is distinct from setting_of_attachments(is_now) then
    update kept_work set wanted_at = '-infinity', asked = asked + 1
      where account_id = (place ->> 'account_id')::uuid
        and (place ->> 'company_id' is null or company_id = (place ->> 'company_id')::uuid)
        and (place ->> 'connection_id' is null or connection_id = (place ->> 'connection_id')::uuid);
  end if;
  return null;
end $$;

-- A content that a file no longer refers to may be of no use any more.
create or replace function suspect_content() returns trigger language plpgsql as $$ begin
  if old.content_id is not null and (tg_op = 'DELETE' or new.content_id is distinct from old.content_id) then
    update kept_content set is_suspect = true where account_id = old.account_id and content_id = old.content_id;
  end if;
  return null;
end $$;
