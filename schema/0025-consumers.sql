-- additive: no (the release before takes a redelivery of the kind "retry" for a replay)
-- Consumers that are disabled by a 410, and retries that are done by a job.

-- Whether a 410 disables the consumer. Without it, it is a failed attempt like any other.
alter table consumer add column is_disabled_by_410 boolean not null default false;

-- Many waiting messages are brought forward in steps, like the others.
alter table redelivery drop constraint redelivery_kind_check;
alter table redelivery add constraint redelivery_kind_check check (kind in ('recover', 'replay', 'retry'));
