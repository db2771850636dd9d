import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { firstIdAt } from '../../src/base/id-times.ts';
import { blocksRead } from '../blocks-read.ts';
import { anInvoice, companyWith, publishRecords } from '../data/seed-data-set.ts';
import { seedDataSet } from '../data/seed-publication.ts';
import { type TestAccount, useApp } from '../harness.ts';
import { seeded } from '../lists/arbitrary-filter.ts';
import { foldText } from '../lists/compare-values.ts';
import { makePerson } from '../people/people.ts';

/** `GET /search`: what it finds, what it never finds, and how much it reads. */
const app = useApp({ config: { role: 'api' } });

type Hit = { kind: string; id: string; title: string; status?: string } & Partial<
  Record<'companyId' | 'companyName' | 'dataType', string>
>;

async function find(who: Pick<TestAccount, 'send'>, q: string, more = ''): Promise<Hit[]> {
  const answer = await who.send(`GET /search?q=${encodeURIComponent(q)}${more}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body.hits;
}
const titles = async (who: Pick<TestAccount, 'send'>, q: string, more = '') =>
  (await find(who, q, more)).map(({ title }) => title);

async function insertNamed(accountId: string, names: readonly string[], tags: object = {}): Promise<void> {
  await sql`insert into company (account_id, company_id, name, tags, created_at)
    select ${accountId}::uuid, gen_random_uuid(), name, ${JSON.stringify(tags)}::jsonb, now()
    from unnest(${names}::text[]) name`.execute(app.ctx.db.system);
}

test('companies are found by any part of their names, ignoring case and accents; names that begin with the text come first', async () => {
  const [account, other] = [await app.account(), await app.account()];
  await insertNamed(account.accountId, [
    'Café Löwe GmbH',
    'Alte Löwenapotheke',
    'löwe & Söhne',
    'Birch Cocoa Ltd',
    '100%_a',
  ]);
  await insertNamed(other.accountId, ['Löwe of another account']);
  assert.deepEqual(await titles(account, 'löwe'), ['löwe & Söhne', 'Alte Löwenapotheke', 'Café Löwe GmbH']);
  assert.deepEqual(await titles(account, 'LOWE'), ['löwe & Söhne', 'Alte Löwenapotheke', 'Café Löwe GmbH']);
  assert.deepEqual(await titles(account, ' cocoa birch '), ['Birch Cocoa Ltd'], 'all words, in any order');
  assert.deepEqual(await titles(account, 'bi'), ['Birch Cocoa Ltd']);
  assert.deepEqual(await titles(account, '%_a'), ['100%_a'], 'signs of patterns are taken literally');
  assert.deepEqual(await titles(account, 'löwe', '&limit=1'), ['löwe & Söhne']);
  assert.deepEqual(await titles(account, 'nobody'), []);
  const isCut = async (more: string) => (await account.send(`GET /search?q=lowe${more}`)).body.isCut;
  assert.deepEqual([await isCut(''), await isCut('&limit=3')], [false, true]);
  const [birch] = await find(account, 'birch');
  assert.deepEqual([birch?.kind, birch?.companyId, birch?.companyName], ['company', birch?.id, 'Birch Cocoa Ltd']);
  assert.equal((await account.send(`DELETE /companies/${birch?.id}`)).status, 204);
  assert.deepEqual(await titles(account, 'birch'), [], 'a deleted company is not found');
});

test('a search returns as many hits as an independent comparison finds, up to its limit, in a small and in a large account', async () => {
  const random = seeded(20);
  const pieces = ['Café', 'LÖWE', 'Straße', 'Łódź', 'data', 'Ærø', 'σοφός', 'Nord', 'tau', '한국', '77', 'GmbH'];
  for (const size of [300, 2600]) {
    const account = await app.account();
    const names = Array.from({ length: size }, (_, n) => {
      const words = Array.from({ length: 1 + random.below(3) }, () => random.pick(pieces));
      return `${words.join(' ')} ${n}`;
    });
    await insertNamed(account.accountId, names);
    let found = 0;
    for (let round = 0; round < 60; round++) {
      const letters = [...random.pick(names)];
      const from = random.below(Math.max(1, letters.length - 4));
      const text = letters
        .slice(from, from + 4 + random.below(6))
        .join('')
        .trim();
      const words = foldText(text).split(/\s+/);
      // A word of one or two letters is in no index, but another word of the text is.
      if (!words.some((word) => [...word].length >= 3)) continue;
      const matches = names.filter((name) => words.every((word) => foldText(name).includes(word)));
      const hits = await titles(account, text, '&limit=20');
      assert.equal(hits.length, Math.min(20, matches.length), `"${text}" among ${size}`);
      assert.equal(new Set(hits).size, hits.length, `"${text}": no hit twice`);
      for (const hit of hits) assert.ok(matches.includes(hit), `"${text}" found "${hit}"`);
      found += hits.length;
    }
    assert.ok(found > 100, `only ${found} hits`);
  }
});

test('the search of 40,000 companies reads few blocks, for rare, frequent, short and unknown texts', async () => {
  const account = await app.account();
  await insertNamed(
    account.accountId,
    Array.from({ length: 40_000 }, (_, n) => `${['Zinc', 'Mint', 'Aloe', 'Fern'][n % 4]} Trading ${n} GmbH`),
  );
  await sql`vacuum (analyze) company`.execute(app.ctx.db.system);
  const { rows } = await sql<{ blocks: number }>`select pg_relation_size('company') / 8192 as blocks`.execute(
    app.ctx.db.system,
  );
  const all = Number(rows[0]?.blocks);
  assert.deepEqual(await titles(account, 'trading 39999 g'), ['Fern Trading 39999 GmbH'], 'beyond the first names');
  for (const text of ['trading 39999 g', 'inc tra', 'TRADING', 'zi', 'q', 'unknown text', '99 gmbh']) {
    const read = await blocksRead(app.ctx.db, ['company'], async (tx) => {
      await sql`select set_config('daybook.account_id', ${account.accountId}, true)`.execute(tx);
      await sql`select * from find_companies(${text}, null, 8)`.execute(tx);
    });
    assert.ok(read > 0 && read < 3500, `"${text}" read ${read} blocks; the table has ${all}, and its rows are 40,000`);
  }
});

test('a key that is limited to company tags finds only companies with these tags, and nothing of the whole account', async () => {
  const account = await app.account();
  await insertNamed(account.accountId, ['Aldine EU'], { region: 'EU' });
  await insertNamed(account.accountId, ['Aldine US'], { region: 'US' });
  const consumerId = await makeConsumer(account, 'Aldine receiver');
  const [us] = await find(account, 'aldine us');
  const { syncId } = await makeThings(account, us?.id ?? '');
  const { secret } = await app.key(account.accountId, { companyTags: { region: 'EU' } });
  const narrow = { send: (request: string) => app.send(request, { key: secret }) };
  assert.deepEqual((await titles(account, 'aldine')).sort(), ['Aldine EU', 'Aldine US', 'Aldine receiver']);
  assert.deepEqual(await titles(narrow, 'aldine'), ['Aldine EU']);
  assert.equal((await find(account, syncId)).length, 1);
  for (const id of [syncId, us?.id ?? '', consumerId]) assert.deepEqual(await find(narrow, id), [], id);
  const denied = await narrow.send(`GET /search?q=x&companyId=${us?.id}`);
  assert.deepEqual([denied.status, denied.body.code], [403, 'notYourResource']);
});

test('everything is found by its complete id, only in its own account, and messages and consumers only with the scope webhooks', async () => {
  const [account, other] = [await app.account(), await app.account()];
  const { companyId } = (await account.send('POST /companies', { body: { name: 'Birch' } })).body;
  const made = await makeThings(account, companyId);
  const consumerId = await makeConsumer(account, 'Ledger');
  const kinds = {
    companyId: 'company',
    connectionId: 'connection',
    syncId: 'sync',
    pushId: 'push',
    messageId: 'message',
  };
  for (const [name, kind] of Object.entries({ ...kinds, consumerId: 'consumer' })) {
    const id = ({ ...made, companyId, consumerId } as Record<string, string>)[name] ?? assert.fail(name);
    const [hit, ...rest] = await find(account, id.toUpperCase());
    assert.deepEqual([hit?.kind, hit?.id, rest], [kind, id, []], name);
    if (kind !== 'consumer') assert.deepEqual([hit?.companyId, hit?.companyName], [companyId, 'Birch'], name);
    assert.deepEqual(await find(other, id), [], `${name} of another account`);
  }
  const { secret } = await app.key(account.accountId, { scopes: ['read'] });
  const reader = { send: (request: string) => app.send(request, { key: secret }) };
  for (const id of [made.messageId, consumerId, 'ledger']) assert.deepEqual(await find(reader, id), [], id);
  assert.equal((await find(reader, made.syncId)).length, 1);
  assert.deepEqual(await find(account, randomUUID()), []);
});

test('the correlation id of a change leads administrators to its audit entry and its request, and others nowhere', async () => {
  const { accountId } = await app.account();
  const admin = await (await makePerson(app, { accountId })).signIn();
  const viewer = await (await makePerson(app, { accountId, role: 'viewer' })).signIn();
  const made = await admin.send('POST /companies', { body: { name: 'Traced' } });
  const correlationId = made.headers.get('x-correlation-id') ?? '';
  await app.ctx.requestLog?.flush();
  const [hit, request, ...more] = await find(admin, correlationId);
  assert.deepEqual([hit?.kind, hit?.title, hit?.companyName], ['auditEntry', 'createCompany', 'Traced']);
  assert.deepEqual(
    [request?.kind, request?.title, request?.id, request?.status, more],
    ['request', 'createCompany', correlationId, '200', []],
  );
  assert.deepEqual(await find(viewer, correlationId), []);
  assert.deepEqual(await titles(viewer, 'traced'), ['Traced'], 'a viewer finds companies');
});

test('with a company, its records are found by number, name or id, as they are now', async () => {
  const account = await app.account();
  const invoice = (id: string, number: string, issueDate = '2026-01-15T00:00:00Z') => ({
    id,
    record: anInvoice({ invoiceNumber: number, issueDate }),
  });
  const books = await companyWith(app.ctx.db, account, [
    invoice('a1', 'INV-0042'),
    invoice('a2', 'INV-00421', '2026-03-01T00:00:00Z'),
    invoice('a3', 'ÉTÉ-7'),
  ]);
  const customers = await seedDataSet(app.ctx.db, { ...books, dataType: 'customers' });
  await publishRecords(app.ctx.db, customers, [
    { id: 'c-9', record: { customerName: 'Høyer Freight', status: 'Active' } },
  ]);
  const other = await companyWith(app.ctx.db, account, [invoice('b1', 'INV-0042')]);
  const inBooks = `&companyId=${books.companyId}`;
  const ids = async (q: string, more = inBooks) =>
    (await find(account, q, more)).filter(({ kind }) => kind === 'record').map(({ id }) => id);
  assert.deepEqual(await ids('inv-0042'), ['a1', 'a2'], 'the exact number first');
  assert.deepEqual(await ids('0042'), ['a2', 'a1'], 'then the newest first');
  assert.deepEqual(await ids('ete-7'), ['a3']);
  assert.deepEqual(await ids('HOYER'), ['c-9']);
  assert.deepEqual(await ids('c-9'), ['c-9'], 'by id');
  assert.deepEqual(await ids('c-'), [], 'an id is complete');
  assert.deepEqual(await ids('inv-0042', ''), [], 'without a company, no records');
  assert.deepEqual(await ids('inv-0042', `&companyId=${other.companyId}`), ['b1']);
  const [hit] = await find(account, 'ete-7', inBooks);
  assert.deepEqual([hit?.dataType, hit?.title, hit?.companyId], ['invoices', 'ÉTÉ-7', books.companyId]);
  await publishRecords(app.ctx.db, books, [invoice('a1', 'INV-9000')]);
  assert.deepEqual(await ids('inv-0042'), ['a2'], 'an old version of a record is not found');
  assert.deepEqual(await ids('9000'), ['a1']);
});

test('a search without text, of an unknown company or of another account is refused', async () => {
  const [account, other] = [await app.account(), await app.account()];
  const { companyId } = (await other.send('POST /companies', { body: { name: 'Theirs' } })).body;
  for (const [path, status] of [
    ['/search', 400],
    ['/search?q=%20', 400],
    ['/search?q=a&limit=21', 400],
    [`/search?q=a&companyId=${randomUUID()}`, 404],
    [`/search?q=a&companyId=${companyId}`, 403],
  ] as const)
    assert.equal((await account.send(`GET ${path}`)).status, status, path);
});

async function makeConsumer({ accountId }: TestAccount, name: string): Promise<string> {
  const consumerId = randomUUID();
  await sql`insert into consumer (account_id, consumer_id, name, url, event_types, secret, created_at)
    values (${accountId}, ${consumerId}, ${name}, 'http://127.0.0.1:1/', '{push.*}', 'sealed', now())`.execute(
    app.ctx.db.system,
  );
  return consumerId;
}

async function makeThings({ accountId }: TestAccount, companyId: string) {
  const [connectionId, syncId, pushId] = [randomUUID(), randomUUID(), randomUUID()];
  const messageId = firstIdAt(Date.now()).replace(/0000-0000-\d+$/, `7000-8000-${randomUUID().slice(-12)}`);
  await sql`with n as (insert into connection (account_id, company_id, connection_id, platform_key, source_type, status, created_at)
      values (${accountId}, ${companyId}, ${connectionId}, 'sandbox', 'Accounting', 'PendingAuth', now())),
    s as (insert into sync (account_id, company_id, sync_id, data_set_id, connection_id, platform_key, data_type, trigger, status, requested_at)
      values (${accountId}, ${companyId}, ${syncId}, 1, ${connectionId}, 'sandbox', 'invoices', 'first', 'Complete', now())),
    p as (insert into push (account_id, company_id, push_id, connection_id, number, platform_key, data_type, operation, status,
        step, requested_at, timeout_minutes, times_out_at, status_code)
      values (${accountId}, ${companyId}, ${pushId}, ${connectionId}, 1, 'sandbox', 'invoices', 'create', 'TimedOut', 'unknown',
        now(), 60, now(), 504))
    insert into message (account_id, message_id, event_type, company_id, recipients, created_at, body)
      values (${accountId}, ${messageId}, 'push.failed', ${companyId}, 1, now(), '{}')`.execute(app.ctx.db.system);
  return { connectionId, syncId, pushId, messageId };
}
