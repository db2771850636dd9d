import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { useApp } from '../harness.ts';
import { parseCsv } from '../parse-csv.ts';
import { makePerson } from '../people/people.ts';
import { emitEvents, seedConsumer } from '../webhooks/seed-consumer.ts';

/** `format=csv` on every list: the file has exactly the rows of its pages. */
const app = useApp({ config: { role: 'api' } });

type Operation = { operationId: string; parameters?: { name: string; in: string }[] };
const openapi: { paths: Record<string, { get?: Operation }> } = JSON.parse(
  readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8'),
);
const lists = Object.entries(openapi.paths).flatMap(([path, { get }]) => {
  const names = get?.parameters?.filter((one) => one.in === 'query').map(({ name }) => name) ?? [];
  return get && names.includes('cursor') ? [{ path, operationId: get.operationId, names }] : [];
});

type Send = (
  request: string,
) => Promise<{ status: number; text: string; body: Record<string, never>; headers: Headers }>;
type Row = Record<string, unknown>;

/** All rows of a list, by its links. */
async function rowsOf(send: Send, path: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let next: string | undefined = path; next; ) {
    const { status, text } = await send(`GET ${next}`);
    assert.equal(status, 200, text);
    const page: { results: Row[]; _links: { next?: { href: string } } } = JSON.parse(text);
    rows.push(...page.results);
    const href: string | undefined = page._links.next?.href;
    next = href && new URL(href, 'http://list').pathname + new URL(href, 'http://list').search;
  }
  return rows;
}

/** An independent rendering of a field, with the rule for texts that look like formulas. */
function fieldOf(row: Row, column: string): string {
  const value = column.split('.').reduce<unknown>((inside, name) => (inside as Row | undefined)?.[name], row);
  if (value === undefined || value === null) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return /^[=+\-@\t\r]/.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text;
}

async function compare(send: Send, path: string, query = ''): Promise<number> {
  const rows = await rowsOf(send, `${path}?pageSize=300${query}`);
  const { status, text, headers } = await send(`GET ${path}?format=csv${query}`);
  assert.equal(status, 200, text);
  assert.match(headers.get('content-type') ?? '', /^text\/csv/);
  const [columns = [], ...lines] = parseCsv(text);
  assert.equal(lines.length, rows.length, path);
  assert.deepEqual(
    lines,
    rows.map((row) => columns.map((column) => fieldOf(row, column))),
    path,
  );
  return rows.length;
}

test('every list of the API can be exported', () => {
  const versions = /RecordVersions/;
  const without = lists.filter(({ names, operationId }) => !names.includes('format') && !versions.test(operationId));
  assert.deepEqual(without, []);
  assert.ok(lists.length >= 20);
});

test('a file has the rows of all pages of its list, over many parts, filtered and sorted, and no formula', async () => {
  const account = await app.account();
  const browser = await (await makePerson(app, { accountId: account.accountId, role: 'administrator' })).signIn();
  for (let n = 0; n < 4; n++)
    await browser.send('POST /companies', {
      body: { name: ['=1+1', 'Müller, "A"', '@sum', 'two\nlines'][n], tags: { region: n % 2 ? 'EU' : '-UK' } },
    });
  for (let n = 0; n < 20; n++) await account.send('POST /companies', { body: { name: `Company ${n}` } });
  await seedConsumer(app.ctx, { ...account, url: 'http://127.0.0.1:9/' });
  await emitEvents(app.ctx, { ...account, count: 1200 });
  const send = browser.send as unknown as Send;
  const counts: Record<string, number> = {};
  // The request log grows with every request of this comparison.
  const left = /[{]|^\/operator|^\/rules|^\/requests/;
  for (const { path, operationId } of lists) if (!left.test(path)) counts[operationId] = await compare(send, path);
  assert.ok((counts.listMessages ?? 0) >= 1200, 'more than two parts');
  assert.ok((counts.listCompanies ?? 0) === 24 && (counts.listAudit ?? 0) >= 4 && (counts.listMembers ?? 0) >= 1);
  assert.equal(await compare(send, '/companies', `&query=${encodeURIComponent('tags.region=EU')}&orderBy=-name`), 2);
  const names = await send('GET /companies?format=csv&columns=name,tags.region&query=name~sum');
  assert.deepEqual(parseCsv(names.text), [
    ['name', 'tags.region'],
    ["'@sum", "'-UK"],
  ]);
  const [company] = await rowsOf(send, '/companies?pageSize=1&query=name~lines');
  for (const part of ['connections', 'data/history', 'push', 'publications'])
    await compare(send, `/companies/${company?.companyId}/${part}`);
});

test('what cannot be exported is refused as JSON', async () => {
  const account = await app.account();
  for (const query of ['format=csv&page=2', 'format=csv&cursor=x', 'format=csv&columns=nothing', 'columns=name'])
    assert.equal((await account.send(`GET /companies?${query}`)).status, 400, query);
  const wrong = await account.send('GET /companies?format=csv&query=name~');
  assert.deepEqual([wrong.status, wrong.body.code], [400, 'queryMalformed']);
  const narrow = await account.send('GET /team?format=csv');
  assert.equal(narrow.status, 403, 'the same access as the list');
});
