import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { TestApp } from './harness.ts';

/** Inserts the rows of an OAuth 2 authorization in all of its stages directly. */
export async function makeOauthRows(
  app: TestApp,
  { accountId, companyId, connectionId }: { accountId: string; companyId: string; connectionId: string },
): Promise<void> {
  await sql`with a as (insert into oauth_application (account_id, platform_key, client_id, client_secret, created_at, changed_at)
      values (${accountId}, 'sandbox', 'secret-name', 'sealed', now(), now())),
    s as (insert into oauth_state (account_id, state_hash, browser_hash, company_id, connection_id, client_id, code_verifier, expires_at)
      values (${accountId}, ${randomUUID()}, 'h', ${companyId}, ${connectionId}, 'c', 'sealed', 'infinity')),
    cs as (insert into connection_sync_settings values (${accountId}, ${companyId}, ${connectionId}, '[]')),
    cd as (insert into connection_sync_schedule values (${accountId}, ${companyId}, ${connectionId}, 'items', 'daily', 'infinity')),
    de as (insert into sync_demand values (${accountId}, ${companyId}, ${connectionId}, 'items')),
    m as (insert into connection_import values (${accountId}, ${randomUUID()}, 'sandbox', 'x', 0, now(), 0, null, now())),
    t as (insert into oauth_token (account_id, company_id, connection_id, platform_key, tenant, client_id, tokens, version, expires_at, renewed_at)
      values (${accountId}, ${companyId}, ${connectionId}, 'sandbox', 't', 'c', 'sealed', 1, now(), now()))
    insert into oauth_revocation (account_id, connection_id, removed_at, platform_key, tenant, client_id, tokens, retry_at)
      values (${accountId}, ${connectionId}, now(), 'sandbox', 't', 'c', 'sealed', 'infinity')`.execute(
    app.ctx.db.system,
  );
}
