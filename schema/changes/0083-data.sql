-- additive: yes
-- functions: first
-- A snapshot of a company pins one generation of each of its data sets (docs/decisions/0057-snapshots.md).
create table company_snapshot (
  account_id uuid not null,
  company_id uuid not null,
  snapshot_id uuid not null,
  name text,
  requested_at timestamptz not null,
  -- Null while the snapshot waits for the syncs that it has requested.
  taken_at timestamptz,
  waits_for uuid[] not null default '{}',
  -- It is taken at this time even if some of these syncs have not ended.
  waits_until timestamptz,
  kept_until timestamptz not null,
  -- True if what only this snapshot has kept is removed.
  is_released boolean not null default false,
  primary key (account_id, company_id, snapshot_id)
);
create index company_snapshot_by_id on company_snapshot using hash (snapshot_id);
create index company_snapshot_waiting on company_snapshot (requested_at) where taken_at is null and not is_released;
create index company_snapshot_to_release on company_snapshot (kept_until) where not is_released;
call protect_tenant_table('company_snapshot');

-- The generations that a snapshot pins. collect-generations.ts looks them up by data set, so that comes first in the key.
create table company_snapshot_set (
  account_id uuid not null,
  company_id uuid not null,
  data_set_id bigint not null,
  generation int not null,
  snapshot_id uuid not null,
  connection_id uuid not null,
  data_type text not null,
  total bigint not null,
  published_at timestamptz not null,
  -- When the sync that read this state began and ended; null if it is no longer stored.
  read_from timestamptz,
  read_to timestamptz,
  -- True if one of the syncs that the snapshot requested has read it.
  is_fresh boolean not null,
  -- True if it was known when the snapshot was taken that the platform has newer data.
  is_changed boolean not null,
  -- True if the versions of this generation are no longer kept for this snapshot.
  is_released boolean not null default false,
  primary key (account_id, company_id, data_set_id, generation, snapshot_id)
);
create index company_snapshot_set_by_snapshot on company_snapshot_set (account_id, company_id, snapshot_id);
call protect_tenant_table('company_snapshot_set');

create trigger release_unknown_pins before update of oldest_generation on data_set for each row
  when (old.oldest_generation < new.oldest_generation) execute function release_unknown_pins();
