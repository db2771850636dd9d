-- additive: yes
-- Notices are messages to operators and members about a condition that a person must resolve, such as a failing
-- consumer. They are independent of the events that clients get. Rows with the account id 00000000-… belong to the
-- installation and its operators. Their `owner` is null, because no account has this id.

-- A condition, from the first check that found it to the first check that no longer found it.
create table notice_condition (
  account_id uuid not null,
  condition_id uuid not null,
  owner uuid generated always as (nullif(account_id, '00000000-0000-0000-0000-000000000000')) stored
    references account on delete cascade,
  kind text collate "C" not null,
  -- What the condition is about, for example the id of a consumer; empty for the installation.
  subject text collate "C" not null,
  company_id uuid,
  name text not null,
  detail text not null,
  -- Path of the portal's page about the subject.
  page text not null,
  since timestamptz not null,
  opened_at timestamptz not null,
  recovered_at timestamptz,
  primary key (account_id, condition_id)
);
create unique index notice_condition_open on notice_condition (kind, account_id, subject) where recovered_at is null;
create index notice_condition_by_company on notice_condition (account_id, company_id) where company_id is not null;
create index notice_condition_by_age on notice_condition (recovered_at) where recovered_at is not null;
call protect_tenant_table('notice_condition');

-- The kinds of conditions that a person wants to be notified of, and by which medium. Operators need not be members of
-- an account, so their rows have no `owner`.
create table notice_choice (
  account_id uuid not null,
  person_id uuid not null references person on delete cascade,
  kind text collate "C" not null,
  medium text not null check (medium in ('email', 'browser')),
  owner uuid generated always as (nullif(account_id, '00000000-0000-0000-0000-000000000000')) stored,
  muted_until timestamptz,
  primary key (account_id, person_id, kind, medium),
  foreign key (owner, person_id) references member (account_id, person_id) on delete cascade
);
create index notice_choice_by_person on notice_choice (person_id);
call protect_tenant_table('notice_choice');

-- Incoming webhooks of chat programs. The URL is encrypted, because whoever knows it can post to the chat.
create table notice_chat (
  account_id uuid not null,
  chat_id uuid not null,
  owner uuid generated always as (nullif(account_id, '00000000-0000-0000-0000-000000000000')) stored
    references account on delete cascade,
  name text not null,
  url text not null,
  -- Scheme, host and the last characters of the URL, by which people recognize it.
  shown_url text not null,
  kinds text[] not null,
  muted_until timestamptz,
  created_at timestamptz not null,
  last_sent_at timestamptz,
  -- Why the chat program did not accept the last message; null if it accepted it.
  last_error text,
  primary key (account_id, chat_id)
);
create index notice_chat_by_id on notice_chat using hash (chat_id);
call protect_tenant_table('notice_chat');

-- One row for each recipient of the start or the end of a condition. Rows of a recipient with the same message_id are
-- sent as one message.
create table notice (
  account_id uuid not null,
  condition_id uuid not null,
  phase text not null check (phase in ('opened', 'recovered')),
  medium text not null check (medium in ('email', 'chat', 'browser')),
  -- A person or a chat address.
  recipient_id uuid not null,
  -- Set by the process that sends the message, before it is sent. A retry after a crash sends the same message again.
  message_id uuid,
  attempts int not null default 0,
  -- The time of the next attempt; during an attempt, the end of its lease. Null if no further attempt is made. Then
  -- told_at is set if the message was sent, and null if nobody wanted it any more or it could not be sent.
  due_at timestamptz,
  told_at timestamptz,
  primary key (account_id, condition_id, phase, medium, recipient_id),
  foreign key (account_id, condition_id) references notice_condition on delete cascade
);
create index notice_due on notice (due_at) where due_at is not null;
create index notice_by_recipient on notice (recipient_id, medium);
call protect_tenant_table('notice');

-- Samples of the database's size, one per hour, to notice fast growth.
create table database_size (
  taken_at timestamptz primary key,
  bytes bigint not null
);
