import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { startOn, useApp } from '../harness.ts';
import { companyWith, publishRecords, someInvoices } from './seed-data-set.ts';
import { seedConnection, seedDataSet } from './seed-publication.ts';

/** When and by whom a data set can be read. No workers run, so a deleted company is hidden but not yet erased. */
const config = { sandboxUrl: 'http://127.0.0.1:9', role: 'api' as const };
const app = useApp({ config });

async function emptyCompany() {
  const account = await app.account();
  const { companyId } = (await account.send('POST /companies', { body: { name: 'new' } })).body;
  return { account, companyId, place: { accountId: account.accountId, companyId }, at: `/companies/${companyId}` };
}

test('R-READY-01 R-ERR-16: a data set that has not been requested answers 409, with and without a connection', async () => {
  const { account, place, at } = await emptyCompany();
  const expect = async (path: string) => {
    const answer = await account.send(`GET ${path}`);
    assert.deepEqual([answer.status, answer.body.code], [409, 'dataSetNotRequested'], answer.text);
    assert.match(answer.body.error, /data set invoices has not been requested/);
  };
  await expect(`${at}/data/invoices`);
  const connectionId = await seedConnection(app.ctx.db, place);
  await seedDataSet(app.ctx.db, { ...place, connectionId, dataType: 'bills' });
  for (const suffix of ['', '?query=status=paid', '?orderBy=issueDate', '?asOf=2026-01-01', '/x', '/x/versions']) {
    await expect(`${at}/data/invoices${suffix}`);
    await expect(`${at}/connections/${connectionId}/data/invoices${suffix}`);
  }
});

test('R-READY-02 R-ERR-17: a data set whose first sync has not completed answers 409, however much has been fetched', async () => {
  const { account, place, at } = await emptyCompany();
  const dataSet = await seedDataSet(app.ctx.db, place);
  const expect = async () => {
    for (const suffix of [
      '',
      '?query=status=paid',
      '?pageSize=5000',
      '?asOf=2026-01-01',
      '/inv-0001',
      '/inv-0001/versions',
    ]) {
      for (const from of [at, `${at}/connections/${dataSet.connectionId}`]) {
        const answer = await account.send(`GET ${from}/data/invoices${suffix}`);
        assert.deepEqual([answer.status, answer.body.code], [409, 'dataSetNotReady'], answer.text);
        assert.match(answer.body.error, /first sync of the data set invoices has not completed/);
      }
    }
  };
  await expect();
  await publishRecords(app.ctx.db, dataSet, someInvoices(3), { isPublished: false });
  await expect();
  await publishRecords(app.ctx.db, dataSet, someInvoices(3));
  assert.equal((await account.send(`GET ${at}/data/invoices`)).body.results.length, 3);
});

test("A-11 R-ERR-14: a data type that none of the company's platforms supports answers 404 with the names of those platforms", async () => {
  const { account, companyId, place, at } = await emptyCompany();
  const errorOf = async (path: string) => {
    const answer = await account.send(`GET ${path}`);
    assert.deepEqual([answer.status, answer.body.code], [404, 'dataTypeNotSupported'], answer.text);
    return answer.body.error;
  };
  const none = 'Datatype unicorns not supported: the company has no connection to a platform';
  for (const suffix of ['', '/1', '/1/versions']) assert.equal(await errorOf(`${at}/data/unicorns${suffix}`), none);
  const queued = await account.send(`POST ${at}/data/queue/unicorns`);
  assert.deepEqual([queued.status, queued.body.error], [404, none]);
  const known = await account.send(`POST ${at}/data/queue/invoices`);
  assert.deepEqual([known.status, known.body.code], [403, 'connectionNotLinked']);
  assert.match(known.body.error, /the company has no linked connection/);
  const connectionId = await seedConnection(app.ctx.db, place);
  for (const suffix of ['', '/1', '/1/versions', '?pageSize=5000']) {
    const expected = 'Datatype unicorns not supported by platform(s) Sandbox';
    assert.equal(await errorOf(`${at}/data/unicorns${suffix}`), expected);
    assert.equal(await errorOf(`${at}/connections/${connectionId}/data/unicorns${suffix}`), expected);
  }
  const asked = await account.send(`POST ${at}/data/queue/unicorns`);
  assert.deepEqual([asked.status, asked.body.error], [404, 'Datatype unicorns not supported by platform(s) Sandbox']);
  const second = await seedConnection(app.ctx.db, place, 'Unlinked');
  await sql`update connection set platform_key = 'elsewhere' where connection_id = ${second}`.execute(
    app.ctx.db.system,
  );
  assert.match(await errorOf(`${at}/data/unicorns`), /platform\(s\) (Sandbox, elsewhere|elsewhere, Sandbox)$/);
  assert.equal(
    await errorOf(`${at}/connections/${second}/data/invoices`),
    'Datatype invoices not supported by platform(s) elsewhere',
  );
  const answer = await account.send(`GET /companies/${companyId}/data/invoices`);
  assert.equal(answer.status, 409, 'one of the two platforms supports it');
});

