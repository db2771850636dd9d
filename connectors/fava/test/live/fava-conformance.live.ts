import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { negate, parseExact, sum } from '@daybook/connector-kit';
import { type ConformanceTarget, plainHttp, pullAll, textsOf } from '@daybook/connector-kit/conformance';
import { startFaultProxy } from '../../../../test/providers/fault-proxy.ts';
import { tell } from '../../../../test/providers/figures.ts';
import { openProof } from '../../../../test/providers/proof.ts';
import { runConformance } from '../../../../test/providers/run-conformance.ts';
import { waitFor } from '../../../../test/wait-for.ts';
import { createFavaConnector } from '../../src/fava-connector.ts';
import { edit, ledgerFile as ledger, favaUrl as url, version } from './fava-books.ts';

/** A real Fava behind a real nginx that requires a password, behind a proxy that injects faults. */
const port = '18861';
const run = promisify(execFile);
const nginx = (command: string) =>
  run(fileURLToPath(new URL('../../../../test/providers/throttle-nginx.sh', import.meta.url)), [command], {
    env: {
      ...process.env,
      ...{ UPSTREAM: url.host, THROTTLE_PORT: port, THROTTLE_HOME: '/var/tmp/throttle-fava' },
      ...{ RATE: '60000r/m', BURST: '1000', CONNS: '100', AUTH: 'books:Reed4-candle' },
    },
  });
await nginx('up');
after(() => nginx('down'));
const proxy = await startFaultProxy(`http://127.0.0.1:${port}`);
after(() => proxy.stop());

const credentials = { url: `${proxy.url}${url.pathname}/`, user: 'books', password: 'Reed4-candle' };
const http = plainHttp({ timeoutMs: 30_000 });
const connector = createFavaConnector({ pageSize: 25 });
const sender = { http, credentials };
const proof = openProof('fava', 'live', { version });

let count = 0;
/**
 * Puts a transaction before all others, so that the line numbers of all others change. Fava notices it a moment later.
 */
