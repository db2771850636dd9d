-- additive: yes
-- Pushes with a condition, and groups of pushes (docs/decisions/0065).

-- The version of the record that the client has changed: {"record", "version", "checkedAt"}. The push is only sent if
-- the record is still the same.
alter table push add column condition text;
-- The step of a push group that the push carries out or undoes.
alter table push add column group_id uuid;
alter table push add column group_step text;
