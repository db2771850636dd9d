import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type ConformanceTarget, plainHttp, pullAll, textsOf } from '@daybook/connector-kit/conformance';
import { useApp } from '../../../../test/harness.ts';
import { startFaultProxy } from '../../../../test/providers/fault-proxy.ts';
import { tell } from '../../../../test/providers/figures.ts';
import { linkCompany } from '../../../../test/providers/linked-company.ts';
import { openProof } from '../../../../test/providers/proof.ts';
import { runConformance } from '../../../../test/providers/run-conformance.ts';
import { waitFor } from '../../../../test/wait-for.ts';
import { createHledgerConnector } from '../../src/hledger-connector.ts';

/** A real hledger-web behind a real nginx that requires a password, behind a proxy that injects faults. */
const env = process.env as Record<string, string | undefined>;
const url = env.HLEDGER_URL ?? assert.fail('Run live tests through "npm run providers -- hledger".');
const journal = `${env.HLEDGER_HOME ?? '/var/tmp/hledger-provider'}/books.journal`;
const port = '18809';
const run = promisify(execFile);
const nginx = (command: string) =>
  run(fileURLToPath(new URL('../../../../test/providers/throttle-nginx.sh', import.meta.url)), [command], {
    env: {
      ...process.env,
      ...{ UPSTREAM: new URL(url).host, THROTTLE_PORT: port, THROTTLE_HOME: '/var/tmp/throttle-hledger' },
      ...{ RATE: '60000r/m', BURST: '1000', CONNS: '100', AUTH: 'books:Reed4-candle' },
    },
  });
await nginx('up');
after(() => nginx('down'));
const proxy = await startFaultProxy(`http://127.0.0.1:${port}`);
after(() => proxy.stop());

const credentials = { url: proxy.url, user: 'books', password: 'Reed4-candle' };
const http = plainHttp({ timeoutMs: 30_000 });
const connector = createHledgerConnector({ pageSize: 25 });
const sender = { http, credentials };

/** Edits the journal as its owner does. hledger-web reads the file again with the next request. */
async function edit(change: (text: string) => string): Promise<void> {
  await writeFile(journal, change(await readFile(journal, 'utf8')));
}
const idsOf = async (dataType: string) => new Set(textsOf(await pullAll(connector, sender, dataType)).keys());

let count = 0;
async function change(dataType: string) {
  const before = await idsOf(dataType);
  const day = 1 + (++count % 28);
  const account = dataType === 'accounts' ? `expenses:travel${count}` : 'expenses:food';
  const head = `2026-10-${String(day).padStart(2, '0')} Lunch ${count}`;
  // Insert the transaction before all others, so that the positions of the others in the file change.
  await edit((text) => `${head}\n    ${account}  12.50 USD\n    assets:bank\n\n${text}`);
  await waitFor(async () => (await idsOf(dataType)).size !== before.size);
  const created = [...(await idsOf(dataType))].filter((id) => !before.has(id));
  return { updated: dataType === 'accounts' ? ['assets:bank'] : [], created, deleted: [] };
}

const line = (id: string, netAmount: number) => ({ accountRef: { id }, netAmount, currency: 'USD' });
const entry = (amount = 100 + ++count) => ({
  postedOn: '2026-11-15T00:00:00Z',
  description: `Pushed ${++count} & Söhne`,
  reference: `J-${count}`,
  journalLines: [{ ...line('assets:bank', amount), description: 'Into the bank' }, line('income:sales', -amount)],
});

const paths: Record<string, RegExp> = { accounts: /\/accounts$/, journalEntries: /\/(transactions|add)$/ };
const matching = (dataType: string) => ({
  matches: ({ path }: { path: string }) => paths[dataType]?.test(path) ?? false,
});
const isAdd = { matches: ({ path }: { path: string }) => path.endsWith('/add') };

// A pass is one request here, so no fault can occur in the middle of it: `orderFault` is omitted.
const version = await (await fetch(`${url}/version`)).json();
const proof = openProof('hledger', 'live', { version: `hledger-web ${version}` });
const target: ConformanceTarget = {
  http,
  credentials,
  wrongCredentials: { ...credentials, password: 'wrong-but-secret' },
  pagedType: 'journalEntries',
  tellsTotal: true,
  change,
  async clearFaults() {
    proxy.clear();
  },
  push: {
    example: async () => entry(),
    wrong: async () => ({ ...entry(), journalLines: [line('assets:bank', 1), line('income:sales', -0.99)] }),
    loseAnswer: async () => proxy.order({ fault: 'lost', ...isAdd, times: 1 }),
    forgetNext: async () => proxy.order({ fault: 'forgotten', ...isAdd, times: 1 }),
  },
};
runConformance(connector, target, proof);

test('transport faults map to the right error classes', async () => {
  const faults = { unauthorized: 'AuthRejected', rateLimited: 'RateLimited', failing: 'Unavailable' } as const;
  for (const [fault, name] of Object.entries({ ...faults, hanging: 'Unavailable', truncated: 'Unavailable' })) {
    proxy.order({ fault: fault as 'failing', ...matching('journalEntries') });
    await assert.rejects(pullAll(connector, sender, 'journalEntries'), { name }, fault);
    proxy.clear();
  }
});

