-- Settings of the link page.
create table link_settings (
  account_id uuid primary key references account on delete cascade,
  -- Where the link page sends the company's owner at the end. Only http and https are allowed.
  return_url text check (return_url ~ '^https?://'),
  -- The name that the page shows for the account; null for the account's own name.
  display_name text,
  changed_at timestamptz not null
);
call protect_tenant_table('link_settings');
