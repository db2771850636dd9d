-- additive: yes
-- Moves of accounts between cells (docs/decisions/0046). Only "daybook account move" writes these tables.

-- In the cell that the account leaves.
create table account_departure (
  account_id uuid primary key,
  move_id uuid not null,
  -- Increases whenever the command is started again. An earlier run can then no longer go on.
  run int not null,
  -- copying: the account works as usual. frozen: nothing of the account can be changed until frozen_until. handed:
  -- the other cell may have it already, so it stays closed here. moved: the other cell has it.
  state text not null check (state in ('copying', 'frozen', 'handed', 'moved')),
  to_cell text not null,
  to_url text not null,
  started_at timestamptz not null,
  -- Written every second while the command runs. Deliveries of the older webhooks wait for it.
  touched_at timestamptz not null,
  is_draining boolean not null default false,
  frozen_until timestamptz,
  moved_at timestamptz,
  erased_at timestamptz,
  done_at timestamptz,
  report jsonb
);
call protect_tenant_table('account_departure');

-- What names an account that has left: its keys (their hashes), companies (in links) and pending authorizations (their
-- states). Requests with such a name are redirected.
create table departed_name (
  account_id uuid not null references account_departure on delete cascade,
  kind text not null check (kind in ('key', 'company', 'state')),
  name text collate "C" not null,
  primary key (account_id, kind, name)
);
create index departed_name_found on departed_name (name, kind);
call protect_tenant_table('departed_name');

-- In the cell to which the account has moved.
create table account_arrival (
  account_id uuid primary key,
  move_id uuid not null,
  run int not null,
  state text not null check (state in ('copying', 'arrived')),
  from_cell text not null,
  -- The era of the other cell's lists, and the keys with which it signed cursors and links (sealed).
  from_era bigint not null,
  cursor_key text not null,
  link_key text not null,
  arrived_at timestamptz
);
call protect_tenant_table('account_arrival');

-- Database transactions of the other cell, and the ones here that stand for them, in the same order. A cursor from the
-- other cell names the former, the rows that were copied name the latter.
create table arrived_transaction (
  account_id uuid not null references account_arrival on delete cascade,
  theirs xid8 not null,
  ours xid8 not null,
  primary key (account_id, theirs)
);
call protect_tenant_table('arrived_transaction');
