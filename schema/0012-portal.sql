-- Indexes for the portal's overview, and the settings of the link page.

-- Activity of an account and what needs attention, without reading all of its companies. The two indexes of ended syncs
-- and pushes cost one entry for each of them; the others hold only problems, so they stay small.
create index sync_ended on sync (account_id, completed_at, status) where completed_at is not null;
create index sync_failed on sync (account_id, completed_at)
  where status in ('FetchError', 'AuthError', 'PermissionsError', 'InternalError');
create index sync_waiting on sync (account_id, requested_at) where status = 'Waiting';
create index push_ended on push (account_id, completed_at, status) where completed_at is not null;
create index push_unknown on push (account_id, requested_at) where step = 'unknown';
create index connection_deauthorized on connection (account_id, company_id) where status = 'Deauthorized';

create table link_settings (
  account_id uuid primary key references account on delete cascade,
  -- The only URL that the link page redirects to; http or https.
  return_url text check (return_url ~ '^https?://'),
  -- Name shown on the page as the party that requests the data.
  display_name text,
  changed_at timestamptz not null
);
call protect_tenant_table('link_settings');
