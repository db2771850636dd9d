import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { type TestAccount, useApp } from '../harness.ts';
import { publish, type Seeded, seedConnection, seedDataSet } from './seed-publication.ts';

const app = useApp();

type Change = { cursor: string; change: string; companyId: string; dataType: string; id: string; generation: number };

async function company(account: TestAccount, tags: Record<string, string> = {}): Promise<string> {
  return (await account.send('POST /companies', { body: { name: 'x', tags } })).body.companyId;
}

/** Reads the feed to its end, page by page. */
async function readAll(account: TestAccount, path: string, options: { after?: string; limit?: number } = {}) {
  const changes: Change[] = [];
  let { after } = options;
  for (let pages = 1; pages <= 1000; pages++) {
    const parameters = new URLSearchParams({
      limit: String(options.limit ?? 100),
      ...(after !== undefined && { after }),
    });
    const answer = await account.send(`GET ${path}${path.includes('?') ? '&' : '?'}${parameters}`);
    assert.equal(answer.status, 200, answer.text);
    changes.push(...answer.body.results);
    after = answer.body.next as string;
    if (!answer.body.hasMore) return { changes, next: after, pages };
  }
  return assert.fail('the feed does not end');
}

const brief = (changes: Change[]) => changes.map((one) => `${one.dataType} ${one.generation} ${one.id} ${one.change}`);

test('changes of all data types are in the order of publication, within a publication by identifier, each with its record', async () => {
  const account = await app.account();
  const companyId = await company(account);
  const place = { accountId: account.accountId, companyId };
  const invoices = await seedDataSet(app.ctx.db, place);
  const bills = await seedDataSet(app.ctx.db, { ...place, connectionId: invoices.connectionId, dataType: 'bills' });
  const { syncId } = await publish(app.ctx.db, invoices, [{ id: 'b' }, { id: 'a', fields: { note: 'ä "1"\n' } }]);
  await publish(app.ctx.db, bills, [{ id: 'z' }]);
  await publish(app.ctx.db, invoices, [{ id: 'a', change: 'd' }, { id: 'c' }, { id: 'b', change: 'u' }]);
  const { changes } = await readAll(account, `/companies/${companyId}/changes`);
  assert.deepEqual(brief(changes), [
    'invoices 1 a added',
    'invoices 1 b added',
    'bills 1 z added',
    'invoices 2 a deleted',
    'invoices 2 b updated',
    'invoices 2 c added',
  ]);
  const { cursor, publishedAt, ...first } = changes[0] as Change & { publishedAt: string };
  assert.deepEqual(first, {
    change: 'added',
    companyId,
    connectionId: invoices.connectionId,
    dataType: 'invoices',
    id: 'a',
    generation: 1,
    syncId,
    record: { id: 'a', note: 'ä "1"\n', modifiedDate: '2026-01-01T00:00:00Z', metadata: { isDeleted: false } },
  });
  assert.ok(Math.abs(Date.parse(publishedAt) - Date.now()) < 10_000);
  assert.match(cursor, /^[\w-]+$/);
  const bare = await readAll(account, `/companies/${companyId}/changes?dataType=bills&include=none`);
  assert.deepEqual(brief(bare.changes), ['bills 1 z added']);
  assert.ok(!('record' in (bare.changes[0] as object)));
});

