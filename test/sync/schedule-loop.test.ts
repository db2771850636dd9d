import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startSandbox } from '@daybook/sandbox';
import { sql } from 'kysely';
import { settableClock } from '../../src/base/clock.ts';
import { dayMs } from '../../src/base/durations.ts';
import { useApp } from '../harness.ts';
import { waitFor } from '../wait-for.ts';

const clock = settableClock('2026-01-01T00:00:00Z');
const sandbox = await startSandbox();
const app = useApp({ clock, config: { sandboxUrl: sandbox.url } });
after(() => sandbox.stop());

test('a worker starts and runs due syncs; during maintenance it waits, and no sync is lost', async () => {
  const account = await app.account();
  const { settings } = (await account.send('GET /profile/syncSettings')).body;
  const onlyInfo = settings.map((setting: { dataType: string }) => ({
    ...setting,
    fetchOnFirstLink: false,
    schedule: setting.dataType === 'info' ? 'daily' : 'none',
  }));
  await account.send('PUT /profile/syncSettings', { body: { settings: onlyInfo } });
  const { companyId } = (await account.send('POST /companies', { body: { name: 'Acme' } })).body;
  const made = await account.send(`POST /companies/${companyId}/connections`, { body: { platformKey: 'sandbox' } });
  const credentials = { company: 'acme-100', secret: 'sandbox-acme-100' };
  const path = `/companies/${companyId}/connections/${made.body.connectionId}/authorization`;
  assert.equal((await account.send(`PUT ${path}`, { body: { credentials } })).status, 200);

  const syncs = async () => {
    const rows = await app.ctx.db.read<{ trigger: string; status: string }>(
      account.accountId,
      sql`select trigger, status from sync order by requested_at`,
    );
    return rows.map((row) => `${row.trigger} ${row.status}`);
  };
  const setMaintenance = (isOn: boolean) => sql`update cell_state set maintenance = ${isOn}`.execute(app.ctx.db.system);
  assert.deepEqual(await syncs(), []);
  clock.advanceMs(dayMs);
  await waitFor(async () => (await syncs()).join() === 'schedule Complete');

  await setMaintenance(true);
  await waitFor(async () => (await account.send('GET /companies')).status === 503);
  clock.advanceMs(2 * dayMs);
  await sleep(3500);
  assert.equal((await syncs()).length, 1, 'nothing starts');
  await setMaintenance(false);
  await waitFor(async () => (await syncs()).join() === 'schedule Complete,schedule Complete');
});