async function change(dataType: string) {
  const day = `2026-10-${String(1 + (++count % 28)).padStart(2, '0')}`;
  const read = async () => textsOf(await pullAll(connector, sender, dataType));
  const before = await read();
  const account = `Expenses:Travel${count}`;
  const entry = `${day} * "Trip ${count}"\n  ${account}  12.50 USD\n  Assets:Bank:Checking\n\n`;
  // The address of the ledger contains the title, but no exclamation marks.
  const title = `"title" "Rocket Books${'!'.repeat(count)}"`;
  if (dataType === 'attachments') {
    const bank = ledger.replace(/[^/]+$/, 'documents/Assets/Bank/Checking/');
    await writeFile(`${bank}${day} Trip ${count}.txt`, `Trip ${count}`);
  }
  if (dataType === 'info') await edit((text) => text.replace(/"title" "[^"]*"/, title));
  else await edit((text) => text.replace(/\n\n/, `\n\n2020-01-01 open ${account}\n\n${entry}`));
  let now = before;
  const isSame = () => JSON.stringify([...now].sort()) === JSON.stringify([...before].sort());
  await waitFor(async () => {
    now = await read();
    return !isSame();
  }, 20_000);
  const ids = [...now.keys()];
  return {
    updated: ids.filter((id) => before.has(id) && before.get(id) !== now.get(id)),
    created: ids.filter((id) => !before.has(id)),
    deleted: [],
  };
}

const line = (id: string, netAmount: number) => ({ accountRef: { id }, netAmount, currency: 'USD' });
const entry = (amount = 100.25 + ++count) => ({
  postedOn: '2026-11-15T00:00:00Z',
  description: `Pushed ${++count} & "Söhne" \\ 1`,
  reference: `J-${count}`,
  journalLines: [
    { ...line('Assets:Bank:Checking', amount), description: 'Into the "bank"' },
    line('Income:Sales', -amount),
  ],
});
const file = () => ({
  ...{ name: `2026-11-15 Scan ${++count} é.pdf`, content: Buffer.from(`Scan ${count}\0`).toString('base64') },
  recordRef: { dataType: 'accounts', id: 'Assets:Bank:Savings' },
});
const isUpload = { matches: ({ path }: { path: string }) => path.endsWith('/add_document') };
const isAdd = { matches: ({ path }: { path: string }) => path.endsWith('/add_entries') };
const isJournal = { matches: ({ path }: { path: string }) => path.endsWith('/journal') };

// A pass is one state of the whole ledger, so no fault can occur in the middle of it: `orderFault` is omitted.
const target: ConformanceTarget = {
  http,
  credentials,
  wrongCredentials: { ...credentials, password: 'wrong-but-secret' },
  pagedType: 'journalEntries',
  tellsTotal: true,
  hasLongNumbers: true,
  change,
  clearFaults: async () => proxy.clear(),
  push: {
    example: async (dataType) => (dataType === 'attachments' ? file() : entry()),
    wrong: async (dataType) =>
      dataType === 'attachments'
        ? { ...file(), recordRef: { dataType: 'accounts', id: 'Expenses:Food' } }
        : { ...entry(), journalLines: [line('Assets:Bank:Checking', 1), line('Income:Sales', -0.99)] },
    loseAnswer: async (dataType) =>
      proxy.order({ fault: 'lost', ...(dataType === 'attachments' ? isUpload : isAdd), times: 1 }),
  },
};
runConformance(connector, target, proof);

test('transport faults map to the right error classes', async () => {
  const faults = { unauthorized: 'AuthRejected', rateLimited: 'RateLimited', failing: 'Unavailable' } as const;
  for (const [fault, name] of Object.entries({ ...faults, hanging: 'Unavailable', truncated: 'Unavailable' })) {
    proxy.order({ fault: fault as 'failing', ...isJournal });
    await assert.rejects(pullAll(connector, sender, 'journalEntries'), { name }, fault);
    proxy.clear();
  }
});

const push = connector.push?.journalEntries ?? assert.fail();
const inputOf = (record: object) => {
  const wish = { operation: 'create' as const, record, reference: randomUUID() };
  return { ...sender, wish, prepared: push.prepare(wish, credentials) };
};

test('what Beancount would report as an error is rejected before it reaches the file', async () => {
  const before = await readFile(ledger, 'utf8');
  const cases: [object[], string][] = [
    [[line('Assets:Nobody', 1), line('Income:Sales', -1)], 'journalLines.0.accountRef.id'],
    [[line('Income:Sales', -1), line('Assets:Old', 1)], 'journalLines.1.accountRef.id'],
    [
      [
        { ...line('Expenses:Rent', 1), currency: 'EUR' },
        { ...line('Income:Sales', -1), currency: 'EUR' },
      ],
      'journalLines.0.currency',
    ],
    [[line('Expenses:Food', 1), line('Income:Sales', -2)], 'journalLines'],
  ];
  for (const [journalLines, itemId] of cases) {
    const answer = await push.send(inputOf({ ...entry(), journalLines }));
    assert.ok(answer.kind === 'refused', JSON.stringify(answer));
    assert.equal(answer.errors[0]?.itemId, itemId);
  }
  assert.equal(await readFile(ledger, 'utf8'), before);
});

test('entries that are added at the same time are all kept once, and none is taken for absent', async () => {
  const inputs = Array.from({ length: 20 }, () => inputOf(entry()));
  const sent = await Promise.allSettled(inputs.map((input) => push.send(input)));
  const done = sent.filter((one) => one.status === 'fulfilled' && one.value.kind === 'done').length;
  // Directly afterwards, some are stored but not shown. `find` must not say that they are absent.
  const looked = await Promise.allSettled(inputs.map((input) => push.find?.(input)));
  const takenForAbsent = looked.filter((one) => one.status === 'fulfilled' && one.value?.kind === 'absent').length;
  const text = await readFile(ledger, 'utf8');
  const times = inputs.map(({ wish }) => text.split(wish.reference).length - 1);
  tell({
    addedAtOnce: inputs.length,
    shownAtOnce: done,
    takenForAbsent,
    keptOnce: times.filter((n) => n === 1).length,
  });
  assert.deepEqual([...new Set(times)], [1]);
  assert.equal(takenForAbsent, 0);
  await waitFor(async () => {
    const all = await Promise.allSettled(inputs.map((input) => push.find?.(input)));
    return all.every((one) => one.status === 'fulfilled' && one.value?.kind === 'done');
  }, 20_000);
  assert.deepEqual(await favaData('errors'), [], 'Beancount finds no error in the file');
});

// biome-ignore lint/suspicious/noExplicitAny: a report is whatever Fava sends.
const favaData = async (name: string): Promise<any> =>
  (parseExact(await (await fetch(`${url}/api/${name}`)).text()) as { data: unknown }).data;

type Node = { account: string; balance: Record<string, unknown>; children: Node[] };
const allNodes = (node: Node): Node[] => [node, ...node.children.flatMap(allNodes)];
const textsOfType = async (dataType: string): Promise<Row[]> =>
  [...textsOf(await pullAll(connector, sender, dataType))].map(([id, text]) => ({ id, ...(parseExact(text) as Row) }));
// biome-ignore lint/suspicious/noExplicitAny: a record of any data type.
type Row = Record<string, any>;
/** A number or raw JSON as plain text, without zeros at the end. */
const plain = (value: unknown) =>
  sum([JSON.stringify(value ?? 0)])
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');

test("the balance of every account equals Fava's trial balance to the last digit", async () => {
  const nodes = allNodes((await favaData('trial_balance')).trees[0]);
  const accounts = await textsOfType('accounts');
  let compared = 0;
  const wrong = accounts.filter(({ id, currentBalance }) => {
    const balances = Object.values(nodes.find(({ account }) => account === id)?.balance ?? {});
    if (balances.length > 1) return currentBalance !== undefined;
    compared++;
    return plain(currentBalance) !== plain(balances[0]);
  });
  tell({ accountsCompared: compared, trialBalanceEqual: wrong.length === 0 });
  assert.deepEqual(wrong, []);
  assert.ok(compared > 8);
});

test("every month's statements equal Fava's own", async () => {
  const wrong: string[] = [];
  const totals = (trees: Node[], root: string) => {
    const own = trees.find(({ account }) => account === root);
    return plain((own as unknown as { balance_children: Row } | undefined)?.balance_children.USD);
  };
  const negative = (value: unknown) => plain(parseExact(negate(plain(value))));
  const months = await textsOfType('profitAndLoss');
  for (const { id, income, expenses } of months) {
    const { trees } = await favaData(`income_statement?time=${id}`);
    if (negative(income.value) !== totals(trees, 'Income')) wrong.push(`${id} income`);
    if (plain(expenses.value) !== totals(trees, 'Expenses')) wrong.push(`${id} expenses`);
  }
  for (const { id, assets, liabilities } of await textsOfType('balanceSheet')) {
    const { trees } = await favaData(`balance_sheet?time=${id}`);
    if (plain(assets.value) !== totals(trees, 'Assets')) wrong.push(`${id} assets`);
    if (negative(liabilities.value) !== totals(trees, 'Liabilities')) wrong.push(`${id} liabilities`);
  }
  tell({ monthsCompared: months.length, reportsEqual: wrong.length === 0 });
  assert.deepEqual(wrong, []);
});