test('since returns what was published at that time or later, and its next continues the whole feed', async () => {
  const account = await app.account();
  const companyId = await company(account);
  const invoices = await seedDataSet(app.ctx.db, { accountId: account.accountId, companyId });
  await publish(app.ctx.db, invoices, [{ id: 'a' }, { id: 'b' }]);
  await publish(app.ctx.db, invoices, [{ id: 'c' }, { id: 'd' }]);
  const path = `/companies/${companyId}/changes`;
  const times = (await readAll(account, path)).changes.map(
    (change) => (change as Change & { publishedAt: string }).publishedAt,
  );
  const of = async (since: string) =>
    (await readAll(account, `${path}?since=${encodeURIComponent(since)}`, { limit: 1 })).changes;
  // The response has milliseconds, the database microseconds.
  const [first = '', , second = ''] = times;
  assert.deepEqual(
    (await of(first)).map(({ id }) => id),
    ['a', 'b', 'c', 'd'],
  );
  assert.deepEqual(
    (await of(second)).map(({ id }) => id),
    ['c', 'd'],
  );
  const later = await account.send(`GET ${path}?since=2100-01-01`);
  assert.deepEqual([later.body.results, later.body.hasMore], [[], false]);
  await publish(app.ctx.db, invoices, [{ id: 'e' }]);
  const { changes } = await readAll(account, path, { after: later.body.next });
  assert.deepEqual(
    changes.map(({ id }) => id),
    ['e'],
  );
  assert.equal((await account.send(`GET ${path}?since=yesterday`)).status, 400);
  assert.equal((await account.send('GET /changes?since=2100-01-01')).status, 400, 'only the feed of a company');
});

test('the feed can be resumed after every change and with every page size, without loss or repetition', async () => {
  const account = await app.account();
  const [one, two] = [await company(account), await company(account)];
  const sets: Seeded[] = [];
  for (const [companyId, dataType] of [
    [one, 'invoices'],
    [two, 'invoices'],
    [one, 'bills'],
  ] as const)
    sets.push(await seedDataSet(app.ctx.db, { accountId: account.accountId, companyId, dataType }));
  const ids = ['', '!', 'Z', 'a', 'a\u0001', 'ä', '🏭', 'with space', 'x'.repeat(300)];
  for (let round = 0; round < 4; round++) {
    for (const set of sets)
      await publish(
        app.ctx.db,
        set,
        ids.map((id) => ({ id, change: round ? 'u' : 'a' })),
      );
  }
  const whole = (await readAll(account, '/changes', { limit: 5000 })).changes;
  assert.equal(whole.length, 4 * 3 * ids.length);
  assert.equal(new Set(whole.map((change) => change.cursor)).size, whole.length);
  for (const limit of [1, 2, 7, 9, 50]) {
    const { changes, pages } = await readAll(account, '/changes', { limit });
    assert.deepEqual(changes, whole, `limit ${limit}`);
    assert.equal(pages, Math.ceil(whole.length / limit), 'full pages, and no empty page at the end');
  }
  for (const [index, { cursor }] of whole.entries()) {
    const { changes } = await readAll(account, '/changes', { after: cursor, limit: 40 });
    assert.deepEqual(changes, whole.slice(index + 1), `after ${index}`);
  }
  const own = (await readAll(account, `/companies/${one}/changes`, { limit: 4 })).changes;
  assert.deepEqual(
    own,
    whole.filter((change) => change.companyId === one),
  );
  // A cursor of the account's feed is also valid in a company's feed.
  const middle = whole[40];
  const rest = await readAll(account, `/companies/${one}/changes`, { after: middle?.cursor ?? '' });
  assert.deepEqual(
    rest.changes,
    whole.slice(41).filter((change) => change.companyId === one),
  );
});

test('"latest" starts with future changes, and an empty response still has a next link', async () => {
  const account = await app.account();
  const empty = (await account.send('GET /changes')).body;
  assert.deepEqual([empty.results, empty.hasMore, empty.next], [[], false, '0']);
  const set = await seedDataSet(app.ctx.db, { accountId: account.accountId, companyId: await company(account) });
  await publish(app.ctx.db, set, [{ id: '1' }]);
  const { body } = await account.send('GET /changes?after=latest&limit=7');
  assert.deepEqual([body.results, body.hasMore], [[], false]);
  assert.equal(body._links.next.href, `http://api.test/changes?after=${body.next}&limit=7`);
  await publish(app.ctx.db, set, [{ id: '2' }]);
  const { body: next } = await account.send(`GET ${body._links.next.href}`);
  assert.deepEqual(
    next.results.map((change: Change) => change.id),
    ['2'],
  );
  const { body: end } = await account.send(`GET ${next._links.next.href}`);
  assert.deepEqual([end.results, end.next], [[], next.next]);
});

