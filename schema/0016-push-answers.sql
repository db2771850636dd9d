-- additive: yes
-- HTTP status of the platform's latest response when Daybook asked for the outcome of a push. provider_status keeps the
-- HTTP status of the response to the push request itself.
alter table push add column last_poll_status int;
