-- additive: yes
-- What the platform answered when it was asked for the outcome of a push: provider_status keeps what it answered to the
-- request itself.
alter table push add column last_poll_status int;
