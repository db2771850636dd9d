import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { purgeCompany, requeueForgottenPurges } from '../../src/companies/purge-company.ts';
import { companyErasers } from '../../src/handlers.ts';
import { useApp } from '../harness.ts';
import { waitFor } from '../wait-for.ts';

const app = useApp();
const whole = {
  name: 'Łódź & Söhne 株式会社 🏭',
  description: 'line one\n"two" \\ three',
  tags: { region: 'EU', 'cost-centre_7': 'A "b"' },
};

test('R-EP-03 R-EP-05 R-SVC-02 R-COMPANY-03 R-COMPANY-04: a company is created with a name, description and tags of any Unicode characters', async () => {
  const account = await app.account();
  const made = await account.send('POST /companies', { body: whole });
  assert.equal(made.status, 200);
  const { name, description, tags } = made.body;
  assert.deepEqual({ name, description, tags }, whole);
  const read = await account.send(`GET /companies/${made.body.companyId}`);
  assert.deepEqual(read.body, made.body, 'the response is what was stored');
  const longest = {
    name: '🏭'.repeat(200),
    tags: Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`${i}`.padEnd(27, 'k'), 'v'.repeat(100)])),
  };
  assert.equal((await account.send('POST /companies', { body: longest })).status, 200);
  const least = await account.send('POST /companies', { body: { name: 'x' } });
  assert.ok(!('description' in least.body), 'omitted fields are absent');
});

