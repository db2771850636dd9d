-- additive: yes
-- The trace (docs/decisions/0043) in which a push, a message or an alert was written, so that later attempts and
-- deliveries can belong to the same trace. Null if the request was not traced. Database transactions inside a trace set
-- `daybook.trace` (src/db/pool-driver.ts), which is the default of the column. The default is set after the column is
-- added, so that it does not apply to existing rows.
alter table push add column trace text;
alter table push alter column trace set default nullif(current_setting('daybook.trace', true), '');
alter table message add column trace text;
alter table message alter column trace set default nullif(current_setting('daybook.trace', true), '');
alter table alert add column trace text;
alter table alert alter column trace set default nullif(current_setting('daybook.trace', true), '');