test('some concurrent additions are acknowledged but not listed: an entry that is not found may exist', async () => {
  const push = connector.push?.journalEntries ?? assert.fail();
  const inputs = Array.from({ length: 20 }, () => {
    const wish = { operation: 'create' as const, record: entry(), reference: randomUUID() };
    return { ...sender, wish, prepared: push.prepare(wish, credentials) };
  });
  const sent = await Promise.allSettled(inputs.map((input) => push.send(input)));
  const acknowledged = sent.filter((one) => one.status === 'fulfilled' && one.value.kind === 'done').length;
  const found = await Promise.all(inputs.map(async (input) => (await push.find?.(input))?.kind === 'done'));
  tell({ acknowledgedAtOnce: acknowledged, keptAtOnce: found.filter(Boolean).length });
  const text = await readFile(journal, 'utf8');
  const kept = inputs.map(({ wish }) => text.includes(wish.reference));
  for (const [at, isFound] of found.entries()) assert.ok(kept[at] || !isFound, 'found, but not in the file');
  tell({ hiddenAtOnce: kept.filter((isKept, at) => isKept && !found[at]).length });
  // After a change to the file, hledger lists the hidden entries.
  await edit((journalText) => `${journalText}\n`);
  await waitFor(async () => {
    const shown = await Promise.all(inputs.map(async (input) => (await push.find?.(input))?.kind === 'done'));
    return shown.every((isShown, at) => isShown === kept[at]);
  });
});

const app = useApp({
  config: { selfHostedPlatforms: ['tryton', 'hledger'], providerAllowedAddresses: ['127.0.0.0/8'] },
});

test('an hledger company has accounts and a journal and shows pushes at once; invoices are not supported', async () => {
  const account = await app.account();
  const company = await linkCompany(account, { platformKey: 'hledger', credentials });
  for (const dataType of ['accounts', 'journalEntries'])
    assert.equal((await company.sync(dataType)).status, 'Complete');
  assert.ok((await company.records('journalEntries')).size > 80);
  const answer = await account.send(`GET ${company.path}/data/invoices`);
  assert.equal(answer.status, 404);
  assert.match(answer.text, /Datatype invoices not supported by platform\(s\) hledger/);

  const before = await company.records('journalEntries');
  const { pushId } = await company.push('journalEntries', entry());
  await waitFor(async () => (await company.readPush(pushId)).status !== 'Pending', 60_000);
  assert.equal((await company.readPush(pushId)).status, 'Success');
  assert.equal((await company.records('journalEntries')).size, before.size + 1);

  // hledger does not report deletions, but every pass reads the whole journal and so notices them.
  await edit((text) => text.replace(/^.*\(INV-00001\)[^\n]*\n(?: +[^\n]*\n)+\n/m, ''));
  const sync = await company.sync('journalEntries');
  assert.deepEqual([sync.counts.deleted, sync.counts.added], [1, 0], JSON.stringify(sync.counts));
  tell({ entries: (await company.records('journalEntries')).size });
});

test("R-PUSH-04: a push stores hledger's own status, as sent on the wire, next to Daybook's", async () => {
  const account = await app.account();
  const company = await linkCompany(account, { platformKey: 'hledger', credentials });
  for (const dataType of ['accounts', 'journalEntries'])
    assert.equal((await company.sync(dataType)).status, 'Complete');
  const pushed = async (record: object) => {
    const answeredBefore = proxy.statuses(isAdd.matches).length;
    const { pushId } = await company.push('journalEntries', record);
    await waitFor(async () => (await company.readPush(pushId)).status !== 'Pending', 60_000);
    const { status, statusCode, providerStatus, lastPollStatus } = await company.readPush(pushId);
    const onTheWire = proxy.statuses(isAdd.matches).slice(answeredBefore);
    return { onTheWire, told: [status, statusCode, providerStatus, lastPollStatus] };
  };
  const made = await pushed(entry());
  assert.deepEqual(made.onTheWire, [201], 'hledger answers 201');
  assert.deepEqual(made.told, ['Success', 200, 201, undefined], 'the operation answers 200 and stores the 201');

  // hledger writes the entry, but a gateway answers 504. Daybook therefore looks up the outcome.
  proxy.order({ fault: 'lost', ...isAdd, times: 1 });
  const found = await pushed(entry());
  assert.deepEqual(found.onTheWire, [201], 'it was sent once');
  assert.deepEqual(found.told, ['Success', 200, undefined, 200], 'no response to the request, 200 for the lookup');

  const unbalanced = await pushed({ ...entry(), journalLines: [line('assets:bank', 1), line('income:sales', -0.99)] });
  assert.deepEqual(unbalanced.onTheWire, [], 'hledger would accept it and break');
  assert.deepEqual(unbalanced.told, ['Failed', 400, undefined, undefined], 'no hledger status is invented');
});
