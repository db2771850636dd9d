-- additive: no (the previous release reads link_token as the token itself; here it is a hash)
-- Links of companies, and requirements for signing in.

-- A link is signed (src/companies/link-token.ts) and not stored. The table counts how often the links of a company were
-- rotated. A link from before the last rotation no longer works. If a company has no row, its links were never rotated.
create table company_link (
  account_id uuid not null,
  company_id uuid not null,
  rotation int not null,
  rotated_at timestamptz not null,
  primary key (account_id, company_id),
  foreign key (account_id, company_id) references company (account_id, company_id) on delete cascade
);
call protect_tenant_table('company_link');

-- Only hashes of link tokens are stored. By default, a new row gets a value that is not the hash of any token. Triggers
-- hash the tokens that a program of the previous release writes. 0024 hashes the existing tokens in a separate file, to
-- keep the locks of this file short.
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

-- Actions done through a company's link are recorded with the actor kind "link".
alter table audit drop constraint audit_actor_kind_check;
alter table audit add constraint audit_actor_kind_check
  check (actor_kind in ('person', 'key', 'operator', 'service', 'link')) not valid;

-- How the person signed in ('password', 'single sign-on', …), and when they last proved their identity. Sensitive
-- changes ask for proof again if that was too long ago. Both columns are null if an earlier release started the
-- session.
alter table session add column signed_in_by text;
alter table session add column proved_at timestamptz;

-- Whether members must use a second factor.
alter table account add column second_factor_required boolean not null default false;
