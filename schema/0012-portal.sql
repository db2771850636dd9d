-- What the portal shows at a glance, and the settings of the link page.

-- Activity and attention of one account, without a look at all of its companies. Each of the two that hold everything ended
-- costs one entry for a sync or push; the others hold what is wrong, and so are small.
create index sync_ended on sync (account_id, completed_at, status) where completed_at is not null;
create index sync_failed on sync (account_id, completed_at)
  where status in ('FetchError', 'AuthError', 'PermissionsError', 'InternalError');
create index sync_waiting on sync (account_id, requested_at) where status = 'Waiting';
create index push_ended on push (account_id, completed_at, status) where completed_at is not null;
create index push_unknown on push (account_id, requested_at) where step = 'unknown';
create index connection_deauthorized on connection (account_id, company_id) where status = 'Deauthorized';

create table link_settings (
  account_id uuid primary key references account on delete cascade,
  -- Where the link page leads back to: http or https, and nowhere else.
  return_url text check (return_url ~ '^https?://'),
  -- Who asks for the data, as the page says it.
  display_name text,
  changed_at timestamptz not null
);
call protect_tenant_table('link_settings');
