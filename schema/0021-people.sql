-- additive: no (the release before reads link_token as the token itself, and here it is a hash)
-- Links of companies, and what sign-in asks for.

-- A link is signed (src/companies/link-token.ts) and stored nowhere. What is stored is how often the links of a company were
-- rotated: a link of an earlier rotation no longer works. No row: never.
create table company_link (
  account_id uuid not null,
  company_id uuid not null,
  rotation int not null,
  rotated_at timestamptz not null,
  primary key (account_id, company_id),
  foreign key (account_id, company_id) references company (account_id, company_id) on delete cascade
);
call protect_tenant_table('company_link');

-- Of tokens of links only the hash is kept. New rows get a value that is the hash of no token; what a program of before writes
-- is hashed as it comes. 0024 hashes what is there: in a file of its own, so that these locks do not last as long.
alter table company alter column link_token set default encode(sha256(uuid_send(gen_random_uuid())), 'hex');
alter table connection alter column link_token set default encode(sha256(uuid_send(gen_random_uuid())), 'hex');
create function hash_link_token() returns trigger language plpgsql as $$ begin
  new.link_token := encode(sha256(convert_to(new.link_token, 'UTF8')), 'hex');
  return new;
end $$;
create trigger hash_token before insert or update of link_token on company
  for each row when (length(new.link_token) < 64) execute function hash_link_token();
create trigger hash_token before insert or update of link_token on connection
  for each row when (length(new.link_token) < 64) execute function hash_link_token();

-- What was done with a company's link is recorded as done by the link.
alter table audit drop constraint audit_actor_kind_check;
alter table audit add constraint audit_actor_kind_check
  check (actor_kind in ('person', 'key', 'operator', 'service', 'link')) not valid;

-- How somebody signed in ('password', 'single sign-on', …), and when they last showed that it is them: sensitive changes ask again
-- when that is long ago. Null: a session from before this change, or one that a release before it began.
alter table session add column signed_in_by text;
alter table session add column proved_at timestamptz;

-- Members must use a second factor.
alter table account add column second_factor_required boolean not null default false;
