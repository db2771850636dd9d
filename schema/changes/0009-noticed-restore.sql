-- additive: yes
-- When a restore was last noticed, by PostgreSQL's clock, and the time that the accounts were told then. If that was
-- after this server started, a restore that the operator reports is the same one.
alter table cell_state add column noticed_at timestamptz, add column noticed_to timestamptz;