test('removed versions are skipped: read from the beginning, every record appears with its newest version', async () => {
  const account = await app.account();
  const companyId = await company(account);
  const set = await seedDataSet(app.ctx.db, { accountId: account.accountId, companyId });
  await publish(app.ctx.db, set, [{ id: 'kept' }, { id: 'moving' }]);
  // More publications than one statement reads.
  for (let i = 0; i < 520; i++) await publish(app.ctx.db, set, [{ id: 'moving', change: 'u' }]);
  const before = await readAll(account, '/changes', { limit: 5000 });
  assert.equal(before.changes.length, 522);
  await sql`delete from record where company_id = ${companyId} and gen_to is not null`.execute(app.ctx.db.system);
  const after = await readAll(account, '/changes');
  assert.deepEqual(brief(after.changes), ['invoices 1 kept added', 'invoices 521 moving updated']);
  assert.equal(after.next, before.next);
  // A bookmark whose version has been removed still works.
  const old = before.changes[1]?.cursor ?? '';
  assert.deepEqual(brief((await readAll(account, '/changes', { after: old })).changes), [
    'invoices 521 moving updated',
  ]);
});

test('a filter that excludes more publications than one statement reads still finds the later changes in one response', async () => {
  const account = await app.account();
  const place = { accountId: account.accountId, companyId: await company(account) };
  const [busy, rare] = [
    await seedDataSet(app.ctx.db, place),
    await seedDataSet(app.ctx.db, { ...place, dataType: 'items' }),
  ];
  for (let i = 0; i < 1010; i++) await publish(app.ctx.db, busy, [{ id: 'x', change: i ? 'u' : 'a' }]);
  await publish(app.ctx.db, rare, [{ id: 'needle' }]);
  const { changes, pages } = await readAll(account, '/changes?dataType=items');
  assert.deepEqual([brief(changes), pages], [['items 1 needle added'], 1]);
});

test('with 8 concurrent publishers, some of which roll back, a polling reader misses nothing and sees nothing twice', async () => {
  const account = await app.account();
  const sets: Seeded[] = [];
  for (let i = 0; i < 8; i++)
    sets.push(await seedDataSet(app.ctx.db, { accountId: account.accountId, companyId: await company(account) }));
  let isPublishing = true;
  const published: string[] = [];
  const publishers = sets.map(async (set) => {
    for (let i = 0; i < 40; i++) {
      const rollBack = i % 10 === 7;
      const done = publish(app.ctx.db, set, [{ id: `${i}` }], { holdMs: i % 3, rollBack });
      if (rollBack) await assert.rejects(done, /on purpose/);
      else published.push(`${set.companyId} ${i} ${(await done) && set.generation}`);
    }
  });
  const seen: string[] = [];
  async function follow(): Promise<void> {
    let after = '0';
    for (let isLast = false; ; ) {
      const { body } = await account.send(`GET /changes?after=${after}&limit=13`);
      after = body.next;
      seen.push(...body.results.map((change: Change) => `${change.companyId} ${change.id} ${change.generation}`));
      if (isLast && !body.hasMore) return;
      isLast = !isPublishing;
    }
  }
  const reader = follow();
  await Promise.all(publishers);
  isPublishing = false;
  await reader;
  assert.equal(published.length, 8 * 36);
  assert.equal(new Set(seen).size, seen.length, 'nothing twice');
  assert.deepEqual(seen.toSorted(), published.toSorted());
});