test('R-COMPANY-01 R-COMPANY-02 R-EP-09: companyId is a version 7 UUID that the path accepts', async () => {
  const account = await app.account();
  const { body } = await account.send('POST /companies', { body: { name: 'x' } });
  assert.match(body.companyId, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  const read = await account.send(`GET /companies/${body.companyId}`);
  assert.deepEqual([read.status, read.body], [200, body]);
  const again = await account.send(`GET /companies/${body.companyId}`, {
    headers: { 'if-none-match': read.headers.get('etag') ?? '' },
  });
  assert.equal(again.status, 304);
});

test('R-SVC-01 R-COMPANY-05: redirect and links start with the base URL; the link token is unguessable', async () => {
  const account = await app.account();
  const { body } = await account.send('POST /companies', { body: { name: 'x' } });
  assert.match(body.redirect, /^http:\/\/api\.test\/link\/[A-Za-z0-9_-]{54}$/);
  const { _links } = (await account.send('GET /companies')).body;
  for (const { href } of Object.values(_links) as { href: string }[]) assert.ok(href.startsWith('http://api.test/'));
});

test('R-COMPANY-06 R-COMPANY-07: created is a time in UTC with Z, dataConnections an empty array', async () => {
  const account = await app.account();
  const { body } = await account.send('POST /companies', { body: { name: 'x' } });
  assert.match(body.created, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.ok(Math.abs(Date.parse(body.created) - Date.now()) < 10_000);
  assert.deepEqual(body.dataConnections, []);
});

test('R-EP-10: PATCH changes the given fields, null removes the description, and tags are replaced', async () => {
  const account = await app.account();
  const { body } = await account.send('POST /companies', { body: whole });
  const path = `/companies/${body.companyId}`;
  assert.deepEqual((await account.send(`PATCH ${path}`, { body: { name: 'New' } })).body, { ...body, name: 'New' });
  const removed = (await account.send(`PATCH ${path}`, { body: { description: null, tags: { a: 'b' } } })).body;
  assert.deepEqual([removed.description, removed.tags, removed.name], [undefined, { a: 'b' }, 'New']);
  assert.equal((await account.send(`PATCH ${path}`, { body: {} })).status, 400);
  assert.deepEqual((await account.send(`GET ${path}`)).body, removed);
});

test('R-EP-10: PUT replaces the company and removes omitted fields', async () => {
  const account = await app.account();
  const { body } = await account.send('POST /companies', { body: whole });
  const put = await account.send(`PUT /companies/${body.companyId}`, { body: { name: 'Only' } });
  const { description: _gone, ...rest } = body;
  assert.deepEqual([put.status, put.body], [200, { ...rest, name: 'Only', tags: {} }]);
});

test('R-EP-11 R-READY-10: DELETE returns 204; the company disappears at once, and a job erases it and leaves a receipt', async () => {
  const account = await app.account();
  const { body } = await account.send('POST /companies', { body: whole });
  const deleted = await account.send(`DELETE /companies/${body.companyId}`);
  assert.deepEqual([deleted.status, deleted.text], [204, '']);
  assert.equal((await account.send(`GET /companies/${body.companyId}`)).status, 404);
  assert.equal((await account.send('GET /companies')).body.totalResults, 0);
  await waitFor(async () => {
    const receipt = await app.ctx.db.system
      .selectFrom('purge_receipt')
      .selectAll()
      .where('company_id', '=', body.companyId)
      .executeTakeFirstOrThrow();
    return receipt.purged_at !== null && receipt.erased?.company === 1;
  });
  const left = await app.ctx.db.system
    .selectFrom('company')
    .selectAll()
    .where('company_id', '=', body.companyId)
    .execute();
  assert.deepEqual(left, []);
});

test('a purge whose job was lost gets a new job, and running it twice is harmless', async () => {
  const account = await app.account();
  const { companyId } = (await account.send('POST /companies', { body: { name: 'x' } })).body;
  await app.ctx.jobs.pause();
  await account.send(`DELETE /companies/${companyId}`);
  await sql`delete from pgboss.job where name = 'purge-company'`.execute(app.ctx.db.system);
  await app.ctx.db.system
    .updateTable('purge_receipt')
    .set({ requested_at: new Date(Date.now() - 3_600_000) })
    .where('company_id', '=', companyId)
    .execute();
  assert.equal(await requeueForgottenPurges(app.ctx), 1);
  await app.ctx.jobs.resume();
  const purged = () =>
    app.ctx.db.system
      .selectFrom('purge_receipt')
      .selectAll()
      .where('company_id', '=', companyId)
      .executeTakeFirstOrThrow();
  await waitFor(async () => (await purged()).purged_at !== null);
  const before = await purged();
  await purgeCompany({ ...app.ctx, erasers: companyErasers }, { accountId: account.accountId, companyId });
  assert.deepEqual(await purged(), before);
});

test('a job is enqueued with the change or not at all', async () => {
  const account = await app.account();
  const { companyId } = (await account.send('POST /companies', { body: { name: 'x' } })).body;
  await app.ctx.jobs.pause();
  const queued = async () => {
    const { rows } = await sql`select from pgboss.job where data ->> 'companyId' = ${companyId}`.execute(
      app.ctx.db.system,
    );
    return rows.length;
  };
  const rolledBack = app.ctx.db.transaction(account.accountId, async (tx) => {
    await app.ctx.jobs.enqueue(tx, { name: 'purge-company' }, { accountId: account.accountId, companyId });
    throw new Error('changed my mind');
  });
  await assert.rejects(rolledBack, /changed my mind/);
  assert.equal(await queued(), 0);
  await account.send(`DELETE /companies/${companyId}`);
  assert.equal(await queued(), 1);
  await app.ctx.jobs.resume();
});

test('a key limited to tags can only see, create and change companies with these tags', async () => {
  const account = await app.account();
  const { secret } = await app.key(account.accountId, { companyTags: { region: 'EU' } });
  const eu = (await account.send('POST /companies', { body: { name: 'eu', tags: { region: 'EU' } } })).body;
  const us = (await account.send('POST /companies', { body: { name: 'us', tags: { region: 'US' } } })).body;
  const list = await app.send('GET /companies', { key: secret });
  assert.deepEqual([list.body.totalResults, list.body.results.length, list.body.results[0].name], [1, 1, 'eu']);
  assert.equal((await app.send(`GET /companies/${us.companyId}`, { key: secret })).status, 403);
  assert.equal((await app.send('POST /companies', { key: secret, body: { name: 'x' } })).status, 403);
  assert.equal(
    (await app.send('POST /companies', { key: secret, body: { name: 'x', tags: { region: 'EU' } } })).status,
    200,
  );
  assert.equal((await app.send(`PATCH /companies/${eu.companyId}`, { key: secret, body: { tags: {} } })).status, 403);
});

test('the connections of a process count companies in different rows, so that they do not wait for each other', async () => {
  const { pool } = app.ctx.db;
  // Twice: a closed connection gives its number back.
  for (let round = 0; round < 2; round++) {
    const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
    const read = async (client: (typeof clients)[number]) =>
      (await client.query<{ shard: number }>('select company_count_shard() as shard')).rows[0]?.shard ?? -1;
    const shards = await Promise.all(clients.map(read)).finally(() => {
      for (const client of clients) client.release(true);
    });
    assert.equal(new Set(shards).size, clients.length, shards.join());
    assert.ok(shards.every((shard) => shard >= 0 && shard < 32));
  }
});
