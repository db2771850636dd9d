-- additive: yes
-- The hash of each record is stored with it, so that a publication can enter the chain without reading the records that
-- have not changed (docs/decisions/0063-proofs.md).

-- SHA-224 of the stored record's text (src/connectors/record-leaf.ts). Null if it was not computed when the version was
-- written; it is then computed from `payload` whenever it is needed.
alter table record add column leaf bytea;

-- The records of a data set in the order of their ids, in spans: a record whose id has a hash that begins with
-- `proof_set.depth` zero bits begins a span.
create table proof_span (
  account_id uuid not null,
  company_id uuid not null,
  data_set_id bigint not null,
  -- The id of the first record; '' for the records before the first one that begins a span.
  first_id text collate "C" not null,
  records int not null,
  -- Of the leaves of the records.
  hash bytea not null,
  primary key (account_id, company_id, data_set_id, first_id)
);
call protect_tenant_table('proof_span');

-- No release has had chains. Those of builds in between have trees of another kind, and begin anew.
drop table proof_chunk;
delete from proof;
update proof_set set generation = 0, depth = 0, asked = done + 1;
