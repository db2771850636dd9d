import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { type TestAccount, useApp } from '../harness.ts';
import { anInvoice, companyWith, numberedId, publishRecords, someInvoices } from './seed-data-set.ts';
import { seedDataSet } from './seed-publication.ts';

/** What readers see while new generations are published. */
const app = useApp({ config: { sandboxUrl: 'http://127.0.0.1:9' } });

type Listed = { id: string; totalAmount: number };
type Page = { results: Listed[]; totalResults: number; _links: Record<string, { href: string } | undefined> };

async function walk(account: TestAccount, start: string, between: (page: number) => Promise<void>): Promise<Page[]> {
  const pages: Page[] = [];
  for (let next: string | undefined = start; next; ) {
    assert.ok(pages.length < 200, 'the links never end');
    const answer = await account.send(`GET ${next}`);
    assert.equal(answer.status, 200, answer.text);
    pages.push(answer.body);
    await between(pages.length);
    next = answer.body._links.next?.href;
  }
  return pages;
}

const changed = (n: number, amount: number) => ({ id: numberedId(n), record: anInvoice({ totalAmount: amount }) });

for (const search of [
  '',
  '&orderBy=-totalAmount',
  '&orderBy=issueDate',
  '&query=totalAmount%3E0',
  '&orderBy=status,-id',
]) {
  test(`paging by links returns each record of one state once while syncs publish${search && `, with ${search.slice(1)}`}`, async () => {
    const account = await app.account();
    const dataSet = await companyWith(app.ctx.db, account, someInvoices(60));
    const before = (await account.send(`GET ${dataSet.path}?pageSize=100`)).body.results;
    let round = 0;
    const pages = await walk(account, `${dataSet.path}?pageSize=7${search}`, async () => {
      if (++round > 6) return;
      await publishRecords(app.ctx.db, dataSet, [
        changed(round, -round),
        changed(60 - round, 1000 + round),
        { id: numberedId(20 + round), isDeleted: true },
        changed(100 + round, round),
        { id: `aaa${round}`, record: anInvoice() },
      ]);
    });
    assert.equal(round, 9);
    const seen = pages.flatMap((page) => page.results).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    assert.deepEqual(seen, before, 'every record of the snapshot once and unchanged');
    assert.ok(pages.every((page) => page.totalResults === 60));
    const back = await account.send(`GET ${pages.at(-1)?._links.previous?.href}`);
    assert.deepEqual(back.body.results, pages.at(-2)?.results, 'also backwards');
    const now = (await account.send(`GET ${dataSet.path}?pageSize=100`)).body;
    assert.equal(now.totalResults, 72);
    assert.equal(now.results.find((one: Listed) => one.id === numberedId(1)).totalAmount, -1);
    const byHand = (await account.send(`GET ${dataSet.path}?pageSize=7&page=2`)).body;
    assert.equal(byHand.totalResults, 72, 'a page requested by number is of the newest state');
  });
}

test('paging continues in the data set it started in, even if another connection has replaced it meanwhile', async () => {
  const account = await app.account();
  const first = await companyWith(app.ctx.db, account, someInvoices(4));
  const page = (await account.send(`GET ${first.path}?pageSize=2`)).body;
  await sql`update connection set status = 'Unlinked' where connection_id = ${first.connectionId}`.execute(
    app.ctx.db.system,
  );
  const { accountId, companyId } = first;
  const second = await seedDataSet(app.ctx.db, { accountId, companyId });
  await publishRecords(app.ctx.db, second, [{ id: 'zzz', record: anInvoice() }]);
  assert.equal((await account.send(`GET ${first.path}`)).body.totalResults, 1, 'a new request reads the newer one');
  const next = (await account.send(`GET ${page._links.next.href}`)).body;
  assert.deepEqual(
    next.results.map((one: Listed) => one.id),
    [numberedId(3), numberedId(4)],
  );
  await account.send(`DELETE /companies/${companyId}/connections/${first.connectionId}`);
  const gone = await account.send(`GET ${page._links.next.href}`);
  assert.deepEqual([gone.status, gone.body.code], [410, 'snapshotGone']);
});