test('R-BODY-05: a record, connection or company that does not exist answers 404, and the error names it', async () => {
  const account = await app.account();
  const { path, companyId, connectionId } = await companyWith(app.ctx.db, account, someInvoices(1));
  for (const suffix of ['', '/versions', '?asOf=2020-01-01']) {
    const answer = await account.send(`GET ${path}/${encodeURIComponent('no/such "one"')}${suffix}`);
    assert.deepEqual([answer.status, answer.body.code], [404, 'recordNotFound']);
    assert.ok(answer.body.error.includes('no/such "one"') && answer.body.error.includes('invoices'), answer.text);
  }
  const elsewhere = await account.send(`GET /companies/${companyId}/connections/${randomUUID()}/data/invoices`);
  assert.deepEqual([elsewhere.status, elsewhere.body.error], [404, 'Not found: there is no such connection.']);
  const nobody = await account.send(`GET /companies/${randomUUID()}/data/invoices`);
  assert.deepEqual([nobody.status, nobody.body.error], [404, 'Not found: there is no such company.']);
  assert.equal(
    (await account.send(`GET /companies/${companyId}/connections/${connectionId}/data/invoices`)).status,
    200,
  );
  const other = await app.account();
  for (const foreign of [
    path,
    `${path}/inv-0001`,
    `/companies/${companyId}/connections/${connectionId}/data/invoices`,
  ]) {
    assert.equal((await other.send(`GET ${foreign}`)).status, 403);
  }
});

test('of several data sets of a company, lists read the published one of the connection that was linked last', async () => {
  const { account, place, at } = await emptyCompany();
  const read = async () => (await account.send(`GET ${at}/data/invoices`)).body.results?.[0]?.invoiceNumber;
  const make = async (name: string, status: 'Linked' | 'Unlinked', linked: string, isPublished = true) => {
    const connectionId = await seedConnection(app.ctx.db, place, status);
    await sql`update connection set linked_at = ${linked} where connection_id = ${connectionId}`.execute(
      app.ctx.db.system,
    );
    const dataSet = await seedDataSet(app.ctx.db, { ...place, connectionId });
    const records = someInvoices(1, () => ({ invoiceNumber: name }));
    await publishRecords(app.ctx.db, dataSet, records, { isPublished });
    return connectionId;
  };
  await make('left long ago', 'Unlinked', '2026-01-01');
  assert.equal(await read(), 'left long ago', 'fetched data stays readable');
  await make('left later', 'Unlinked', '2026-02-01');
  assert.equal(await read(), 'left later');
  const linked = await make('linked', 'Linked', '2025-01-01');
  assert.equal(await read(), 'linked');
  await make('not ready', 'Linked', '2026-03-01', false);
  assert.equal(await read(), 'linked');
  const newest = await make('newest', 'Linked', '2026-03-01');
  assert.equal(await read(), 'newest');
  const ofConnection = await account.send(`GET ${at}/connections/${linked}/data/invoices/inv-0001`);
  assert.equal(ofConnection.body.invoiceNumber, 'linked');
  await account.send(`DELETE ${at}/connections/${newest}`);
  assert.equal(await read(), 'linked', 'the data of a deleted connection is gone at once');
});

test("a deleted company's data is hidden at once, in every process and for clients that are paging", async () => {
  const account = await app.account();
  const { path, companyId, connectionId } = await companyWith(app.ctx.db, account, someInvoices(700));
  const second = await startOn(app.databaseUrl, { config });
  try {
    const read = (target: string) => second.app.send(`GET ${target}`, { key: account.key });
    const next = (await read(`${path}?pageSize=2`)).body._links.next.href;
    const tag = (await read(path)).headers.get('etag') ?? '';
    // Both processes have read it, so that they have cached the company's owner.
    for (const from of [read, (target: string) => account.send(`GET ${target}`)]) {
      assert.equal((await from(path)).status, 200);
      assert.equal((await from(`${path}/inv-0001`)).status, 200);
    }
    assert.equal((await account.send(`DELETE /companies/${companyId}`)).status, 204);
    const atConnection = `/companies/${companyId}/connections/${connectionId}/data/invoices`;
    for (const target of [
      path,
      next,
      `${path}/inv-0001`,
      `${path}/inv-0001/versions`,
      `${path}?query=status=paid`,
      `${path}?pageSize=5000`,
      atConnection,
    ]) {
      const answer = await read(target);
      assert.deepEqual([answer.status, answer.body.error], [404, 'Not found: there is no such company.'], target);
    }
    const unchanged = await second.app.send(`GET ${path}`, { key: account.key, headers: { 'if-none-match': tag } });
    assert.equal(unchanged.status, 404);
  } finally {
    await second.stop();
  }
});

test('a key limited to tags loses access when the company loses the tag, even if other keys have just read the data', async () => {
  const account = await app.account();
  const { path, companyId } = await companyWith(app.ctx.db, account, someInvoices(1));
  const limited = await app.key(account.accountId, { companyTags: { region: 'EU' } });
  const status = async () => (await app.send(`GET ${path}`, { key: limited.secret })).status;
  assert.equal((await account.send(`GET ${path}`)).status, 200);
  assert.equal(await status(), 403);
  await account.send(`PATCH /companies/${companyId}`, { body: { tags: { region: 'EU' } } });
  assert.equal(await status(), 200);
  await account.send(`PATCH /companies/${companyId}`, { body: { tags: {} } });
  assert.equal(await status(), 403);
});
