-- additive: yes
-- concurrently: yes
-- For the search (src/search): the audit entry of a request, by the correlation id that its error or its response named.
create index concurrently if not exists audit_by_correlation on audit (account_id, correlation_id);
