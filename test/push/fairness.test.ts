import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startSandbox } from '@daybook/sandbox';
import { sql } from 'kysely';
import { controlSandbox } from '../../sandbox/test/control-sandbox.ts';
import { startPushLanes } from '../../src/push/lanes/run-lanes.ts';
import { type TestAccount, useApp } from '../harness.ts';
import { linkCompany, type SyncedCompany } from '../sync/synced-company.ts';
import { waitFor } from '../wait-for.ts';

/** Push lanes, started by the test and four at once: the process itself has no workers. */
const sandbox = await startSandbox();
after(() => sandbox.stop());
const app = useApp({ config: { sandboxUrl: sandbox.url, role: 'api' } });
const control = controlSandbox(sandbox.url);

async function pushCustomer(account: TestAccount, company: SyncedCompany): Promise<string> {
  const path = `${company.path}/connections/${company.connectionId}/push/customers`;
  const answer = await account.send(`POST ${path}`, { body: { customerName: 'Fair & Sons', status: 'Active' } });
  assert.equal(answer.status, 200, answer.text);
  return answer.body.pushId;
}

test("A-24: an account whose servers hang holds only half of a platform's lanes, and another account's push is sent", async (t) => {
  const lanes = startPushLanes(app.ctx, { isPaused: () => false, atOncePerPlatform: 4 });
  t.after(async () => {
    await sandbox.stop();
    await lanes.stop();
  });
  const [hanging, other] = [await app.account(), await app.account()];
  for (let i = 0; i < 5; i++) {
    const name = `pushhangs${i}-100`;
    const company = await linkCompany(hanging, name);
    await control.fault({ match: { company: name }, fault: { kind: 'hang' } });
    await pushCustomer(hanging, company);
    lanes.start('sandbox', { accountId: hanging.accountId, ...company });
  }
  const countSent = async () => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from push
      where account_id = ${hanging.accountId} and step = 'sent'`.execute(app.ctx.db.system);
    return rows[0]?.n ?? 0;
  };
  await waitFor(async () => (await countSent()) >= 2);
  const company = await linkCompany(other, 'pushanswers-100');
  const pushId = await pushCustomer(other, company);
  lanes.start('sandbox', { accountId: other.accountId, ...company });
  const read = async () => (await other.send(`GET ${company.path}/push/${pushId}`)).body;
  await waitFor(async () => (await read()).status !== 'Pending');
  assert.equal((await read()).status, 'Success');
  assert.equal(await countSent(), 2, 'half of four');
});
