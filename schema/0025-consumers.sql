-- additive: no (the previous release treats a redelivery of the kind "retry" as a replay)
-- Consumers that a 410 response disables, and retries that run as a job.

-- Whether a 410 response disables the consumer. If not, the response counts as a failed attempt like any other.
alter table consumer add column is_disabled_by_410 boolean not null default false;

-- Allows the kind "retry". A retry of many pending messages runs in steps, like "recover" and "replay".
alter table redelivery drop constraint redelivery_kind_check;
alter table redelivery add constraint redelivery_kind_check check (kind in ('recover', 'replay', 'retry'));
