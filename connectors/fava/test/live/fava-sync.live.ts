import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { after, test } from 'node:test';
import { useApp } from '../../../../test/harness.ts';
import { startFaultProxy } from '../../../../test/providers/fault-proxy.ts';
import { isQuick, tell } from '../../../../test/providers/figures.ts';
import { linkCompany } from '../../../../test/providers/linked-company.ts';
import { waitFor } from '../../../../test/wait-for.ts';

/** Daybook with a real Fava, behind a proxy that injects faults. */
const url = new URL(process.env.FAVA_URL ?? assert.fail('Run live tests through "npm run providers -- fava".'));
const ledger = process.env.FAVA_LEDGER ?? '';
const sales = isQuick ? 300 : 5000;
const pushes = isQuick ? 6 : 50;
const proxy = await startFaultProxy(url.origin);
after(() => proxy.stop());
const credentials = { url: `${proxy.url}${url.pathname}`, user: 'none', password: 'none' };
const app = useApp({ config: { selfHostedPlatforms: ['fava'], providerAllowedAddresses: ['127.0.0.0/8'] } });
const isAdd = { matches: ({ path }: { path: string }) => path.endsWith('/add_entries') };

async function edit(change: (text: string) => string): Promise<void> {
  await writeFile(ledger, change(await readFile(ledger, 'utf8')));
}
const sale = (n: number) =>
  `2026-11-01 * "Sale ${n}"\n  Assets:Receivable  ${n}.25 USD\n  Income:Sales  -${n}.25 USD\n\n`;

/** Syncs until Fava, which notices a change of its file a moment later, has shown it. */
async function syncUntil(company: Awaited<ReturnType<typeof linkCompany>>, isShown: (counts: Counts) => boolean) {
  let counts: Counts = { added: 0, updated: 0, deleted: 0 };
  await waitFor(async () => {
    const sync = await company.sync('journalEntries');
    assert.equal(sync.status, 'Complete', JSON.stringify(sync));
    counts = sync.counts;
    return isShown(counts);
  }, 120_000);
  return counts;
}
type Counts = { added: number; updated: number; deleted: number };

test('a ledger is synced whole, and edits and deletions are found record by record', async () => {
  const account = await app.account();
  const company = await linkCompany(account, { platformKey: 'fava', credentials });
  await company.sync('journalEntries');
  const before = (await company.records('journalEntries')).size;
  const text = Array.from({ length: sales }, (_, n) => sale(n)).join('');
  await edit((own) => `${own}\n${text}`);
  await syncUntil(company, ({ added }) => added > 0);
  const entries = (await company.records('journalEntries')).size;
  assert.equal(entries, before + sales);

  // An edited transaction is a new record, and the old one is deleted.
  const edits = 20;
  await edit((own) =>
    Array.from({ length: edits }, (_, n) => n).reduce(
      (changed, n) => changed.replace(sale(n), n % 2 ? sale(n).replace('Sale', 'Edited') : ''),
      own,
    ),
  );
  const { added, deleted } = await syncUntil(company, (counts) => counts.deleted > 0);
  tell({ syncedEntries: entries, editsMissed: edits / 2 - added, deletionsMissed: edits - deleted });
  assert.deepEqual([added, deleted], [edits / 2, edits]);
  for (const dataType of ['accounts', 'bankAccounts', 'bankTransactions', 'info', 'balanceSheet', 'profitAndLoss'])
    assert.equal((await company.sync(dataType)).status, 'Complete', dataType);
  const answer = await account.send(`GET ${company.path}/data/invoices`);
  assert.match(answer.text, /Datatype invoices not supported by platform\(s\) Beancount \(Fava\)/);
});

test('pushes whose every second response is lost are in the file once each', async () => {
  const company = await linkCompany(await app.account(), { platformKey: 'fava', credentials });
  for (const dataType of ['accounts', 'journalEntries'])
    assert.equal((await company.sync(dataType)).status, 'Complete');
  const line = (id: string, netAmount: number) => ({ accountRef: { id }, netAmount, currency: 'USD' });
  let succeeded = 0;
  for (let n = 1; n <= pushes; n++) {
    if (n % 2) proxy.order({ fault: 'lost', ...isAdd, times: 1 });
    const journalLines = [line('Assets:Bank:Checking', n), line('Income:Sales', -n)];
    const { pushId } = await company.push('journalEntries', {
      ...{ postedOn: '2026-11-15', description: `Push number ${n}.`, journalLines },
    });
    await waitFor(async () => (await company.readPush(pushId)).status !== 'Pending', 60_000);
    if ((await company.readPush(pushId)).status === 'Success') succeeded++;
    proxy.clear();
  }
  const text = await readFile(ledger, 'utf8');
  const times = Array.from({ length: pushes }, (_, n) => text.split(`"Push number ${n + 1}."`).length - 1);
  tell({
    pushesTrue: succeeded,
    pushedTwice: times.filter((n) => n > 1).length,
    pushesLost: times.filter((n) => n === 0).length,
  });
  assert.deepEqual([succeeded, ...new Set(times)], [pushes, 1]);
});
