import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startSandbox } from '@daybook/sandbox';
import { settableClock } from '../../src/base/clock.ts';
import { startDemandedSyncs } from '../../src/sync/demand/start-demanded-syncs.ts';
import { type TestAccount, useApp } from '../harness.ts';
import { fetchNothing, linkCompany, type SyncBody } from '../sync/synced-company.ts';
import { waitFor } from '../wait-for.ts';

/** Syncs by demand. The clock moves only when a test moves it; the worker of the process also looks by itself. */
const sandbox = await startSandbox();
const clock = settableClock(new Date());
const app = useApp({ clock, config: { sandboxUrl: sandbox.url } });
after(() => sandbox.stop());
const hour = 3_600_000;

async function setDemand(account: TestAccount, path: string, byDemand: boolean) {
  const { settings } = (await account.send(`GET ${path}/syncSettings`)).body;
  const changed = settings.map((setting: { dataType: string }) =>
    setting.dataType === 'customers' ? { ...setting, byDemand } : setting,
  );
  return account.send(`PUT ${path}/syncSettings`, { body: { settings: changed } });
}

let companies = 0;
async function openCompany() {
  const account = await app.account();
  const company = await linkCompany(account, `demand-${++companies}-100`);
  for (const dataType of ['customers', 'items']) assert.equal((await company.sync(dataType)).status, 'Complete');
  const set = await setDemand(account, company.path, true);
  assert.equal(set.status, 200, set.text);
  const list = `GET ${company.path}/data`;
  const read = async (dataType: string, maxAge: number) => {
    const answer = await account.send(`${list}/${dataType}?pageSize=1`, { headers: { prefer: `max-age=${maxAge}` } });
    await app.ctx.freshness.flush();
    return answer.headers.get('data-age-met');
  };
  const syncs = async (): Promise<SyncBody[]> =>
    (await account.send(`GET ${company.path}/data/history?orderBy=requested&query=dataType%3Dcustomers`)).body.results;
  /** Looks once, and waits until no sync is under way. */
  const look = async () => {
    await startDemandedSyncs(app.ctx);
    await waitFor(async () => (await syncs()).every(({ completed }) => completed !== undefined), 60_000);
    return (await syncs()).length;
  };
  const row = () =>
    app.ctx.db.system.selectFrom('sync_demand').selectAll().where('company_id', '=', company.companyId).execute();
  return { account, company, read, syncs, look, row };
}

test('P-FRESH: a data set that is read is synced shortly before it is too old, and no longer when nobody reads', async () => {
  const { read, look, row, syncs } = await openCompany();
  assert.equal((await row()).length, 1, 'only the data type with the setting');
  clock.advanceMs(50 * 60_000);
  assert.equal(await look(), 1, 'nobody has read yet');
  assert.equal(await read('customers', 3600), 'true');
  await read('items', 3600);
  assert.equal(await look(), 1, 'young enough');
  clock.advanceMs(9 * 60_000);
  assert.equal(await look(), 2, 'synced before it is an hour old');
  assert.deepEqual((await syncs()).at(-1)?.trigger, 'schedule');
  clock.advanceMs(30 * 60_000);
  assert.equal(await read('customers', 3600), 'true');
  // A reader who accepts less is served from now on.
  assert.equal(await read('customers', 600), 'false');
  assert.equal(await look(), 3);
  assert.equal(await read('customers', 600), 'true');
  // Days later, nobody is expected any more.
  clock.advanceMs(120 * hour);
  const before = await look();
  clock.advanceMs(hour);
  assert.equal(await look(), before);
  assert.equal((await row())[0]?.due_at, null);
});

test('P-FRESH: reads are noted at most once a minute, and only for data sets that are synced by demand', async () => {
  const { account, company, read, row } = await openCompany();
  await read('customers', 3600);
  const first = (await row())[0];
  clock.advanceMs(30_000);
  await read('customers', 7200);
  assert.deepEqual((await row())[0]?.read_at, first?.read_at);
  clock.advanceMs(40_000);
  await read('customers', 7200);
  const later = (await row())[0];
  assert.ok((later?.read_at ?? 0) > (first?.read_at ?? 0));
  assert.equal(later?.max_age_seconds, 3600, 'the smaller age counts for some days');
  const today = Math.floor(clock.nowMs() / 86_400_000);
  assert.equal(later?.read_days.length, 24);
  assert.equal(later?.read_days[clock.now().getUTCHours()], today);
  assert.equal((await setDemand(account, company.path, false)).status, 200);
  assert.deepEqual(await row(), []);
  clock.advanceMs(70_000);
  await read('customers', 60);
  assert.deepEqual(await row(), []);
});

test('P-FRESH: a budget that is used up delays syncs by demand, and leaves the reserve', async () => {
  const { company, read, look } = await openCompany();
  clock.advanceMs(2 * hour);
  // A platform that has asked for a pause of a quarter of an hour.
  const place = { platformKey: 'sandbox', connectionId: company.connectionId };
  await app.ctx.budgets.pause(place, clock.nowMs() + 15 * 60_000);
  assert.equal(await read('customers', 3600), 'false');
  assert.equal(await look(), 1);
  clock.advanceMs(14 * 60_000);
  assert.equal(await look(), 1);
  clock.advanceMs(5 * 60_000);
  assert.equal(await look(), 2);
});

test('P-FRESH: the free plan has no syncs by demand', async () => {
  const account = await app.account({ plan: 'free' });
  const { companyId } = (await account.send('POST /companies', { body: { name: 'free' } })).body;
  await fetchNothing(account, `/companies/${companyId}`);
  const refused = await setDemand(account, `/companies/${companyId}`, true);
  assert.equal(refused.status, 402);
  assert.match(refused.text, /has no syncs by demand\. Leave out byDemand/);
});