test('a cursor or a time whose state has been removed answers 410 with a link to start again', async () => {
  const account = await app.account();
  const times = ['2026-01-01', '2026-02-01', '2026-03-01'].map((day) => new Date(`${day}T12:00:00Z`));
  const dataSet = await companyWith(app.ctx.db, account, someInvoices(5), { at: times[0] as Date });
  const links = await Promise.all(
    ['', '&query=totalAmount%3E0', '&orderBy=totalAmount', '&include=sourceData'].map(
      async (search) => (await account.send(`GET ${dataSet.path}?pageSize=2${search}`)).body._links.next.href,
    ),
  );
  for (const at of times.slice(1)) await publishRecords(app.ctx.db, dataSet, [changed(1, at.getTime())], { at });
  for (const link of links) assert.equal((await account.send(`GET ${link}`)).status, 200);
  await sql`update data_set set oldest_generation = 2 where data_set_id = ${dataSet.dataSetId}`.execute(
    app.ctx.db.system,
  );
  for (const link of links) {
    const answer = await account.send(`GET ${link}`);
    assert.deepEqual([answer.status, answer.body.code], [410, 'snapshotGone'], answer.text);
    const restart = /<(.*)>; rel="first"/.exec(answer.headers.get('link') ?? '')?.[1] ?? '';
    assert.ok(answer.body.error.endsWith(restart) && !restart.includes('cursor'), answer.body.error);
    const again = await account.send(`GET ${restart}`);
    assert.deepEqual([again.status, again.body.pageNumber, again.body.results.length], [200, 1, 2]);
  }
  for (const path of [dataSet.path, `${dataSet.path}/inv-0002`]) {
    const old = await account.send(`GET ${path}?asOf=2026-01-15T00:00:00Z`);
    assert.deepEqual([old.status, old.body.code], [410, 'snapshotGone']);
    assert.equal((await account.send(`GET ${path}?asOf=2026-02-15T00:00:00Z`)).status, 200);
  }
});

test('asOf returns a list and a record as published at that time, and nothing before the first publication', async () => {
  const account = await app.account();
  const at = (text: string) => new Date(text);
  const dataSet = await companyWith(app.ctx.db, account, someInvoices(5), { at: at('2026-01-01T12:00:00Z') });
  await publishRecords(app.ctx.db, dataSet, [changed(2, 77), { id: numberedId(3), isDeleted: true }], {
    at: at('2026-02-01T12:00:00Z'),
  });
  await publishRecords(app.ctx.db, dataSet, [changed(6, 6)], { at: at('2026-03-01T12:00:00Z') });
  const listAt = async (asOf: string, more = '') =>
    (await account.send(`GET ${dataSet.path}?asOf=${encodeURIComponent(asOf)}${more}`)).body;
  const amounts = (page: Page) => page.results.map((one) => one.totalAmount);
  assert.deepEqual(amounts(await listAt('2026-01-01T12:00:00Z')), [1, 2, 3, 4, 5]);
  assert.deepEqual(amounts(await listAt('2026-02-01T13:59:59+02:00')), [1, 2, 3, 4, 5]);
  assert.deepEqual(amounts(await listAt('2026-02-01T14:00:00+02:00')), [1, 77, 3, 4, 5]);
  assert.deepEqual((await listAt('2026-02-02')).totalResults, 5);
  assert.deepEqual(amounts(await listAt('2100-01-01')), [1, 77, 3, 4, 5, 6]);
  const before = await listAt('2026-01-01T11:59:59Z');
  assert.deepEqual([before.results, before.totalResults, before._links.next], [[], 0, undefined]);
  const filtered = (more: string) =>
    listAt('2026-01-15', `&query=${encodeURIComponent('metadata.isDeleted=true')}${more}`);
  assert.equal((await filtered('')).totalResults, 0);
  assert.equal((await listAt('2026-02-15', '&query=metadata.isDeleted=true')).totalResults, 1);
  const pages = await walk(account, `${dataSet.path}?asOf=2026-01-15&pageSize=2&orderBy=-totalAmount`, async () => {});
  assert.deepEqual(pages.flatMap(amounts), [5, 4, 3, 2, 1]);
  const moved = new URL(pages[0]?._links.next?.href ?? '');
  moved.searchParams.set('asOf', '2026-02-15');
  assert.equal((await account.send(`GET ${moved.href}`)).status, 400, 'a cursor belongs to its time');
  const recordAt = (id: string, asOf: string) => account.send(`GET ${dataSet.path}/${id}?asOf=${asOf}`);
  assert.equal((await recordAt(numberedId(2), '2026-01-15')).body.totalAmount, 2);
  assert.equal((await recordAt(numberedId(2), '2026-02-15')).body.totalAmount, 77);
  assert.equal((await recordAt(numberedId(3), '2026-02-15')).body.metadata.isDeleted, true);
  assert.equal((await recordAt(numberedId(6), '2026-02-15')).status, 404);
  assert.equal((await recordAt(numberedId(1), '2025-01-01')).status, 404);
});

