-- additive: yes
-- Tickets of other cells that were redeemed here, so that each works only once. A ticket lasts a minute.
create table cell_ticket (
  ticket_id uuid primary key,
  expires_at timestamptz not null
);
create index cell_ticket_by_age on cell_ticket (expires_at);
