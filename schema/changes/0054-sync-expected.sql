-- additive: yes
-- How many records the platform says the pass of a sync will return; null if it does not say.
alter table sync add column expected int;
