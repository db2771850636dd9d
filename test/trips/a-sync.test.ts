import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startSandbox } from '@daybook/sandbox';
import { controlSandbox } from '../../sandbox/test/control-sandbox.ts';
import { settableClock } from '../../src/base/clock.ts';
import { useApp } from '../harness.ts';
import { linkCompany } from '../sync/synced-company.ts';
import { waitFor } from '../wait-for.ts';

/** Walkthrough (b) of ARCHITECTURE.md, with the outcomes: response, rows, outgoing calls, jobs, log line. */
const clock = settableClock(new Date());
const sandbox = await startSandbox();
const app = useApp({ clock, config: { sandboxUrl: sandbox.url } });
const control = controlSandbox(sandbox.url);
after(() => sandbox.stop());

test('a scheduled sync reads provider pages into an unpublished generation, then publishes it to the feed and the list', async () => {
  const account = await app.account();
  const company = await linkCompany(account, 'trip-1200');
  assert.equal((await account.send(`GET ${company.path}/data/invoices`)).status, 409, 'not requested');
  await company.sync('invoices');
  const before = await account.send(`GET ${company.path}/data/invoices?pageSize=5`);
  assert.deepEqual([before.status, before.body.totalResults], [200, 1200]);
  const { next } = (await account.send(`GET ${company.path}/changes?after=latest`)).body;

  const { settings } = (await account.send(`GET ${company.path}/syncSettings`)).body;
  for (const setting of settings) if (setting.dataType === 'invoices') setting.schedule = 'daily';
  assert.equal((await account.send(`PUT ${company.path}/syncSettings`, { body: { settings } })).status, 200);
  const made = await control.change('trip-1200', { type: 'invoices', update: 3, create: 1, delete: 1 });
  const requestsBefore = (await control.stats()).companies['trip-1200']?.types.invoices ?? 0;
  const startedAt = clock.now();
  clock.advanceMs(24 * 3_600_000 + 60_000);
  const latest = async () => (await account.send(`GET ${company.path}/data/history?pageSize=1`)).body.results[0];
  await waitFor(async () => (await latest()).trigger === 'schedule' && (await latest()).status === 'Complete', 60_000);

  const sync = await latest();
  assert.deepEqual(sync.counts, { added: 1, updated: 3, unchanged: 0, deleted: 1 });
  assert.ok(Date.parse(sync.requested) > startedAt.getTime());
  const requests = ((await control.stats()).companies['trip-1200']?.types.invoices ?? 0) - requestsBefore;
  assert.equal(requests, 1, 'one page of changes');

  const now = await account.send(`GET ${company.path}/data/invoices?pageSize=5`);
  assert.equal(now.body.totalResults, 1201, 'the deleted record stays readable');
  assert.notEqual(now.headers.get('etag'), before.headers.get('etag'));
  const second = await account.send(`GET ${before.body._links.next.href}`);
  assert.equal(second.body.totalResults, 1200, 'a paged read that started earlier still sees its own state');
  const feed = (await account.send(`GET ${company.path}/changes?after=${encodeURIComponent(next)}`)).body;
  const changes = feed.results.map((change: { id: string; change: string }) => [change.id, change.change]);
  const expected = [
    ...made.updated.map((id) => [id, 'updated']),
    ...made.created.map((id) => [id, 'added']),
    ...made.deleted.map((id) => [id, 'deleted']),
  ];
  assert.deepEqual(changes.sort(), expected.sort());
  assert.equal((await account.send(`GET ${company.path}`)).body.lastSync, sync.completed);
  const status = (await account.send(`GET ${company.path}/dataStatus`)).body;
  assert.deepEqual([status.invoices.status, status.invoices.totalRecords], ['Complete', 1201]);
  await waitFor(() => app.logLines.some((line) => line.job === 'run-sync-sandbox' && line.msg === 'job done'));
});