test('the versions of a record show its content, its period of validity and its kind of change', async () => {
  const account = await app.account();
  const at = (text: string) => ({ at: new Date(text) });
  const dataSet = await companyWith(app.ctx.db, account, someInvoices(2), at('2026-01-01T12:00:00Z'));
  const own = { id: numberedId(1), record: anInvoice({ totalAmount: 5 }), source: '{"total": 5.00}' };
  await publishRecords(app.ctx.db, dataSet, [own], at('2026-02-01T12:00:00Z'));
  await publishRecords(app.ctx.db, dataSet, [{ id: numberedId(1), isDeleted: true }], at('2026-03-01T12:00:00Z'));
  await publishRecords(app.ctx.db, dataSet, [changed(1, 9)], { ...at('2026-04-01T12:00:00Z'), isPublished: false });
  type Version = {
    generation: number;
    change: string;
    validFrom: string;
    validTo?: string;
    record: Listed & { sourceData?: object };
  };
  const path = `${dataSet.path}/${numberedId(1)}/versions`;
  const { body } = await account.send(`GET ${path}`);
  const brief = body.results.map((one: Version) => [
    one.generation,
    one.change,
    one.record.totalAmount,
    one.validFrom,
    one.validTo,
  ]);
  assert.deepEqual(brief, [
    [3, 'deleted', 5, '2026-03-01T12:00:00.000Z', undefined],
    [2, 'updated', 5, '2026-02-01T12:00:00.000Z', '2026-03-01T12:00:00.000Z'],
    [1, 'added', 1, '2026-01-01T12:00:00.000Z', '2026-02-01T12:00:00.000Z'],
  ]);
  assert.equal(body.totalResults, 3);
  const pages = await walk(account, `${path}?pageSize=2`, async () => {});
  assert.deepEqual(
    pages.flatMap((page) => page.results),
    body.results,
  );
  const oldestFirst = await account.send(`GET ${path}?orderBy=generation`);
  assert.deepEqual(oldestFirst.body.results, body.results.toReversed());
  const updates = await account.send(`GET ${path}?include=sourceData&query=change=Updated`);
  assert.deepEqual([updates.body.totalResults, updates.body.results[0].record.sourceData], [1, { total: 5 }]);
  const tag = updates.headers.get('etag') ?? '';
  const same = await account.send(`GET ${path}?include=sourceData&query=change=Updated`, {
    headers: { 'if-none-match': tag },
  });
  assert.equal(same.status, 304);
});

