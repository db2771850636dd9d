-- additive: yes
-- The platform's latest response when it was asked for the outcome of a push. provider_status keeps the response to the
-- push request itself.
alter table push add column last_poll_status int;
