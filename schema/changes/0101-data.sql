-- additive: yes
-- What snapshots hold of a data set: versions of records that would be removed by now without them, and their size. Set
-- whenever versions are removed (src/data/write/collect-generations.ts).
alter table data_set add column held_versions bigint not null default 0,
  add column held_bytes bigint not null default 0;

-- A fresh snapshot: the spread that the client wants, and how many rounds of syncs have been requested for it so far.
alter table company_snapshot add column max_spread_seconds int, add column rounds int not null default 0;

-- True if a check held a newer state of the data set when the snapshot was taken.
alter table company_snapshot_set add column is_held boolean not null default false;
