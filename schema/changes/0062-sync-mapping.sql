-- additive: yes
-- Records are computed again from their stored sources when a mapping changes (docs/decisions/0051).

-- data_set.mapping: the mapping from which all current records were computed (src/connectors/mapping.ts). Null while
-- they are being computed again. Until now, every connector had mapping version 1.
alter table data_set add column mapping text default '1';
-- Correction of the count of re-mapped records, as the other columns writing_….
alter table data_set add column writing_remapped int not null default 0;

-- True if this version has no other reason than a changed mapping: the platform's data is the same.
alter table record add column is_remapped boolean;

-- How many of the changes of a publication are re-mapped records.
alter table publication add column remapped bigint not null default 0;

-- sync.mapping: the mapping with which the sync writes. remap_at: the record after which re-mapping continues, '' at its
-- start, null if it is complete or not needed. remapped is also counted in `updated`; unmapped: records that could not
-- be computed again and stay as they are.
alter table sync add column mapping text, add column remap_at text collate "C",
  add column remapped bigint not null default 0, add column unmapped bigint not null default 0;
alter table sync drop constraint sync_trigger_check;
alter table sync add constraint sync_trigger_check check (trigger in ('first', 'schedule', 'manual', 'mapping')) not valid;

-- True if the data set was found to be of another mapping than the current one, until its re-mapping is queued.
alter table data_set add column is_remap_due boolean not null default false;
create index data_set_remap_due on data_set (account_id, company_id, data_set_id) where is_remap_due;
