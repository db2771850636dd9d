-- additive: yes
-- Checks of a generation before it is published (docs/decisions/0061).

-- What an account has set for a check. A check without a row has its defaults (src/checks/catalogue.ts).
create table check_level (
  account_id uuid not null references account on delete cascade,
  check_name text not null,
  level text not null check (level in ('inform', 'warn', 'hold')),
  -- What counts as found, in the unit of the check; null for the default.
  tolerance numeric,
  primary key (account_id, check_name)
);
call protect_tenant_table('check_level');

-- The results of all checks of one generation. Rows never change: a held generation that is published later gets
-- another row.
create table check_run (
  account_id uuid not null,
  company_id uuid not null,
  run_id uuid not null,
  data_set_id bigint not null,
  connection_id uuid not null,
  data_type text not null,
  generation int not null,
  sync_id uuid not null,
  -- True if the generation was not published, but waits for a person.
  is_held boolean not null,
  checked_at timestamptz not null,
  -- How many problems all checks have found.
  found bigint not null,
  -- [{check, level, outcome, found, records, …}] (src/checks/wire.ts)
  results jsonb not null,
  -- The number of records and the sum of their amounts in this generation, from which the next one continues.
  figures jsonb,
  made_by xid8 default pg_current_xact_id(),
  primary key (account_id, company_id, run_id)
);
create index check_run_by_data_set on check_run (account_id, company_id, data_set_id, generation desc) where not is_held;
create index check_run_by_sync on check_run (account_id, company_id, sync_id);
create index check_run_by_age on check_run (checked_at);
call protect_tenant_table('check_run');

-- The checks whose findings a person has confirmed for this sync.
alter table sync add column confirmed_checks text[] not null default '{}';
