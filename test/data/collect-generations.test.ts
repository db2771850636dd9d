import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startSandbox } from '@daybook/sandbox';
import { sql } from 'kysely';
import { controlSandbox } from '../../sandbox/test/control-sandbox.ts';
import { settableClock } from '../../src/base/clock.ts';
import { collectGenerations } from '../../src/data/write/collect-generations.ts';
import { roomForPushes } from '../../src/data/write/open-generation.ts';
import { useApp } from '../harness.ts';
import { linkCompany } from '../sync/synced-company.ts';

const clock = settableClock(new Date());
const sandbox = await startSandbox();
const app = useApp({ clock, config: { sandboxUrl: sandbox.url, versionsKeptHours: 24 } });
const control = controlSandbox(sandbox.url);
after(() => sandbox.stop());

const hour = 3_600_000;
const [second, third] = [1 + roomForPushes, 1 + 2 * roomForPushes];

test('replaced versions are removed when they are older than the retention time, and not before', async () => {
  const account = await app.account();
  const company = await linkCompany(account, 'collected-300');
  const publish = async () => {
    await control.change('collected-300', { type: 'invoices', update: 30 });
    assert.equal((await company.sync('invoices')).status, 'Complete');
  };
  await company.sync('invoices');
  await publish();
  clock.advanceMs(10 * hour);
  await publish();
  const state = async () => {
    const { rows } = await sql`select count(*) as versions, count(*) filter (where gen_to is null) as live,
        count(*) filter (where gen_to = ${second}) as "closedBy2", count(*) filter (where gen_to = ${third}) as "closedBy3",
        (select oldest_generation from data_set where company_id = ${company.companyId}) as oldest
      from record where company_id = ${company.companyId}`.execute(app.ctx.db.system);
    return rows[0];
  };
  const all = { versions: 360, live: 300, closedBy2: 30, closedBy3: 30, oldest: 1 };
  assert.deepEqual(await state(), all);
  assert.equal(await collectGenerations(app.ctx), 0);
  clock.advanceMs(15 * hour);
  assert.equal(await collectGenerations(app.ctx), 30, 'the second one is 25 hours old: versions it closed are removed');
  assert.deepEqual(await state(), { ...all, versions: 330, closedBy2: 0, oldest: second });
  assert.equal(await collectGenerations(app.ctx), 0, 'only once');
  clock.advanceMs(48 * hour);
  assert.equal(await collectGenerations(app.ctx), 30);
  assert.deepEqual(await state(), { ...all, versions: 300, closedBy2: 0, closedBy3: 0, oldest: third });
});
