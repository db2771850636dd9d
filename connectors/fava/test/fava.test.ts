import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { ProviderHttp, ProviderRequest } from '@daybook/connector-kit';
import { AuthRejected, NotSent, Unavailable, Unsupported } from '@daybook/connector-kit';
import { problemsOf, pullAll, textOf, textsOf } from '@daybook/connector-kit/conformance';
import { multiply, readAmount } from '../src/amounts.ts';
import { createFavaConnector } from '../src/fava-connector.ts';

/** The forms that Fava 1.30 sends, as seen live; the live tests check that it still sends them. */
const place = (lineno: number) => ({ filename: '/books/main.beancount', lineno });
const posting = (account: string, amount: string, meta = {}) => ({ account, amount, meta: { ...place(1), ...meta } });
const transaction = (given: object) => ({
  ...{ t: 'Transaction', date: '2026-02-03', flag: '*', payee: '', narration: '', tags: [], links: [] },
  ...{ entry_hash: 'changes with the line', meta: place(9), postings: [] },
  ...given,
});
const open = (account: string, meta = {}, currencies: string[] | null = null) => ({
  ...{ t: 'Open', account, currencies, booking: null, date: '2020-01-01', meta: { ...place(3), ...meta } },
});
const sale = transaction({
  ...{ payee: 'Ada', narration: 'Order', links: ['INV-2', 'INV-1'] },
  postings: [
    posting('Assets:Bank:Checking', '1234567890123456.78 USD', { description: 'In' }),
    posting('Income:Sales', '-1234567890123456.78 USD', { __automatic__: true }),
  ],
});
const document = (filename: string, account: string) => ({
  ...{ t: 'Document', account, filename, date: '2026-03-01', entry_hash: 'changes', tags: [], links: [] },
  meta: place(0),
});
const entries = [
  open('Assets:Bank:Checking', { iban: 'DE1', institution: 'First' }, ['USD']),
  open('Assets:Shares'),
  open('Assets:Mixed'),
  open('Income:Sales'),
  open('Expenses:Food'),
  { t: 'Close', account: 'Expenses:Food', date: '2026-03-01', meta: place(5) },
  { t: 'Price', currency: 'EUR', amount: { number: '1.2', currency: 'USD' }, date: '2026-01-01', meta: place(6) },
  { ...document('/books/documents/Assets/Bank/2026-03-01 Auszug é.pdf', 'Assets:Bank:Checking'), date: '2026-03-01' },
  sale,
  sale,
  transaction({
    date: '2026-03-31',
    postings: [
      posting('Assets:Shares', '3 HOOL {10.505 USD, 2026-03-31, "lot"}'),
      posting('Assets:Mixed', '10 EUR @ 1.10 USD'),
      posting('Assets:Mixed', '1 USD'),
      posting('Assets:Bank:Checking', '-43.515 USD'),
    ],
  }),
];
const options = {
  ...{
    title: 'Rocket Books',
    operating_currency: ['USD'],
    include: ['/books/main.beancount', '/books/more.beancount'],
    ...{ filename: '/books/main.beancount', documents: ['documents'] },
  },
  ...{ name_assets: 'Assets', name_liabilities: 'Liabilities', name_equity: 'Equity' },
  ...{ name_income: 'Income', name_expenses: 'Expenses' },
};

type Served = { journal?: object[]; sources?: Record<string, string>; status?: (request: ProviderRequest) => number };
function fava({ journal = entries, sources = {}, status = () => 200 }: Served = {}) {
  const asked: string[] = [];
  const http: ProviderHttp = {
    nowMs: () => 0,
    async request(request) {
      const { pathname, searchParams } = new URL(request.url);
      const name = pathname.replace('/rocket/api/', '');
      asked.push(name);
      const data: Record<string, unknown> = {
        ...{ changed: false, ledger_data: { options }, journal, add_entries: 'Stored 1 entries.' },
        source: { source: sources[searchParams.get('filename') ?? ''] ?? '' },
      };
      return { status: status(request), headers: {}, body: JSON.stringify({ data: data[name], mtime: '0' }) };
    },
  };
  return { http, asked, credentials: { url: 'https://books.example/rocket/', user: 'u', password: 'secret-p' } };
}
const connector = createFavaConnector();
const rows = async (dataType: string, served?: Served) =>
  [...textsOf(await pullAll(connector, fava(served), dataType))].map(([id, text]) => ({ id, ...JSON.parse(text) }));

test('amounts keep every digit, and what was bought at a cost counts with its cost', () => {
  assert.deepEqual(readAmount('10 EUR @ 1.10 USD'), { number: '10', currency: 'EUR' });
  assert.deepEqual(readAmount('-3 HOOL {10.505 USD, 2026-02-04}'), { number: '-31.515', currency: 'USD' });
  assert.deepEqual(readAmount("1.5 VBMPX'A"), { number: '1.5', currency: "VBMPX'A" });
  assert.equal(readAmount(''), undefined);
  assert.throws(() => readAmount('ten USD'), Unavailable);
  assert.equal(multiply('-0.10', '1234567890123456.789'), '-123456789012345.67890');
});

test('every data type is mapped, and equal transactions are records of their own', async () => {
  for (const dataType of Object.keys(connector.pull))
    for (const record of (await pullAll(connector, fava(), dataType)).flatMap((page) => page.records))
      assert.deepEqual(problemsOf(dataType, record), [], `${dataType} ${record.id}`);
  const journal = await rows('journalEntries');
  assert.equal(journal.length, 3);
  const sales = journal.filter(({ description }) => description === 'Ada | Order');
  assert.deepEqual(sales.map(({ id }) => id.replace(/^\w{32}/, '')).sort(), ['', '-2']);
  assert.equal(sales[0].reference, 'INV-1');
  assert.equal(sales[0].journalLines[0].description, 'In');
});

