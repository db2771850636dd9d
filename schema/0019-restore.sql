-- additive: yes
-- Identity of the database when it was last served (database_identity() of 0015). A different one means that it was
-- restored from a backup or that a standby took over: requests that were about to be sent then may have been sent
-- since.
alter table cell_state add column served_as text;
