-- Assigns numbers to committed publications, in the order in which they were written. Within a data set, this is the
-- order of the generations. First locks the account's row in change_position. Each statement has its own snapshot, so
-- the statements after the lock see everything that was committed before the lock was taken. Returns how many
-- publications got a number, at most 10,000. If the result is 10,000, there may be more.
create or replace function number_publications(account uuid) returns bigint language plpgsql as $$
declare
  head change_position;
  here text := database_identity();
  numbered bigint;
begin
  insert into change_position (account_id, position) values (account, 0) on conflict do nothing;
  select * into head from change_position c where c.account_id = account for update;
  if head.served_as is distinct from here then
    if head.era is not null then
      head.ended := jsonb_build_object('', head.position) || head.ended || jsonb_build_object(head.era, head.position);
    end if;
    update change_position c set era = left(md5(gen_random_uuid()::text), 8), served_as = here, ended = head.ended
      where c.account_id = account;
  end if;
  with pending as materialized (
    select p.position, row_number() over (order by p.position desc) as n
    from (select p.position from publication p where p.account_id = account and p.position < 0
      order by p.position desc limit 10000) p
  ), moved as (
    update publication p set position = head.position + pending.n from pending
    where p.account_id = account and p.position = pending.position
  )
  select count(*) into numbered from pending;
  if numbered > 0 then
    update change_position c set position = head.position + numbered where c.account_id = account;
  end if;
  return numbered;
end $$;
