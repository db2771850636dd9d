-- additive: yes
-- functions: first
-- A hash chain of the publications of each company (docs/decisions/0063-proofs.md).

-- Keys that sign entries. They belong to the installation. The newest one that is not retired signs.
create table proof_key (
  -- The 32 bytes of an ed25519 key, in base64url.
  public_key text primary key,
  -- Encrypted and bound to this row. Null once the key is retired: it is never used again.
  private_key text,
  created_at timestamptz not null,
  retired_at timestamptz
);
create unique index proof_key_in_use on proof_key ((true)) where retired_at is null;

-- One row for each data set: up to which generation its publications are in the chain.
create table proof_set (
  account_id uuid not null,
  company_id uuid not null,
  data_set_id bigint not null,
  -- The generation whose records the rows of proof_chunk describe.
  generation int not null default 0,
  -- There are 2^depth chunks.
  depth int not null default 0,
  -- Increases with every publication, and `done` becomes equal to it when all publications are in the chain.
  asked bigint not null default 0,
  done bigint not null default 0,
  -- Not before this time, after a failure.
  retry_at timestamptz,
  primary key (account_id, company_id, data_set_id)
) with (fillfactor = 50);
create index proof_set_wanted on proof_set (account_id) where asked <> done;
call protect_tenant_table('proof_set');

-- The hashes of the records of one generation, in 2^depth chunks by the first bits of the SHA-256 of the record's id.
create table proof_chunk (
  account_id uuid not null,
  company_id uuid not null,
  data_set_id bigint not null,
  chunk int not null,
  -- For each record, in the order of the SHA-256 of its id: the first 6 bytes of that, and the record's SHA-224.
  leaves bytea not null,
  hash bytea not null,
  primary key (account_id, company_id, data_set_id, chunk)
);
alter table proof_chunk alter column leaves set storage external;
call protect_tenant_table('proof_chunk');

-- An entry of a company's chain. It is never changed, and stays until the company is purged.
create table proof (
  account_id uuid not null,
  company_id uuid not null,
  -- 1, 2, 3, … in each company.
  sequence int not null,
  proof_id uuid not null,
  data_set_id bigint not null,
  connection_id uuid not null,
  data_type text not null,
  generation int not null,
  published_at timestamptz not null,
  records bigint not null,
  depth int not null,
  root bytea not null,
  -- The hash of the entry before; 32 zero bytes in the first one.
  previous bytea not null,
  hash bytea not null,
  public_key text not null,
  signature bytea not null,
  signed_at timestamptz not null,
  primary key (account_id, company_id, sequence)
);
create unique index proof_by_id on proof (proof_id);
call protect_tenant_table('proof');

-- What is left of the chain of a purged company: hashes.
create table purged_proof (
  account_id uuid not null,
  -- The hash of the chain's first entry.
  chain bytea not null,
  sequence int not null,
  -- Hash of what the entry said. With `previous` of the entry it makes the entry's hash.
  content_hash bytea not null,
  hash bytea not null,
  public_key text not null,
  signature bytea not null,
  primary key (account_id, chain, sequence)
);
call protect_tenant_table('purged_proof');

create trigger want_proof after update on data_set for each row
  when (new.published_generation is distinct from old.published_generation) execute function want_proof();
