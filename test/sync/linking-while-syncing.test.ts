import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startSandbox } from '@daybook/sandbox';
import { useApp } from '../harness.ts';

const sandbox = await startSandbox();
const app = useApp({ config: { sandboxUrl: sandbox.url, syncsAtOncePerPlatform: 8 } });
after(() => sandbox.stop());

test('linking, unlinking and requesting while syncs run causes no deadlock', async () => {
  const account = await app.account();
  const { companyId } = (await account.send('POST /companies', { body: { name: 'busy' } })).body;
  const path = `/companies/${companyId}`;
  const { connectionId } = (await account.send(`POST ${path}/connections`, { body: { platformKey: 'sandbox' } })).body;
  const credentials = { company: 'busy-200', secret: 'sandbox-busy-200' };
  const link = () => account.send(`PUT ${path}/connections/${connectionId}/authorization`, { body: { credentials } });
  const unlink = () => account.send(`PATCH ${path}/connections/${connectionId}`, { body: { status: 'Unlinked' } });
  assert.equal((await link()).status, 200);
  const before = await deadlocks();
  const statuses = new Set<number>();
  for (let round = 0; round < 25; round++) {
    const answers = await Promise.all([
      link(),
      account.send(`POST ${path}/data/all`),
      link(),
      ...(round % 3 === 2 ? [unlink()] : []),
      account.send(`POST ${path}/data/queue/invoices?full=true`),
    ]);
    for (const answer of answers) statuses.add(answer.status);
  }
  assert.deepEqual(
    [...statuses].filter((status) => ![200, 202, 403, 404].includes(status)),
    [],
  );
  assert.equal((await deadlocks()) - before, 0);
});

async function deadlocks(): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const { rows } = await app.ctx.db.pool.query(
    'select deadlocks::int as n from pg_stat_database where datname = current_database()',
  );
  return rows[0].n;
}
