import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startSandbox } from '@daybook/sandbox';
import { controlSandbox } from '../../sandbox/test/control-sandbox.ts';
import { settableClock } from '../../src/base/clock.ts';
import { useApp } from '../harness.ts';
import { linkPushing } from '../push/pushing-company.ts';
import { newBill, newInvoice } from '../push/records.ts';
import { waitFor } from '../wait-for.ts';

/** Walkthrough (d) of ARCHITECTURE.md, with the outcomes: response, rows, outgoing calls, data set, events. */
const clock = settableClock(new Date());
const sandbox = await startSandbox({ clock });
const app = useApp({ clock, config: { sandboxUrl: sandbox.url } });
const control = controlSandbox(sandbox.url);
after(() => sandbox.stop());

type Row = { status: string; step: string; attempts: number; provider_status: number | null };

test('a push is stored, sent, accepted with 202, polled, published and reported; one with a lost response is written only once', async () => {
  const account = await app.account({ name: 'Trip' });
  const company = await linkPushing(account, 'trip-100', ['invoices', 'bills']);
  const row = async (pushId: string): Promise<Row> =>
    (await app.ctx.db.pool.query('select * from push where push_id = $1', [pushId])).rows[0];
  const total = async () => (await account.send(`GET ${company.path}/data/invoices?pageSize=1`)).body.totalResults;
  const before = await total();

  await control.fault({
    match: { company: 'trip-100', method: 'POST', path: '/v1/' },
    fault: { kind: 'accept', looks: 1 },
    times: 1,
  });
  const made = await company.push('invoices', newInvoice(company.references));
  assert.deepEqual([made.status, made.statusCode], ['Pending', 202]);
  await waitFor(async () => (await row(made.pushId)).step === 'accepted');
  assert.equal((await row(made.pushId)).provider_status, 202);
  await waitFor(async () => {
    clock.advanceMs(1000);
    await app.pushLanes.sweep();
    return (await row(made.pushId)).status === 'Success';
  });
  assert.equal(await total(), before + 1, 'immediately in the data set');
  const changes = (await account.send(`GET ${company.path}/changes?after=0&limit=1000`)).body.results ?? [];
  assert.ok(
    changes.some((change: { pushId?: string }) => change.pushId === made.pushId),
    'in the change feed, with the push id',
  );

  await control.fault({
    match: { company: 'trip-100', method: 'POST', path: '/v1/' },
    fault: { kind: 'lost', status: 504 },
    times: 1,
  });
  const lost = await company.push('bills', newBill(company.references));
  await waitFor(async () => (await row(lost.pushId)).attempts === 1 && (await row(lost.pushId)).step === 'sent');
  await waitFor(async () => {
    clock.advanceMs(5000);
    await app.pushLanes.sweep();
    return (await row(lost.pushId)).status === 'Success';
  });
  const writes = (await control.send('GET', '/companies/trip-100/writes')) as { key?: string; client_ref?: string }[];
  assert.deepEqual(
    writes.map((write) => write.key ?? write.client_ref),
    [made.pushId, lost.pushId],
    'each was written once',
  );
  const messages = (await account.send('GET /webhooks/messages?pageSize=100')).body.results;
  const types = messages.map((message: { eventType: string }) => message.eventType);
  assert.equal(types.filter((type: string) => type === 'push.succeeded').length, 2);
  const line = app.logLines.find((one) => one.pushId === lost.pushId);
  assert.equal(line?.msg, 'push attempted');
});
