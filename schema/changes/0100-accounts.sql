-- additive: yes
-- What the account pays for: how many days a snapshot of a company is kept at the longest, and how many bytes all of them
-- may hold on disk. Null: the default of the installation.
alter table account add column snapshot_days int check (snapshot_days > 0),
  add column snapshot_bytes bigint check (snapshot_bytes >= 0);
