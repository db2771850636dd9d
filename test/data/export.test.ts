import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get } from 'node:http';
import { test } from 'node:test';
import { sql } from 'kysely';
import { createClient, Gone, NetworkError } from '../../sdk/src/daybook.ts';
import { useApp } from '../harness.ts';
import { parseCsv } from '../parse-csv.ts';
import { companyWith, publishRecords, someInvoices } from './seed-data-set.ts';

/** `…/export`, `…/hash` and `/dataSets`: what a copy of whole data sets is made from and compared with. */
const app = useApp({ config: { role: 'api' } });
const rawJson = (text: string) => (JSON as unknown as { rawJSON(text: string): object }).rawJSON(text);
const basic = (key: string) => ({ authorization: `Basic ${Buffer.from(key).toString('base64')}` });
const atConnection = ({ path, connectionId }: { path: string; connectionId: string }) =>
  path.replace('/data/', `/connections/${connectionId}/data/`);

test('an export as ndjson has every record of one generation once, with every digit, and says how many', async () => {
  const account = await app.account();
  const records = someInvoices(1300, (n) => ({
    totalAmount: rawJson(`${n}.10000000000000000${n % 10}`),
    note: 'a\nb',
  }));
  const books = await companyWith(app.ctx.db, account, records);
  for (const path of [books.path, atConnection(books)]) {
    const answer = await account.send(`GET ${path}/export?format=ndjson`);
    assert.equal(answer.headers.get('x-generation'), '1');
    assert.equal(answer.headers.get('x-total-results'), '1300');
    assert.match(answer.headers.get('content-disposition') ?? '', /filename="invoices-\d{4}-\d\d-\d\d\.ndjson"/);
    assert.ok(answer.text.endsWith('}\n'));
    const lines = answer.text.trimEnd().split('\n');
    assert.equal(new Set(lines.map((line) => JSON.parse(line).id)).size, 1300);
    assert.ok(lines.some((line) => line.includes('"totalAmount": 17.100000000000000007')));
    const again = await account.send(`GET ${path}/export?format=ndjson`, {
      headers: { 'if-none-match': answer.headers.get('etag') ?? '' },
    });
    assert.equal(again.status, 304);
  }
  const paid = await account.send(`GET ${books.path}/export?query=${encodeURIComponent('status=draft')}`);
  assert.equal(paid.headers.get('x-total-results'), '433');
  assert.equal(paid.text.trimEnd().split('\n').length, 433);
  const none = await account.send(`GET ${books.path}/export?query=status=void`);
  assert.deepEqual([none.status, none.text, none.headers.get('x-total-results')], [200, '', '0']);
});

test('an export as CSV is the same file as that of the list', async () => {
  const account = await app.account();
  const books = await companyWith(app.ctx.db, account, someInvoices(700));
  const query = 'query=totalAmount>100&orderBy=-totalAmount&columns=id,totalAmount';
  const file = await account.send(`GET ${books.path}/export?format=csv&${query}`);
  assert.equal(file.text, (await account.send(`GET ${books.path}?format=csv&${query}`)).text);
  assert.equal(parseCsv(file.text).length, 601);
  assert.equal(file.headers.get('x-total-results'), '600');
});

test('P-EXPORT: a publication during an export does not mix in, and asOf exports an earlier generation', async () => {
  const account = await app.account();
  const at = new Date('2026-01-01T00:00:00Z');
  const books = await companyWith(app.ctx.db, account, someInvoices(3000), { at });
  const response = await fetch(`${app.url}${books.path}/export`, { headers: basic(account.key) });
  await publishRecords(
    app.ctx.db,
    books,
    someInvoices(3100, () => ({ status: 'Void' })),
  );
  const lines = (await response.text()).trimEnd().split('\n');
  assert.equal(lines.length, 3000);
  assert.ok(lines.every((line) => JSON.parse(line).status !== 'Void'));
  const now = await account.send(`GET ${books.path}/export`);
  assert.equal(now.headers.get('x-generation'), '2');
  assert.equal(now.text.trimEnd().split('\n').length, 3100);
  const then = await account.send(`GET ${books.path}/export?asOf=2026-01-02T00:00:00Z`);
  assert.equal(then.headers.get('x-generation'), '1');
  assert.equal(then.text.trimEnd().split('\n').length, 3000);
});

test('P-EXPORT: an export that cannot be finished ends with an error at the client, never as a short file', async () => {
  const account = await app.account();
  const note = 'x'.repeat(4000);
  const books = await companyWith(
    app.ctx.db,
    account,
    someInvoices(6000, () => ({ note })),
  );
  for (const format of ['csv', 'ndjson']) {
    const request = get(`${app.url}${books.path}/export?format=${format}`, { headers: basic(account.key) });
    const [response] = await once(request, 'response');
    assert.equal(response.headers['x-total-results'], '6000');
    await once(response, 'readable');
    // Nobody reads for a moment, so that most of the file is still to be written.
    const set = (generation: number) =>
      sql`update data_set set oldest_generation = ${generation} where data_set_id = ${books.dataSetId}`.execute(
        app.ctx.db.system,
      );
    await set(2);
    response.resume();
    await assert.rejects(once(response, 'end'), /aborted/);
    assert.equal(response.complete, false);
    await set(1);
  }
  const client = createClient({ baseUrl: app.url, apiKey: account.key, retries: 0 });
  const { companyId } = books;
  const { headers, parts } = await client.download('exportInvoices', { companyId });
  assert.equal(headers.get('x-total-results'), '6000');
  await assert.rejects(async () => {
    let isFirst = true;
    for await (const _ of parts) {
      if (isFirst)
        await sql`update company set deleted_at = now() where company_id = ${companyId}`.execute(app.ctx.db.system);
      isFirst = false;
    }
  }, NetworkError);
});

