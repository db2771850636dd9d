import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startSandbox } from '@daybook/sandbox';
import { sql } from 'kysely';
import { useApp } from '../harness.ts';
import { waitFor } from '../wait-for.ts';
import { linkCompany } from './synced-company.ts';

const sandbox = await startSandbox();
const app = useApp({ config: { sandboxUrl: sandbox.url } });
after(() => sandbox.stop());

test('a sync whose credentials cannot be decrypted waits with an error, and its job is not repeated', async () => {
  const account = await app.account();
  const company = await linkCompany(account, 'unsealed-500');
  // The state after a key was removed too early.
  await sql`update connection set credentials = 'gone:' || credentials where connection_id = ${company.connectionId}`.execute(
    app.ctx.db.system,
  );
  const { status, error } = await company.sync('invoices');
  assert.deepEqual([status, error.code], ['Waiting', 'internal']);
  assert.ok(Date.parse(error.retryAt) > Date.now());
  const states = async () => {
    const { rows } = await sql<{ state: string }>`select state from pgboss.job where name = 'run-sync-sandbox'`.execute(
      app.ctx.db.system,
    );
    return rows.map((row) => row.state);
  };
  await waitFor(async () => !(await states()).includes('active'));
  assert.deepEqual(await states(), ['completed']);
});
