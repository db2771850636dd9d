-- additive: yes
-- Identity of the database when a server last used it (database_identity() of 0015). A different identity means that
-- the database was restored from a backup or that a standby took over. Requests that are pending in this database may
-- already have been sent.
alter table cell_state add column served_as text;
