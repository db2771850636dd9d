-- additive: yes
-- Two logs for looking at what happened: requests to the API, and calls to platforms. Processes collect rows in memory
-- and write them about once a second, so a process that is killed loses its last second. The ids begin with the time
-- (UUID version 7), so the rows of a day form one range of ids, and each day has its own partition (make_log_day).

create table request_log (
  account_id uuid not null,
  -- The correlation id of the response. It begins with the time at which the request arrived (id_time).
  request_id uuid not null,
  actor_kind text collate "C" not null,
  actor_id uuid,
  actor_name text not null,
  method text collate "C" not null,
  -- The operationId; null if no operation has this method and path.
  operation text collate "C",
  path text collate "C" not null,
  -- Only parameters that the operation declares, without secrets.
  query text,
  company_id uuid,
  -- Null if the client disconnected before the response began.
  status smallint,
  code text collate "C",
  duration_ms real not null,
  bytes bigint not null,
  address text,
  made_by xid8 default pg_current_xact_id(),
  primary key (account_id, request_id)
) partition by range (request_id);
call protect_tenant_table('request_log');

-- Numbers of rows in request_log. The statements that insert and delete rows also write the numbers.
create table request_log_count (
  account_id uuid not null,
  day date not null,
  total bigint not null,
  primary key (account_id, day)
) with (fillfactor = 50);
call protect_tenant_table('request_log_count');

-- HTTP requests of connectors to the platforms.
create table platform_call (
  account_id uuid not null,
  call_id uuid not null,
  at timestamptz not null,
  company_id uuid not null,
  connection_id uuid not null,
  purpose text collate "C" not null,
  sync_id uuid,
  push_id uuid,
  data_type text collate "C",
  method text collate "C" not null,
  host text collate "C" not null,
  -- Path and query with secrets masked.
  path text collate "C" not null,
  query text,
  -- Null if there was no complete response; `error` then has the reason.
  status smallint,
  error text,
  duration_ms real not null,
  bytes bigint not null,
  -- How long the call waited for the request limits of the platform before it was sent.
  waited_ms real not null,
  -- Until when the platform asked to send no more requests.
  retry_at timestamptz,
  made_by xid8 default pg_current_xact_id(),
  primary key (account_id, call_id)
) partition by range (call_id);
create index platform_call_by_connection on platform_call (account_id, connection_id, call_id);
call protect_tenant_table('platform_call');

-- For rows of a day without a partition.
create table request_log_default partition of request_log default;
create table platform_call_default partition of platform_call default;
