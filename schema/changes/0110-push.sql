-- additive: no
-- A step of a push group can also be undone by archiving its record. A program that does not know this way would delete
-- the record, so such a program must not start on this schema. Old rows have no other value, so they are not checked.
alter table push_group_step drop constraint push_group_step_undo_check;
alter table push_group_step add constraint push_group_step_undo_check check (undo in ('void', 'delete', 'archive')) not valid;
