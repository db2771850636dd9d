import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { type TestAccount, useApp } from '../harness.ts';
import { publish, seedDataSet } from './seed-publication.ts';

const app = useApp();

const invoice = { issueDate: '2026-01-01T00:00:00Z', totalAmount: 1, amountDue: 0, status: 'Paid' };

type Page = { results: Publication[]; _links: { next?: { href: string } } };
type Publication = { publishedAt: string; dataType: string; generation: number; changes: number; syncId?: string };

async function twoDataSets(account: TestAccount) {
  const { companyId } = (await account.send('POST /companies', { body: { name: 'x' } })).body;
  const place = { accountId: account.accountId, companyId };
  const invoices = await seedDataSet(app.ctx.db, place);
  const bills = await seedDataSet(app.ctx.db, { ...place, connectionId: invoices.connectionId, dataType: 'bills' });
  return { companyId: companyId as string, invoices, bills };
}

const brief = ({ dataType, generation, changes }: Publication) => `${dataType} ${generation} ${changes}`;

test('publications of a company are listed newest first with their data type, changes and sync, page by page', async () => {
  const account = await app.account();
  const { companyId, invoices, bills } = await twoDataSets(account);
  const { syncId } = await publish(app.ctx.db, invoices, [{ id: 'a' }, { id: 'b' }]);
  await publish(app.ctx.db, bills, [{ id: 'z' }]);
  await publish(app.ctx.db, invoices, [{ id: 'a', change: 'u' }]);
  const path = `/companies/${companyId}/publications`;
  const all = (await account.send(`GET ${path}`)).body;
  assert.deepEqual(all.results.map(brief), ['invoices 2 1', 'bills 1 1', 'invoices 1 2']);
  assert.equal(all.results[2].syncId, syncId);
  assert.equal(all.totalResults, 3);
  const seen: string[] = [];
  for (let next: string | undefined = `${path}?pageSize=1`; next; ) {
    const page: Page = (await account.send(`GET ${next}`)).body;
    seen.push(...page.results.map(brief));
    next = page._links.next?.href;
  }
  assert.deepEqual(seen, all.results.map(brief), 'by links, each once');
  const filtered = (await account.send(`GET ${path}?query=${encodeURIComponent('dataType=invoices && changes>1')}`))
    .body;
  assert.deepEqual(filtered.results.map(brief), ['invoices 1 2']);
});

test('the time of a publication, sent as asOf, reads the state that it published', async () => {
  const account = await app.account();
  const { companyId, invoices } = await twoDataSets(account);
  for (const note of ['one', 'two', 'three']) {
    await publish(app.ctx.db, invoices, [
      { id: 'a', change: note === 'one' ? 'a' : 'u', fields: { ...invoice, note } },
    ]);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const { results } = (await account.send(`GET /companies/${companyId}/publications`)).body;
  const notes: string[] = [];
  for (const { publishedAt } of results as Publication[]) {
    const asOf = encodeURIComponent(publishedAt);
    notes.push((await account.send(`GET /companies/${companyId}/data/invoices/a?asOf=${asOf}`)).body.note);
  }
  assert.deepEqual(notes, ['three', 'two', 'one']);
});

test('publications that asOf can no longer read, and those of other accounts, are left out', async () => {
  const [account, other] = [await app.account(), await app.account()];
  const { companyId, invoices } = await twoDataSets(account);
  await publish(app.ctx.db, invoices, [{ id: 'a' }]);
  await publish(app.ctx.db, invoices, [{ id: 'a', change: 'u' }]);
  await sql`update data_set set oldest_generation = 2 where data_set_id = ${invoices.dataSetId}`.execute(
    app.ctx.db.system,
  );
  const path = `/companies/${companyId}/publications`;
  assert.deepEqual((await account.send(`GET ${path}`)).body.results.map(brief), ['invoices 2 1']);
  assert.equal((await other.send(`GET ${path}`)).status, 403);
});

test('the feed of a company can be limited to what one sync has published', async () => {
  const account = await app.account();
  const { companyId, invoices, bills } = await twoDataSets(account);
  await publish(app.ctx.db, invoices, [{ id: 'a' }]);
  await publish(app.ctx.db, bills, [{ id: 'z' }]);
  const { syncId } = await publish(app.ctx.db, invoices, [{ id: 'a', change: 'u' }, { id: 'b' }, { id: 'c' }]);
  await publish(app.ctx.db, invoices, [{ id: 'a', change: 'd' }]);
  const ids: string[] = [];
  let after = '';
  for (let hasMore = true; hasMore; ) {
    const page = (await account.send(`GET /companies/${companyId}/changes?syncId=${syncId}&limit=2${after}`)).body;
    ids.push(...page.results.map((one: { id: string; change: string }) => `${one.id} ${one.change}`));
    after = `&after=${page.next}`;
    hasMore = page.hasMore;
  }
  assert.deepEqual(ids, ['a updated', 'b added', 'c added']);
  assert.equal((await account.send(`GET /changes?syncId=${syncId}`)).status, 400, 'only the feed of a company');
});
