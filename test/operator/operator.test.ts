import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { readPage } from '../../src/lists/page/read-page.ts';
import { asOwner, clientAccountList } from '../../src/operator/store.ts';
import { useApp } from '../harness.ts';
import { type Browser, makePerson } from '../people/people.ts';
import { waitFor } from '../wait-for.ts';
import { seedConsumer } from '../webhooks/seed-messages.ts';

/** The operator area: accounts, maintenance, health. */
const app = useApp();
const operatorSignedIn = async () => (await makePerson(app, { isOperator: true, name: 'Olga' })).signIn();

test("operator operations reject a key, a client's administrator and an anonymous request", async () => {
  const account = await app.account();
  const browser = await (await makePerson(app, { accountId: account.accountId })).signIn();
  const paths = ['/operator/accounts', '/operator/migrations', '/operator/health', '/operator/maintenance'];
  for (const path of paths) {
    assert.equal((await account.send(`GET ${path}`)).body.code, 'sessionOnly', path);
    assert.equal((await browser.send(`GET ${path}`)).body.code, 'roleTooLow', path);
    assert.equal((await app.send(`GET ${path}`)).status, 401, path);
  }
});

test('accounts are listed with their counts, and can be searched, ordered and paged like any list', async () => {
  const operator = await operatorSignedIn();
  const account = await app.account({ name: 'Zebra Lending', plan: 'free' });
  await account.send('POST /companies', { body: { name: 'a' } });
  await seedConsumer(app, account.accountId);
  const { body } = await operator.send(`GET /operator/accounts?query=${encodeURIComponent('name~Zebra && plan=free')}`);
  assert.equal(body.totalResults, 1);
  const [one] = body.results;
  assert.equal(one.accountId, account.accountId);
  const { companies, consumers, apiKeys, members, webhookGeneration } = one;
  assert.deepEqual(
    { companies, consumers, apiKeys, members, webhookGeneration },
    {
      companies: 1,
      consumers: 1,
      apiKeys: 1,
      members: 0,
      webhookGeneration: 'newer',
    },
  );
  for (let i = 0; i < 5; i++) await app.account({ name: `Page ${i}` });
  const first = (await operator.send('GET /operator/accounts?pageSize=2&orderBy=-created')).body;
  const second = await operator.send(`GET ${first._links.next.href}`);
  assert.deepEqual(
    [...first.results, ...second.body.results].map(({ name }: { name: string }) => name),
    ['Page 4', 'Page 3', 'Page 2', 'Page 1'],
  );
});

