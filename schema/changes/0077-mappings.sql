-- additive: yes
-- Custom fields: which values of the platform's own record Daybook also shows (docs/decisions/0052).

-- Versions of a mapping. connection_id: all zeros for the account's mapping, which applies to every connection to the
-- platform without a mapping of its own. fields: [{name, path, type, pushTo?}]. digest: identifies names, paths and
-- types; null if there are no fields. Earlier versions stay, because data sets are still shown with them.
create table custom_mapping (
  account_id uuid not null references account on delete cascade,
  platform_key text not null,
  data_type text not null,
  connection_id uuid not null,
  version int not null,
  company_id uuid,
  fields jsonb not null,
  digest text,
  is_current boolean not null default true,
  created_at timestamptz not null,
  primary key (account_id, platform_key, data_type, connection_id, version)
);
create unique index custom_mapping_current on custom_mapping (account_id, platform_key, data_type, connection_id)
  where is_current;
create index custom_mapping_by_digest on custom_mapping (account_id, digest);
create index custom_mapping_by_company on custom_mapping (account_id, company_id) where company_id is not null;
call protect_tenant_table('custom_mapping');

-- The mapping of the records that readers see, also while they are being computed again.
alter table data_set add column shown_mapping text;

-- How many values could not be read as the type of their custom field.
alter table sync add column unreadable bigint not null default 0;