test('the feed returns a record with exact digits, and sourceData as the provider wrote it', async () => {
  const account = await app.account();
  const place = { accountId: account.accountId, companyId: await company(account) };
  const set = await seedDataSet(app.ctx.db, place);
  await publish(app.ctx.db, set, [{ id: '1', source: '{ "Total": 1.10,\r\n "Id": "1" }' }, { id: '2' }]);
  const exact = '123456789012345678901234567890.123456789012';
  await sql`update record set payload = payload || ${`{"totalAmount":${exact}}`}::jsonb where company_id = ${place.companyId}`.execute(
    app.ctx.db.system,
  );
  const { text, body } = await account.send('GET /changes?include=sourceData');
  assert.equal(text.split(`"totalAmount": ${exact}`).length, 3);
  assert.ok(text.includes('"sourceData":{ "Total": 1.10,   "Id": "1" }'));
  assert.ok(!('sourceData' in body.results[1].record));
});

test('deleted companies and deleted connections disappear from the feed at once', async () => {
  const account = await app.account();
  const [gone, stays] = [await company(account), await company(account)];
  const place = { accountId: account.accountId, companyId: stays };
  const other = await seedDataSet(app.ctx.db, { ...place, connectionId: await seedConnection(app.ctx.db, place) });
  const kept = await seedDataSet(app.ctx.db, {
    ...place,
    connectionId: await seedConnection(app.ctx.db, place, 'Unlinked'),
  });
  const lost = await seedDataSet(app.ctx.db, { accountId: account.accountId, companyId: gone });
  for (const set of [other, kept, lost]) await publish(app.ctx.db, set, [{ id: `of ${set.dataSetId}` }]);
  assert.equal((await readAll(account, '/changes')).changes.length, 3);
  await app.ctx.jobs.pause();
  await account.send(`DELETE /companies/${gone}`);
  await account.send(`DELETE /companies/${stays}/connections/${other.connectionId}`);
  const { changes } = await readAll(account, '/changes');
  assert.deepEqual(
    changes.map((change) => change.id),
    [`of ${kept.dataSetId}`],
  );
  assert.equal((await account.send(`GET /companies/${gone}/changes`)).status, 404);
  await app.ctx.jobs.resume();
});

test('a key limited to tags sees the changes of its companies only; another account sees none', async () => {
  const account = await app.account();
  const stranger = await app.account();
  const [eu, us] = [await company(account, { region: 'EU' }), await company(account, { region: 'US' })];
  for (const companyId of [us, eu, us]) {
    const set = await seedDataSet(app.ctx.db, { accountId: account.accountId, companyId });
    await publish(app.ctx.db, set, [{ id: `of ${companyId}` }]);
  }
  const { secret } = await app.key(account.accountId, { companyTags: { region: 'EU' } });
  const { body } = await app.send('GET /changes', { key: secret });
  assert.deepEqual(
    body.results.map((change: Change) => change.companyId),
    [eu],
  );
  assert.equal((await app.send(`GET /companies/${us}/changes`, { key: secret })).status, 403);
  assert.deepEqual((await stranger.send('GET /changes')).body.results, []);
  assert.equal((await stranger.send(`GET /companies/${eu}/changes`)).status, 403);
  // A bookmark of another account belongs to another era.
  assert.equal((await stranger.send(`GET /changes?after=${body.next}`)).body.code, 'bookmarkGone');
});

test('parameters are checked, and an invalid bookmark is rejected', async () => {
  const account = await app.account();
  for (const after of ['x', '-1', '1.5', '1-%', '999999', '1-AA', ' ', '99999999999999999999'])
    assert.deepEqual(
      [after, (await account.send(`GET /changes?after=${encodeURIComponent(after)}`)).body.code],
      [after, 'cursorInvalid'],
    );
  for (const query of ['limit=0', 'limit=5001', 'wait=56', 'wait=-1', 'dataType=nope', 'include=all', 'page=1']) {
    const answer = await account.send(`GET /changes?${query}`);
    assert.deepEqual([answer.status, answer.body.validation.errors[0].itemId], [400, query.split('=')[0]]);
  }
});
