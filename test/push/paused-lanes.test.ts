import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startSandbox } from '@daybook/sandbox';
import { startPushLanes } from '../../src/push/lanes/run-lanes.ts';
import { useApp } from '../harness.ts';
import { startOwnTime } from '../own-time.ts';
import { linkCompany } from '../sync/synced-company.ts';
import { waitFor } from '../wait-for.ts';

/** Push lanes, started by the test: the process itself has no workers. */
const sandbox = await startSandbox();
after(() => sandbox.stop());
const app = useApp({ config: { sandboxUrl: sandbox.url, role: 'api' } });

test('a push whose lane is started during a pause is sent within a second after the pause, and not before', async (t) => {
  let isPaused = true;
  const lanes = startPushLanes(app.ctx, { isPaused: () => isPaused });
  t.after(() => lanes.stop());
  const account = await app.account();
  const company = await linkCompany(account, 'paused-100');
  const answer = await account.send(`POST ${company.path}/connections/${company.connectionId}/push/customers`, {
    body: { customerName: 'Late & Sons', status: 'Active' },
  });
  assert.equal(answer.status, 200, answer.text);
  const read = async () => (await account.send(`GET ${company.path}/push/${answer.body.pushId}`)).body;
  lanes.start('sandbox', { accountId: account.accountId, ...company });
  await new Promise((resolve) => setTimeout(resolve, 700));
  assert.equal((await read()).status, 'Pending');
  isPaused = false;
  const ownTime = startOwnTime();
  await waitFor(async () => (await read()).status === 'Success');
  const tookMs = ownTime();
  t.diagnostic(`sent ${Math.round(tookMs)} ms after the pause`);
  assert.ok(tookMs < 1000, `${tookMs} ms`);
});