test('a record deleted on the platform stays in lists and totals; a generation that is being written is not visible', async () => {
  const account = await app.account();
  const dataSet = await companyWith(app.ctx.db, account, someInvoices(3));
  await publishRecords(app.ctx.db, dataSet, [{ id: numberedId(2), isDeleted: true }]);
  await publishRecords(app.ctx.db, dataSet, [changed(1, 500), changed(9, 9), { id: numberedId(3), isDeleted: true }], {
    isPublished: false,
  });
  const { body } = await account.send(`GET ${dataSet.path}?orderBy=totalAmount`);
  assert.deepEqual(
    body.results.map((one: Listed & { metadata: { isDeleted: boolean } }) => [
      one.id,
      one.totalAmount,
      one.metadata.isDeleted,
    ]),
    [
      [numberedId(1), 1, false],
      [numberedId(2), 2, true],
      [numberedId(3), 3, false],
    ],
  );
  assert.equal(body.totalResults, 3);
  assert.equal((await account.send(`GET ${dataSet.path}/${numberedId(2)}`)).body.metadata.isDeleted, true);
  assert.equal((await account.send(`GET ${dataSet.path}/${numberedId(1)}`)).body.totalAmount, 1);
  assert.equal((await account.send(`GET ${dataSet.path}/${numberedId(9)}`)).status, 404);
  assert.equal((await account.send(`GET ${dataSet.path}?query=totalAmount%3E400`)).body.totalResults, 0);
});

test('the ETag depends on data set, generation and parameters; If-None-Match answers 304 without reading a record', async () => {
  const account = await app.account();
  const dataSet = await companyWith(app.ctx.db, account, someInvoices(600));
  const searches = [
    '',
    '?pageSize=2',
    '?query=status=paid',
    '?orderBy=-totalAmount',
    '?pageSize=5000',
    '?include=sourceData',
    '?asOf=2100-01-01',
    '?page=2',
  ];
  const next = (await account.send(`GET ${dataSet.path}?pageSize=2`)).body._links.next.href;
  const targets = [...searches.map((search) => dataSet.path + search), next, `${dataSet.path}/inv-0001`];
  const tags = await Promise.all(
    targets.map(async (target) => (await account.send(`GET ${target}`)).headers.get('etag') ?? ''),
  );
  assert.equal(new Set(tags).size, targets.length, 'each has its own');
  const ask = (target: string, tag: string | undefined) =>
    account.send(`GET ${target}`, { headers: { 'if-none-match': tag ?? '' } });
  await sql`revoke select on record from daybook_program`.execute(app.ctx.db.system);
  try {
    for (const [index, target] of targets.entries()) {
      if (target.endsWith('inv-0001')) continue;
      const answer = await ask(target, tags[index]);
      assert.deepEqual([answer.status, answer.text, answer.headers.get('etag')], [304, '', tags[index]], target);
    }
  } finally {
    await sql`grant select on record to daybook_program`.execute(app.ctx.db.system);
  }
  for (const [index, target] of targets.entries()) assert.equal((await ask(target, tags[index])).status, 304, target);
  await publishRecords(app.ctx.db, dataSet, [changed(5, 55)]);
  for (const [index, target] of targets.entries()) {
    const isPinned = target === next || target.endsWith('inv-0001');
    const answer = await ask(target, tags[index]);
    assert.equal(answer.status, isPinned ? 304 : 200, target);
    assert.equal(answer.headers.get('etag') === tags[index], isPinned, target);
  }
});

test("include=sourceData adds the platform's own text unchanged; without it, none of that text is returned", async () => {
  const account = await app.account();
  const source = '{"Total": 1.10, "Nested": {"a": [1e2, "ä\\u00e4"]}}';
  const records = [
    { id: 'with', record: anInvoice(), source },
    { id: 'without', record: anInvoice() },
  ];
  const dataSet = await companyWith(app.ctx.db, account, records);
  const plain = await account.send(`GET ${dataSet.path}`);
  assert.ok(!plain.text.includes('sourceData'));
  for (const target of [
    `${dataSet.path}?include=sourceData`,
    `${dataSet.path}/with?include=sourceData`,
    `${dataSet.path}?include=sourceData&pageSize=501`,
  ]) {
    const answer = await account.send(`GET ${target}`);
    assert.equal(answer.text.split(`,"sourceData":${source}}`).length, 2, answer.text);
  }
  const { body } = await account.send(`GET ${dataSet.path}?include=sourceData`);
  assert.deepEqual(
    body.results.map((one: object) => 'sourceData' in one),
    [true, false],
  );
});
