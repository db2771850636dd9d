-- Requests: stored responses and quota.

-- Responses to requests with an idempotency key. A response is stored in the same database transaction as the change
-- that the request makes.
create table idempotent_request (
  account_id uuid not null,
  idempotency_key text not null,
  fingerprint bytea not null,
  status_code int not null,
  headers jsonb not null,
  body text,
  created_at timestamptz not null,
  primary key (account_id, idempotency_key)
);
create index idempotent_request_by_age on idempotent_request (created_at);
call protect_tenant_table('idempotent_request');

-- Request quota, which processes take in blocks ("leases"). One row per account or person.
create table request_quota (
  account_id uuid primary key,
  minute_start timestamptz not null,
  minute_used bigint not null,
  day_start timestamptz not null,
  day_used bigint not null,
  -- Size of the block that was taken last. Stored so that the statement that takes a block can return its size.
  granted bigint not null
) with (fillfactor = 50);
call protect_tenant_table('request_quota');
