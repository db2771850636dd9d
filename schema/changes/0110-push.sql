-- additive: yes
-- A step of a push group can also be undone by archiving its record. No release has had push groups: a program of the
-- releases before leaves them alone. Old rows have no other value, so they are not checked.
alter table push_group_step drop constraint push_group_step_undo_check;
alter table push_group_step add constraint push_group_step_undo_check check (undo in ('void', 'delete', 'archive')) not valid;
