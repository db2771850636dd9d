-- additive: yes
-- The trace (docs/decisions/0043) in which a push, a message or an alert was written, for what is done later: attempts
-- and deliveries. Null if the request was not traced. Transactions inside a trace set `daybook.trace`
-- (src/db/pool-driver.ts). The default is set after the column is added, so that existing rows stay as they are.
alter table push add column trace text;
alter table push alter column trace set default nullif(current_setting('daybook.trace', true), '');
alter table message add column trace text;
alter table message alter column trace set default nullif(current_setting('daybook.trace', true), '');
alter table alert add column trace text;
alter table alert alter column trace set default nullif(current_setting('daybook.trace', true), '');