test('what cannot be exported is refused as JSON before the file begins', async () => {
  const account = await app.account();
  const books = await companyWith(app.ctx.db, account, someInvoices(1));
  for (const [path, status, code] of [
    [`${books.path}/export?format=xml`, 400, 'inputInvalid'],
    [`${books.path}/export?columns=id`, 400, 'inputInvalid'],
    [`${books.path}/export?format=csv&columns=nope`, 400, 'fieldUnknown'],
    [`${books.path}/export?query=nope=1`, 400, 'fieldUnknown'],
    [`${books.path}/export?asOf=yesterday`, 400, 'inputInvalid'],
    [`${books.path}/export?page=2`, 400, 'inputInvalid'],
    [`${books.path.replace('invoices', 'nothing')}/export`, 404, 'dataTypeNotSupported'],
    [`${books.path.replace('invoices', 'bills')}/export`, 404, 'dataTypeNotSupported'],
    [`${atConnection(books).replace('invoices', 'bills')}/hash`, 404, 'dataTypeNotSupported'],
  ] as const) {
    const answer = await account.send(`GET ${path}`);
    assert.deepEqual([answer.status, answer.body.code], [status, code], path);
  }
});

test('a hash is equal for equal records in another PostgreSQL, and differs by one digit, one record or one version', async () => {
  const account = await app.account();
  const books = await companyWith(app.ctx.db, account, someInvoices(50));
  const hash = async (search = '') => (await account.send(`GET ${atConnection(books)}/hash${search}`)).body;
  const first = await hash();
  assert.deepEqual({ ...first, hash: '' }, { generation: 1, totalRecords: 50, hash: '' });
  const lines = (await account.send(`GET ${books.path}/export`)).text.trimEnd().split('\n').reverse();
  const sum = async (records: string[]) => {
    const { rows } = await sql<{ sum: string }>`
      select sum(('x' || left(md5(l::jsonb::text), 16))::bit(64)::bigint)::text as sum from unnest(${records}::text[]) l`.execute(
      app.ctx.db.system,
    );
    return BigInt.asUintN(64, BigInt(rows[0]?.sum ?? '0'))
      .toString(16)
      .padStart(16, '0');
  };
  assert.equal(await sum(lines), first.hash);
  assert.notEqual(await sum(lines.slice(1)), first.hash);
  assert.notEqual(await sum(lines.map((line, at) => (at ? line : line.replace('50', '51')))), first.hash);
  await publishRecords(
    app.ctx.db,
    books,
    someInvoices(50, (n) => (n === 7 ? { totalAmount: rawJson('7.0') } : {})),
  );
  const second = await hash();
  assert.deepEqual([second.generation, second.hash === first.hash], [2, false]);
  assert.deepEqual(await hash('?generation=1'), first);
  const unknown = await account.send(`GET ${atConnection(books)}/hash?generation=3`);
  assert.deepEqual([unknown.status, unknown.body.code], [410, 'snapshotGone']);
  const client = createClient({ baseUrl: app.url, apiKey: account.key });
  const place = { companyId: books.companyId, connectionId: books.connectionId, dataType: 'invoices' };
  await assert.rejects(client.hashRecordsOfConnection({ ...place, generation: 9 }), Gone);
});

test('the list of data sets has those of every company that the key may see, until they are deleted', async () => {
  const account = await app.account();
  const [one, two] = [
    await companyWith(app.ctx.db, account, someInvoices(3)),
    await companyWith(app.ctx.db, account, someInvoices(2)),
  ];
  await account.send(`PATCH /companies/${two.companyId}`, { body: { tags: { region: 'EU' } } });
  const listed = async (key = account.key, search = '') =>
    (await app.send(`GET /dataSets${search}`, { key })).body.results.map(
      ({ companyId, totalRecords }: { companyId: string; totalRecords: number }) => [companyId, totalRecords],
    );
  assert.deepEqual(await listed(), [
    [one.companyId, 3],
    [two.companyId, 2],
  ]);
  const narrow = await app.key(account.accountId, { companyTags: { region: 'EU' } });
  assert.deepEqual(await listed(narrow.secret), [[two.companyId, 2]]);
  assert.deepEqual(
    await listed(account.key, `?query=${encodeURIComponent(`companyId=${one.companyId} && generation=1`)}`),
    [[one.companyId, 3]],
  );
  const page = await account.send('GET /dataSets?pageSize=1');
  const next = await account.send(`GET ${page.body._links.next.href}`);
  assert.deepEqual(next.body.results[0].companyId, two.companyId);
  await account.send(`DELETE /companies/${one.companyId}`);
  assert.deepEqual(await listed(), [[two.companyId, 2]]);
});