test('an account is created and its administrator invited, who joins and sees both in the audit log', async () => {
  const operator = await operatorSignedIn();
  const made = await operator.send('POST /operator/accounts', { body: { name: 'New client' } });
  assert.equal(made.status, 201, made.text);
  assert.deepEqual([made.body.name, made.body.plan, made.body.companies], ['New client', 'free', 0]);
  const { accountId } = made.body;
  const invited = await operator.send(`POST /operator/accounts/${accountId}/invitations`, {
    body: { email: 'Boss@Client.example' },
  });
  assert.equal(invited.status, 201, invited.text);
  assert.deepEqual([invited.body.email, invited.body.role], ['boss@client.example', 'administrator']);
  const token = invited.body.link.split('/').at(-1);
  const accepted = await app.send(`POST /invitations/${token}`, {
    body: { password: 'plum harbour ninety kites', name: 'Boss' },
    headers: { origin: 'http://api.test' },
  });
  assert.equal(accepted.status, 200, accepted.text);
  assert.equal(accepted.body.account.accountId, accountId);
  const cookie = (accepted.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const trail = (await app.send('GET /audit', { headers: { cookie } })).body.results;
  const operations = trail.map(({ operation }: { operation: string }) => operation);
  for (const operation of ['createClientAccount', 'inviteAdministrator'])
    assert.ok(operations.includes(operation), operation);
  assert.ok(!JSON.stringify(trail).includes(token));
  assert.equal(
    (await operator.send(`POST /operator/accounts/${randomUUID()}/invitations`, { body: { email: 'a@b.c' } })).status,
    404,
  );
});

test('changes of plan, name and limits reach running processes and are audited with the previous values', async () => {
  const operator = await operatorSignedIn();
  const account = await app.account({ plan: 'free' });
  const path = `/operator/accounts/${account.accountId}`;
  const changed = await operator.send(`PATCH ${path}`, {
    body: { plan: 'paid', requestsPerMinute: 3000, name: 'Other', snapshotDays: 2600, snapshotBytes: 5e11 },
  });
  assert.equal(changed.status, 200, changed.text);
  assert.deepEqual([changed.body.plan, changed.body.requestsPerMinute, changed.body.name], ['paid', 3000, 'Other']);
  const { snapshotDays, snapshotBytes, snapshotBytesHeld } = changed.body;
  assert.deepEqual([snapshotDays, snapshotBytes, snapshotBytesHeld], [2600, 5e11, 0]);
  const { daysMax, bytesMax } = (await account.send('GET /usage')).body.snapshots;
  assert.deepEqual([daysMax, bytesMax], [2600, 5e11]);
  await waitFor(async () => (await account.send('GET /usage')).body.plan === 'paid');
  const back = await operator.send(`PATCH ${path}`, { body: { requestsPerMinute: null, snapshotBytes: null } });
  assert.deepEqual([back.body.requestsPerMinute, back.body.snapshotBytes], [undefined, undefined]);
  const browser = await (await makePerson(app, { accountId: account.accountId })).signIn();
  const [last, first] = (await browser.send('GET /audit?query=operation=changeClientAccount')).body.results;
  assert.deepEqual([first.before.plan, first.after.plan], ['free', 'paid']);
  assert.deepEqual([last.before.requestsPerMinute, last.after.requestsPerMinute], [3000, null]);
  assert.equal((await operator.send(`PATCH ${path}`, { body: {} })).status, 400);
  assert.equal((await operator.send(`PATCH ${path}`, { body: { plan: 'golden' } })).status, 400);
  assert.equal(
    (await operator.send(`PATCH /operator/accounts/${randomUUID()}`, { body: { plan: 'paid' } })).status,
    404,
  );
});

test('maintenance is switched on and off in the portal: all others get 503, and the operator can still sign in', async () => {
  const operator = await operatorSignedIn();
  const account = await app.account();
  const on = await operator.send('PUT /operator/maintenance', {
    body: { enabled: true, message: 'back at ten.', retryAfterSeconds: 120 },
  });
  assert.equal(on.status, 200, on.text);
  assert.deepEqual([on.body.enabled, on.body.message, on.body.retryAfterSeconds], [true, 'back at ten.', 120]);
  let other: Browser | undefined;
  try {
    await waitFor(async () => (await account.send('GET /companies')).status === 503);
    const refused = await account.send('GET /companies');
    assert.match(refused.body.error, /back at ten/);
    assert.equal(refused.headers.get('retry-after'), '120');
    assert.equal((await operator.send('GET /session')).status, 200);
    assert.equal((await operator.send('GET /operator/health')).status, 200);
    other = await operatorSignedIn();
  } finally {
    const off = await operator.send('PUT /operator/maintenance', { body: { enabled: false } });
    assert.deepEqual([off.status, off.body.enabled, off.body.message], [200, false, undefined]);
  }
  assert.ok(other);
  await waitFor(async () => (await account.send('GET /companies')).status === 200);
});

test('health shows processes, pending deliveries and their age, queues and the database', async () => {
  const operator = await operatorSignedIn();
  const account = await app.account({ name: 'Slow client' });
  const { consumerId, lane } = await seedConsumer(app, account.accountId);
  await sql`update consumer set hold_until = now() + interval '1 day', is_ordered = true where consumer_id = ${consumerId}`.execute(
    app.ctx.db.system,
  );
  const due = new Date(Date.now() - 90_000);
  for (let i = 0; i < 3; i++)
    await sql`insert into delivery (account_id, message_id, consumer_id, lane, due_at)
      values (${account.accountId}, ${randomUUID()}, ${consumerId}, ${lane}, ${due})`.execute(app.ctx.db.system);
  const { body } = await operator.send('GET /operator/health');
  assert.equal(body.processes.length, 1);
  assert.deepEqual([body.processes[0].role, body.processes[0].isAlive], ['all', true]);
  assert.ok(body.lanes.pending >= 3 && body.lanes.oldestDueSeconds >= 90, JSON.stringify(body.lanes));
  const [busiest] = body.lanes.busiest;
  assert.deepEqual([busiest.consumerId, busiest.accountName, busiest.pending], [consumerId, 'Slow client', 3]);
  assert.ok(body.queues.some(({ name }: { name: string }) => name === 'housekeeping'));
  assert.match(body.database.version, /^\d+/);
  assert.ok(body.database.sizeBytes > 1_000_000 && body.database.connections.used >= 1);
  assert.deepEqual(body.syncs.underWay, []);
});

test('a list of the operator that keeps its pages as bytes is read as the owner, too', async () => {
  const { accountId } = await app.account();
  const list = clientAccountList();
  const ctx = { ...app.ctx, db: asOwner(app.ctx.db), cursorKey: Buffer.alloc(32) };
  const request = { accountId, query: { query: `accountId=${accountId}` }, self: 'http://here/list', search: '' };
  const { body } = await readPage(ctx, list, request);
  const { results } = JSON.parse(body.toString());
  assert.deepEqual(
    results.map((one: { accountId: string }) => one.accountId),
    [accountId],
  );
});
