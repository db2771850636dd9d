import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { dayMs, hourMs, minuteMs } from '../../../src/base/durations.ts';
import { useApp } from '../../harness.ts';
import { waitFor } from '../../wait-for.ts';
import { type ProxyFault, startFaultProxy } from '../fault-proxy.ts';
import { isQuick, tell } from '../figures.ts';
import type { LinkedCompany } from '../linked-company.ts';
import { openProof } from '../proof.ts';
import type { Balances } from './contract-books.ts';
import { type ContractPlatform, openBooks } from './open-books.ts';

/**
 * A complete Daybook with the contract server of a platform, over HTTP and with the limits that the platform documents.
 * `npm run providers -- xero-client|quickbooks-client|stripe` holds the server to what the vendor publishes.
 */
const platform = (process.env.PROVIDERS_CONTRACT ?? assert.fail('Run it by "npm run providers".')) as ContractPlatform;
const [invoices, edits, deletions, pushes, late] = isQuick ? [600, 20, 8, 8, 10] : [5000, 100, 20, 50, 40];
const books = await openBooks[platform]({ invoices });
const proof = openProof(platform, 'contract');
const proxy = await startFaultProxy(books.url);
after(async () => {
  await proxy.stop();
  await books.stop();
});
const app = useApp({ config: { connectorSettings: { [platform]: books.settings(proxy.url) } } });
let company: LinkedCompany;

async function syncInvoices(): Promise<void> {
  const sync = await company.sync('invoices');
  assert.equal(sync.status, 'Complete', JSON.stringify(sync));
}

/** How many of these notes Daybook does not have. */
async function missing(notes: ReadonlyMap<string, string>): Promise<number> {
  const records = await company.records('invoices');
  return [...notes].filter(([id, note]) => records.get(id)?.note !== note).length;
}

test('every invoice is synced', async () => {
  company = await books.link(app);
  await syncInvoices();
  const records = await company.records('invoices');
  assert.deepEqual([...records.keys()].sort(), books.invoiceIds().sort());
  tell({ syncedInvoices: records.size });
  assert.ok(records.size >= invoices);
});

test('exactly the invoices that were edited, voided and deleted are changes', async () => {
  // What the platform has changed within the overlap is read again; this makes the invoices older.
  books.advance(hourMs);
  const latest = await company.latest();
  const deleted = books.delete(deletions / 2);
  const voided = books.void(deletions / 2);
  const edited = books.edit(edits);
  await syncInvoices();
  const changes = await company.changes('invoices', latest);
  const ids = (kind: string) =>
    [...new Set(changes.filter(({ change }) => change === kind).map(({ id }) => id))].sort();
  assert.deepEqual(ids('updated'), [...edited.keys(), ...voided].sort());
  assert.deepEqual(ids('deleted'), deleted.sort());
  assert.deepEqual(ids('added'), []);
  const records = await company.records('invoices');
  const kept = deleted.filter((id) => records.has(id)).length;
  const standing = voided.filter((id) => records.get(id)?.status !== 'Void').length;
  const editedMissed = await missing(edited);
  tell({ editedBrought: edited.size, deletedFound: deleted.length + voided.length });
  tell({ editedMissed, deletedMissed: kept + standing });
  assert.deepEqual([editedMissed, kept, standing], [0, 0, 0]);
  for (const deed of ['read', 'changes', 'deletions'] as const) proof.note(deed, 'invoices');
});

test('invoices of a long transaction are not missed, although later changes were read before', async () => {
  books.advance(hourMs);
  await syncInvoices();
  const began = books.nowMs();
  books.advance(2 * minuteMs);
  const other = books.edit(1);
  await syncInvoices();
  assert.equal(await missing(other), 0);
  const changed = books.editLate(late, began);
  await syncInvoices();
  const missedWithOverlap = await missing(changed);
  tell({ slowTransaction: changed.size, missedWithOverlap });
  assert.deepEqual([changed.size, missedWithOverlap], [late, 0]);
});

test('deletions of more than 30 days ago are found by a full pass, although no list of changes has them', async () => {
  const longAgo = Date.now() - 40 * dayMs;
  const deleted = books.deleteAt(3, longAgo + 2 * dayMs);
  // As if the last pass had been that long ago.
  const moved = await app.ctx.db.pool.query(`update data_set set cursor = $1 where data_type = 'invoices'`, [
    books.cursorAt(longAgo),
  ]);
  assert.equal(moved.rowCount, 1);
  await syncInvoices();
  const records = await company.records('invoices');
  const oldDeletionsMissed = deleted.filter((id) => records.has(id)).length;
  tell({ oldDeletions: deleted.length, oldDeletionsMissed });
  assert.deepEqual([deleted.length, oldDeletionsMissed], [3, 0]);
});

test('pushes whose every second answer is cut or lost are performed once each', async () => {
  const { dataType, record, matches, names } = books.push;
  const faults: ProxyFault[] = ['lost', 'truncated'];
  let [succeeded, cut] = [0, 0];
  for (let n = 0; n < pushes; n++) {
    const fault = faults[(n / 2) % 2];
    if (n % 2 === 0 && fault) {
      proxy.order({ fault, matches, times: 1 });
      cut++;
    }
    const { pushId } = await company.push(dataType, record(`Pushed ${n}`));
    await waitFor(async () => (await company.readPush(pushId)).status !== 'Pending', 300_000);
    const done = await company.readPush(pushId);
    if (done.status === 'Success') succeeded++;
    else console.error(JSON.stringify(done).slice(0, 600));
    proxy.clear();
  }
  const pushed = names().filter((name) => name.startsWith('Pushed '));
  const once = new Set(pushed).size;
  tell({ pushesTrue: succeeded, answersCut: cut, pushedTwice: pushed.length - once, pushesLost: pushes - once });
  assert.deepEqual([succeeded, pushed.length, once], [pushes, pushes, pushes]);
  proof.note('create', dataType);
});

test("balances by what Daybook has read equal the platform's own report to the cent", async () => {
  const { theirs, ours, fromDocuments } = await books.compareBalances(company);
  const sorted = (balances: Balances) => [...balances].sort(([a], [b]) => (a < b ? -1 : 1));
  assert.ok(theirs.size > 1);
  assert.deepEqual(sorted(ours), sorted(theirs));
  const some = [...fromDocuments.keys()];
  assert.deepEqual(
    sorted(fromDocuments),
    sorted(theirs).filter(([id]) => some.includes(id)),
  );
  tell({ trialBalanceAccounts: theirs.size, accountsFromDocuments: some.length, trialBalanceEqual: true });
});

test('Daybook has kept within every limit of the platform by itself', () => {
  const { refused, mostAtOnce, allowedAtOnce } = books.limits();
  tell({ refusedByLimits: refused, mostAtOnce });
  assert.equal(refused, 0);
  assert.ok(mostAtOnce <= allowedAtOnce, `${mostAtOnce} at once`);
});
