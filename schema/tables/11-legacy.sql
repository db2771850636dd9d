-- The older webhooks: rules and alerts (docs/decisions/0013). To be removed when the last account has been migrated.

create table rule (
  account_id uuid not null references account on delete cascade,
  rule_id uuid not null,
  -- The full name of a RuleType.
  rule_type text collate "C" not null,
  -- Null for events of all companies.
  company_id uuid,
  webhook_url text,
  emails text[] not null default '{}',
  created_at timestamptz not null,
  changed_at timestamptz not null,
  check (webhook_url is not null or cardinality(emails) > 0),
  primary key (account_id, rule_id)
);
create index rule_by_type on rule (account_id, rule_type, company_id);
create index rule_by_id on rule using hash (rule_id);
call protect_tenant_table('rule');

-- One alert for each event and matching rule. Alerts have the same retention period as messages.
create table alert (
  account_id uuid not null,
  -- A UUID of version 7 that starts with the time of its event.
  alert_id uuid not null,
  rule_id uuid not null,
  event_id uuid not null,
  rule_type text collate "C" not null,
  company_id uuid,
  connection_id uuid,
  raised_at timestamptz not null,
  -- Rendered once, so that every attempt sends the same bytes.
  body text not null,
  made_by xid8 default pg_current_xact_id(),
  primary key (account_id, alert_id)
);
create index alert_by_rule on alert (account_id, rule_id, alert_id);
create index alert_by_age on alert (raised_at);
create index alert_by_id on alert using hash (alert_id);
call protect_tenant_table('alert');

-- One per notifier that the rule had when the alert was raised.
create table alert_delivery (
  account_id uuid not null,
  alert_id uuid not null,
  -- 0 for the webhook, from 1 on for e-mail addresses.
  notifier smallint not null,
  kind text not null check (kind in ('webhook', 'email')),
  target text not null,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
  -- Time of the next attempt. While an attempt is running, the time after which another worker repeats it if no outcome
  -- has been recorded.
  due_at timestamptz not null,
  -- At most four attempts: [{"at", "statusCode"?, "error"?}].
  attempts jsonb not null default '[]',
  ended_at timestamptz,
  primary key (account_id, alert_id, notifier)
) with (fillfactor = 70);
create index alert_delivery_due on alert_delivery (due_at) where status = 'pending';
call protect_tenant_table('alert_delivery');

-- The Authorization header of all older webhooks of the account. Encrypted, and bound to the account.
create table webhook_profile (
  account_id uuid primary key references account on delete cascade,
  authorization_header text,
  changed_at timestamptz not null
);
call protect_tenant_table('webhook_profile');

-- Which API keys still call the event log endpoints, and how often. The migration check reports this.
create table event_log_use (
  account_id uuid not null references account on delete cascade,
  api_key_id uuid not null,
  endpoint text not null,
  day date not null,
  calls bigint not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (account_id, api_key_id, endpoint, day)
) with (fillfactor = 70);
create index event_log_use_by_age on event_log_use (day);
call protect_tenant_table('event_log_use');
