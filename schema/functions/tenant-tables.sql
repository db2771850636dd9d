-- Called once for every tenant table. From then on, the program can read and write only the rows of the current account
-- (the setting daybook.account_id of the database transaction).
create or replace procedure protect_tenant_table(tenant_table regclass) language plpgsql as $$ begin
  execute format('alter table %s enable row level security', tenant_table);
  execute format($p$create policy own_account on %s to daybook_program
    using (account_id = nullif(current_setting('daybook.account_id', true), '')::uuid)
    with check (account_id = nullif(current_setting('daybook.account_id', true), '')::uuid)$p$, tenant_table);
  execute format('grant select, insert, update, delete on %s to daybook_program', tenant_table);
end $$;