test('every record follows from its stored source', async () => {
  assert.deepEqual(Object.keys(connector.fromSource ?? {}), Object.keys(connector.pull));
  for (const dataType of Object.keys(connector.pull))
    for (const pulled of (await pullAll(connector, fava(), dataType)).flatMap((page) => page.records))
      assert.equal(textOf(connector.fromSource?.[dataType]?.(pulled.source ?? '') ?? pulled), textOf(pulled), dataType);
});

test('a line that is inserted above changes the place of a transaction, but not its id', async () => {
  const moved = entries.map((entry) => ({ ...entry, entry_hash: 'another', meta: { ...entry.meta, lineno: 99 } }));
  assert.deepEqual(await rows('journalEntries', { journal: moved }), await rows('journalEntries'));
  assert.deepEqual(await rows('accounts', { journal: moved }), await rows('accounts'));
});

test('accounts have balances at cost; closed ones are archived; several currencies have no sum', async () => {
  const accounts = new Map((await rows('accounts')).map((row) => [row.id, row]));
  assert.equal(accounts.get('Assets:Shares').currentBalance, 31.515);
  assert.equal(accounts.get('Expenses:Food').status, 'Archived');
  assert.equal(accounts.get('Assets:Mixed').currentBalance, undefined);
  assert.equal(accounts.get('Assets:Bank:Checking').isBankAccount, true);
  const [bank, ...others] = await rows('bankAccounts');
  assert.deepEqual([bank.iBan, bank.institution, bank.currency, others.length], ['DE1', 'First', 'USD', 0]);
  assert.equal((await rows('bankTransactions')).length, 3);
});

test('there is a statement for each month with transactions, in the operating currency', async () => {
  const sheets = await rows('balanceSheet');
  assert.deepEqual(
    sheets.map(({ date }) => date),
    ['2026-02-28T00:00:00Z', '2026-03-31T00:00:00Z'],
  );
  const [, march] = await rows('profitAndLoss');
  assert.deepEqual([march.fromDate, march.income.value, march.netProfit], ['2026-03-01T00:00:00Z', 0, 0]);
});

const push = connector.push?.journalEntries ?? assert.fail();
const line = (id: string, netAmount: number) => ({ accountRef: { id }, netAmount, currency: 'USD' });
const record = {
  postedOn: '2026-11-15',
  journalLines: [line('Assets:Bank:Checking', 1), line('Income:Sales', -1)],
};
function inputOf(served?: Served) {
  const server = fava(served);
  const wish = { operation: 'create' as const, record, reference: randomUUID() };
  return { ...server, wish, prepared: push.prepare(wish, server.credentials) };
}

test('an entry that is in the file but not shown yet is not taken for absent', async () => {
  const missing = inputOf();
  assert.deepEqual(await push.find?.(missing), { kind: 'absent' });
  const sources = { '/books/more.beancount': `  daybook: "${missing.wish.reference}"` };
  await assert.rejects(push.find?.({ ...missing, ...fava({ sources }) }) ?? assert.fail(), Unavailable);
  const stored = transaction({ meta: { ...place(1), daybook: missing.wish.reference } });
  const found = await push.find?.({ ...missing, ...fava({ journal: [...entries, stored] }) });
  assert.equal(found?.kind, 'done');
});

test('a push that fails before it is sent changed nothing; one that fails afterwards is unknown', async () => {
  const broken = inputOf({ status: ({ method }) => (method === 'GET' ? 503 : 200) });
  await assert.rejects(push.send(broken), NotSent);
  assert.ok(!broken.asked.includes('add_entries'));
  const lost = await push.send(inputOf({ status: ({ method }) => (method === 'PUT' ? 504 : 200) })).catch((e) => e);
  assert.ok(lost instanceof Unavailable && !(lost instanceof NotSent));
  const refused = inputOf({ status: () => 401 });
  await assert.rejects(push.send(refused), AuthRejected);
});

test('a document is an attachment of its account, and only its own address is asked for', async () => {
  const [file = assert.fail(), ...more] = await rows('attachments');
  assert.deepEqual(more, []);
  const { id, ...told } = file;
  const wanted = { name: '2026-03-01 Auszug é.pdf', recordRef: { dataType: 'accounts', id: 'Assets:Bank:Checking' } };
  assert.deepEqual(told, { ...wanted, createdDate: '2026-03-01T00:00:00Z' });
  const content = connector.content ?? assert.fail();
  const urls: ProviderRequest[] = [];
  const served = (status: number) => {
    const { http, credentials } = fava();
    const request = (asked: ProviderRequest) => {
      if (asked.url.includes('/api/')) return http.request(asked);
      urls.push(asked);
      return Promise.resolve({ status, headers: {}, body: '' });
    };
    return { http: { ...http, request }, credentials };
  };
  assert.deepEqual(await content({ ...served(200), id }), { kind: 'bytes' });
  const source = JSON.stringify({ file: '/etc/passwd' });
  assert.deepEqual(await content({ ...served(200), id, source }), { kind: 'bytes' }, 'not the path of another file');
  for (const { url, isContent } of urls) {
    assert.equal(new URL(url).pathname, '/rocket/document/');
    assert.equal(new URL(url).searchParams.get('filename'), '/books/documents/Assets/Bank/2026-03-01 Auszug é.pdf');
    assert.ok(isContent);
  }
  await assert.rejects(content({ ...served(404), id }), Unsupported);
  await assert.rejects(content({ ...served(200), id: 'nothing' }), Unsupported);
  await assert.rejects(content({ ...served(500), id }), Unavailable);
});
