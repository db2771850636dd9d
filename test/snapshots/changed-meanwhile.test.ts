import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startSandbox } from '@daybook/sandbox';
import { sql } from 'kysely';
import { controlSandbox } from '../../sandbox/test/control-sandbox.ts';
import { settableClock } from '../../src/base/clock.ts';
import { useApp } from '../harness.ts';
import { linkPushing, type PushingCompany } from '../push/pushing-company.ts';
import { newCustomer } from '../push/records.ts';

/** What a snapshot knows about newer data: pushes since the syncs, and states that a check holds. */
const sandbox = await startSandbox();
const control = controlSandbox(sandbox.url);
const clock = settableClock(new Date());
const app = useApp({ clock, config: { sandboxUrl: sandbox.url } });
after(() => sandbox.stop());

const types = ['invoices', 'payments', 'balanceSheet'];

// biome-ignore lint/suspicious/noExplicitAny: a data set of a snapshot as it came over HTTP.
type Body = any;
async function snapshot({ account, path }: PushingCompany) {
  const { status, body, text } = await account.send(`POST ${path}/snapshots`, { body: {} });
  assert.equal(status, 201, text);
  const sets: Body[] = body.dataSets;
  return {
    ...body,
    set: (dataType: string): Body => sets.find((one) => one.dataType === dataType),
    changed: sets.filter(({ changedMeanwhile }) => changedMeanwhile).map(({ dataType }) => dataType),
    held: sets.filter(({ isHeld }) => isHeld).map(({ dataType }) => dataType),
  };
}

async function pay(company: PushingCompany) {
  const { account, path, references } = company;
  const query = encodeURIComponent('status=Submitted');
  const { results } = (await account.send(`GET ${path}/data/invoices?pageSize=1&query=${query}`)).body;
  return company.push('payments', {
    customerRef: { id: results[0].customerRef.id },
    accountRef: { id: references.bank },
    date: '2026-11-02T00:00:00Z',
    totalAmount: 1,
    lines: [{ amount: 1, links: [{ type: 'Invoice', id: results[0].id, amount: 1 }] }],
  });
}

test('P-SNAPSHOTS: after a pushed payment, what it has changed is known to be older; its own data set has it', async () => {
  const company = await linkPushing(await app.account(), 'pushed-100', types);
  const before = await snapshot(company);
  assert.deepEqual(before.changed, []);
  clock.advanceMs(60_000);
  const { pushId } = await pay(company);
  assert.equal((await company.ended(pushId)).status, 'Success');
  const pushedAt = clock.now().toISOString();
  clock.advanceMs(60_000);
  const after = await snapshot(company);
  assert.deepEqual(after.changed, ['accounts', 'balanceSheet', 'invoices']);
  const [old, payments] = [before.set('payments'), after.set('payments')];
  assert.equal(payments.generation, old.generation + 1);
  assert.deepEqual([payments.readFrom, payments.readTo], [old.readFrom, pushedAt], 'the push has added what is new');
  assert.deepEqual([after.set('invoices').readTo, after.spreadSeconds], [before.set('invoices').readTo, 60]);

  for (const dataType of ['accounts', 'invoices', 'payments']) await company.sync(dataType);
  const synced = await snapshot(company);
  assert.deepEqual(synced.changed, ['balanceSheet'], 'a sync since then has read what the push has changed');
  assert.ok(synced.set('payments').readFrom > pushedAt);
});

test('P-SNAPSHOTS: a pushed customer changes no books; a push whose outcome is not known may have changed them', async () => {
  const company = await linkPushing(await app.account(), 'unsure-100', types);
  clock.advanceMs(60_000);
  await company.ended((await company.push('customers', newCustomer())).pushId);
  assert.deepEqual((await snapshot(company)).changed, []);
  const { pushId } = await pay(company);
  await company.ended(pushId);
  const setStep = (status: string, step: string) =>
    sql`update push set status = ${status}, step = ${step}, resolved_at = null where push_id = ${pushId}::uuid`.execute(
      app.ctx.db.system,
    );
  const all = ['accounts', 'balanceSheet', 'invoices'];
  for (const dataType of [...all, 'payments']) await company.sync(dataType);
  assert.deepEqual((await snapshot(company)).changed, []);
  await setStep('TimedOut', 'unknown');
  assert.deepEqual((await snapshot(company)).changed, all);
  await setStep('TimedOut', 'known');
  assert.deepEqual((await snapshot(company)).changed, [], 'it was never sent');
  await setStep('Failed', 'known');
  assert.deepEqual((await snapshot(company)).changed, []);
});

test('P-SNAPSHOTS: a snapshot says of which data sets a check held a newer state', async () => {
  const company = await linkPushing(await app.account(), 'held-100', []);
  await control.fault({ match: { company: 'held-100', type: 'customers' }, fault: { kind: 'vanish', share: 0.6 } });
  assert.equal((await company.sync('customers', '?full=true')).status, 'Waiting');
  const made = await snapshot(company);
  assert.deepEqual(made.held, ['customers']);
});
