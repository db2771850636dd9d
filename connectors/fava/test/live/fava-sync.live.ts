import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { useApp } from '../../../../test/harness.ts';
import { startFaultProxy } from '../../../../test/providers/fault-proxy.ts';
import { isQuick, tell } from '../../../../test/providers/figures.ts';
import { type LinkedCompany, linkCompany } from '../../../../test/providers/linked-company.ts';
import { openProof } from '../../../../test/providers/proof.ts';
import { waitFor } from '../../../../test/wait-for.ts';
import { differences, edit, entryText, favaUrl, ledgerFile } from './fava-books.ts';

/**
 * Daybook with a real Fava, behind a proxy that injects faults. The trap of other platforms, a long transaction whose
 * records become visible under an earlier time, cannot exist here: every pass reads the whole file, and no pass asks for
 * what has changed since a time.
 */
const [sales, pushes, files] = isQuick ? [300, 6, 4] : [5000, 50, 25];
const proxy = await startFaultProxy(favaUrl.origin);
after(() => proxy.stop());
const credentials = { url: `${proxy.url}${favaUrl.pathname}`, user: 'none', password: 'none' };
const app = useApp({ config: { selfHostedPlatforms: ['fava'], providerAllowedAddresses: ['127.0.0.0/8'] } });
const proof = openProof('fava', 'live');

const sale = (n: number) =>
  `2026-11-01 * "Sale ${n}"\n  Assets:Receivable  ${n}.25 USD\n  Income:Sales  -${n}.25 USD\n\n`;
const saleText = (n: number, word = 'Sale') =>
  `2026-11-01; ${word} ${n}; Assets:Receivable ${n}.25 USD; Income:Sales -${n}.25 USD`;

