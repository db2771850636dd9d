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

-- Tokens of links that were made before: only their hash stays. They work for the lifetime of a link after this change, unless
-- they are rotated before. New rows get a value that is the hash of no token.
update company set link_token = encode(sha256(convert_to(link_token, 'UTF8')), 'hex') where length(link_token) < 64;
update connection set link_token = encode(sha256(convert_to(link_token, 'UTF8')), 'hex') where length(link_token) < 64;
alter table company alter column link_token set default encode(sha256(uuid_send(gen_random_uuid())), 'hex');
alter table connection alter column link_token set default encode(sha256(uuid_send(gen_random_uuid())), 'hex');

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