/** Syncs until Fava, which notices a change of its file a moment later, has shown it. */
async function syncUntil(company: LinkedCompany, isShown: (counts: Counts) => boolean): Promise<Counts> {
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

const nothing = { missing: [], surplus: [] };
const idsOf = (changes: { id: string; change: string }[], wanted: string) =>
  changes
    .filter(({ change }) => change === wanted)
    .map(({ id }) => id)
    .sort();

test('a ledger is synced whole, and edits and deletions are found record by record', async () => {
  const account = await app.account();
  const company = await linkCompany(account, { platformKey: 'fava', credentials });
  await company.sync('journalEntries');
  assert.deepEqual(await differences(company), nothing);
  const before = await company.records('journalEntries');
  const start = await company.latest();
  const text = Array.from({ length: sales }, (_, n) => sale(n)).join('');
  await edit((own) => `${own}\n${text}`);
  await syncUntil(company, ({ added }) => added > 0);
  const whole = await company.records('journalEntries');
  const added = [...whole.keys()].filter((id) => !before.has(id)).sort();
  assert.equal(whole.size, before.size + sales);
  assert.deepEqual(idsOf(await company.changes('journalEntries', start), 'added'), added);
  assert.deepEqual(await differences(company), nothing);

  // Every second one is edited, the others are deleted. An edited transaction is a new record, and the old one is gone.
  const numbers = Array.from({ length: isQuick ? 20 : 120 }, (_, n) => n);
  const [edited, deleted] = [numbers.filter((n) => n % 6), numbers.filter((n) => n % 6 === 0)];
  const middle = await company.latest();
  await edit((own) =>
    numbers.reduce((all, n) => all.replace(sale(n), n % 6 ? sale(n).replace('Sale', 'Edited') : ''), own),
  );
  await syncUntil(company, (counts) => counts.deleted > 0);
  const now = await company.records('journalEntries');
  const idOf = (of: typeof now) => {
    const byText = new Map([...of].map(([id, record]) => [entryText(record), id]));
    return (wanted: string) => byText.get(wanted);
  };
  const [idThen, idNow] = [idOf(whole), idOf(now)];
  const changes = await company.changes('journalEntries', middle);
  const [feedAdded, feedDeleted] = [idsOf(changes, 'added'), idsOf(changes, 'deleted')];
  const isGone = (n: number) => feedDeleted.includes(idThen(saleText(n)) ?? '') && !idNow(saleText(n));
  const isNew = (n: number) => feedAdded.includes(idNow(saleText(n, 'Edited')) ?? '');
  tell({
    syncedEntries: whole.size,
    editedBrought: edited.length,
    deletedFound: deleted.length,
    editsMissed: edited.filter((n) => !isGone(n) || !isNew(n)).length,
    deletionsMissed: deleted.filter((n) => !isGone(n)).length,
  });
  assert.deepEqual(feedAdded, edited.map((n) => idNow(saleText(n, 'Edited'))).sort());
  assert.deepEqual(feedDeleted, numbers.map((n) => idThen(saleText(n))).sort());
  assert.equal(changes.length, feedAdded.length + feedDeleted.length);
  assert.deepEqual(await differences(company), nothing);
  proof.note('deletions', 'journalEntries');
  for (const dataType of ['accounts', 'bankAccounts', 'bankTransactions', 'info', 'balanceSheet', 'profitAndLoss'])
    assert.equal((await company.sync(dataType)).status, 'Complete', dataType);
  const answer = await account.send(`GET ${company.path}/data/invoices`);
  assert.match(answer.text, /Datatype invoices not supported by platform\(s\) Beancount \(Fava\)/);
});

/** Pushes records one after the other. Every second response is lost. Returns how many pushes succeeded. */
async function pushAll(company: LinkedCompany, dataType: string, path: string, records: object[]) {
  let [succeeded, cut] = [0, 0];
  for (const [n, record] of records.entries()) {
    const matches = (asked: { path: string }) => asked.path.endsWith(path);
    const before = proxy.statuses(matches).length;
    if (n % 2 === 0) proxy.order({ fault: 'lost', matches, times: 1 });
    const { pushId } = await company.push(dataType, record);
    await waitFor(async () => (await company.readPush(pushId)).status !== 'Pending', 60_000);
    const push = await company.readPush(pushId);
    if (push.status === 'Success') succeeded++;
    else console.error(JSON.stringify(push).slice(0, 600));
    if (n % 2 === 0 && proxy.statuses(matches).length > before) cut++;
    proxy.clear();
  }
  return { succeeded, cut };
}

test('pushes whose every second response is lost are in the file once each', async () => {
  const company = await linkCompany(await app.account(), { platformKey: 'fava', credentials });
  for (const dataType of ['accounts', 'journalEntries'])
    assert.equal((await company.sync(dataType)).status, 'Complete');
  const line = (id: string, netAmount: number) => ({ accountRef: { id }, netAmount, currency: 'USD' });
  const entries = Array.from({ length: pushes }, (_, n) => ({
    ...{ postedOn: '2026-11-15', description: `Push number ${n + 1}.` },
    journalLines: [line('Assets:Bank:Checking', n + 1), line('Income:Sales', -n - 1)],
  }));
  const { succeeded, cut } = await pushAll(company, 'journalEntries', '/add_entries', entries);
  const text = await readFile(ledgerFile, 'utf8');
  const times = Array.from({ length: pushes }, (_, n) => text.split(`"Push number ${n + 1}."`).length - 1);
  tell({
    ...{ pushesTrue: succeeded, answersCut: cut },
    pushedTwice: times.filter((n) => n > 1).length,
    pushesLost: times.filter((n) => n === 0).length,
  });
  assert.deepEqual([succeeded, cut, ...new Set(times)], [pushes, pushes / 2, 1]);
});

test('files whose every second response is lost are in the folder of their account once each, byte for byte', async () => {
  const company = await linkCompany(await app.account(), { platformKey: 'fava', credentials });
  for (const dataType of ['accounts', 'attachments']) assert.equal((await company.sync(dataType)).status, 'Complete');
  const contentOf = (n: number) => Buffer.from(`Scan ${n}\0\xff`, 'latin1');
  const accounts = ['Assets:Bank:Checking', 'Assets:Bank:Savings', 'Assets:Receivable'];
  const sent = Array.from({ length: files }, (_, n) => ({
    ...{ name: `2026-11-15 Scan ${n}.pdf`, content: contentOf(n).toString('base64') },
    recordRef: { dataType: 'accounts', id: accounts[n % accounts.length] ?? '' },
  }));
  const { succeeded, cut } = await pushAll(company, 'attachments', '/add_document', sent);
  const folder = join(dirname(ledgerFile), 'documents');
  const stored = (await readdir(folder, { recursive: true })).filter((file) => file.includes(' daybook-'));
  const namesOf = (n: number) => stored.filter((file) => file.includes(`Scan ${n} daybook-`));
  const times = sent.map((_, n) => namesOf(n).length);
  tell({ filesTrue: succeeded, filesCut: cut });
  tell({ filesTwice: times.filter((n) => n > 1).length, filesLost: times.filter((n) => n === 0).length });
  assert.deepEqual([succeeded, cut, ...new Set(times)], [files, Math.ceil(files / 2), 1]);
  for (const [n, { recordRef }] of sent.entries()) {
    const [file = ''] = namesOf(n);
    assert.equal(dirname(file), recordRef.id.replaceAll(':', '/'));
    assert.deepEqual(await readFile(join(folder, file)), contentOf(n));
  }
  // The next pass reads what the pushes have returned.
  const plain = (records: Map<string, Record<string, unknown>>) =>
    [...records].map(([id, { name, recordRef, createdDate }]) => ({ id, name, recordRef, createdDate }));
  const before = plain(await company.records('attachments'));
  const { counts } = await company.sync('attachments');
  assert.deepEqual([counts.added, counts.deleted], [0, 0]);
  assert.deepEqual(plain(await company.records('attachments')), before);
  for (const { name, recordRef } of sent)
    assert.ok(
      before.some((one) => one.name === name && isDeepStrictEqual(one.recordRef, recordRef)),
      name,
    );
});
