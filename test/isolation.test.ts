import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { numberPublications } from '../src/data/changes/number-publications.ts';
import { scopes } from '../src/http/access/principal.ts';
import { pathResources } from '../src/path-resources.ts';
import { apiRoutes } from '../src/routes.ts';
import { seedKept } from './attachments/seed-kept.ts';
import { publish, seedDataSet } from './data/seed-publication.ts';
import { useApp } from './harness.ts';
import { makeMigrationRows } from './make-migration-rows.ts';
import { makeMoveRows } from './make-move-rows.ts';
import { makeOauthRows } from './make-oauth-rows.ts';
import { seedProof, seedPurgedProof, seedTree } from './proofs/seed-proof.ts';
import { seedPushGroup } from './push/seed-push-group.ts';
import { seedSnapshot } from './snapshots/seed-snapshot.ts';
import { seedStanding } from './standing/seed-standing.ts';
import { seedUpload } from './uploads/seed-upload.ts';

/** Accounts are isolated twice: by the condition in each query and by row-level security. */
const app = useApp();

/** Tables that belong to no account. Every other table must be a tenant table. */
const systemTables = [
  'attempt_count',
  'cell_ticket',
  'cell_count',
  'cell_secret',
  'proof_key',
  'cell_state',
  'database_size',
  'lanes_watch',
  'list_horizon',
  'list_moment',
  'password_reset',
  'person',
  'process',
  'provider_budget',
  'recovery_code',
  'schema_change',
  'schema_functions',
  'session',
];

/** System tables without private data, which every account may read. */
const openTables = ['list_horizon'];

async function tables(): Promise<{ name: string; tenant: boolean; protected: boolean; keyed: boolean }[]> {
  const { rows } = await sql<{ name: string; tenant: boolean; protected: boolean; keyed: boolean }>`
    select c.relname as name,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'account_id') as tenant,
      c.relrowsecurity and exists (select from pg_policy p where p.polrelid = c.oid) as protected,
      exists (select from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
        where i.indrelid = c.oid and i.indisprimary and a.attname = 'account_id') as keyed
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and not c.relispartition order by 1`.execute(app.ctx.db.system);
  return rows;
}

test('every table is a protected tenant table or a known system table', async () => {
  const found = await tables();
  assert.ok(found.length >= 10);
  for (const table of found) {
    if (systemTables.includes(table.name))
      assert.ok(!table.tenant, `${table.name} has an account_id, so it is not a system table`);
    else
      assert.ok(
        table.tenant && table.protected && table.keyed,
        `${table.name} needs account_id first in its key and protect_tenant_table`,
      );
  }
});

test("the program's role can neither bypass row-level security nor become another role, and owns nothing", async () => {
  const { rows } = await sql<{ rolbypassrls: boolean; rolsuper: boolean; rolcreaterole: boolean; owned: number }>`
    select rolbypassrls, rolsuper, rolcreaterole, (select count(*) from pg_class where relowner = r.oid) as owned
    from pg_roles r where rolname = 'daybook_program'`.execute(app.ctx.db.system);
  assert.deepEqual(rows, [{ rolbypassrls: false, rolsuper: false, rolcreaterole: false, owned: 0 }]);
});

test('the program role without an account sees 0 rows in every tenant table and cannot read system tables', async () => {
  await fillAll();
  await app.ctx.db.system.transaction().execute(async (tx) => {
    await sql`set local role daybook_program`.execute(tx);
    for (const { name, tenant } of await tables()) {
      await sql`savepoint one`.execute(tx);
      const read = sql<{ n: number }>`select count(*) as n from ${sql.table(name)}`.execute(tx);
      if (tenant) assert.equal((await read).rows[0]?.n, 0, name);
      else if (openTables.includes(name)) await read;
      else await assert.rejects(read, /permission denied/, name);
      await sql`rollback to savepoint one`.execute(tx);
    }
  });
});

test('the program role with an account sees only its own rows and cannot write rows of another account', async () => {
  const [mine, theirs] = await fillAll();
  for (const { name, tenant } of await tables()) {
    if (!tenant) continue;
    const rows = await app.ctx.db.read<{ account_id: string }>(
      mine,
      sql`select distinct account_id from ${sql.table(name)}`,
    );
    assert.deepEqual(rows, [{ account_id: mine }], `${name} must have rows in this test, all of this account`);
    await assert.rejects(
      app.ctx.db.write(mine, sql`update ${sql.table(name)} set account_id = ${theirs}`),
      /row-level security|foreign key|duplicate key/,
      name,
    );
  }
  assert.deepEqual(await app.ctx.db.read(theirs, sql`select from company where account_id = ${mine}`), []);
});

test('a scoped statement leaves no role or account on its connection, even if it fails', async () => {
  const { accountId } = await app.account();
  await app.ctx.db.read(accountId, sql`select 1`);
  await assert.rejects(app.ctx.db.read(accountId, sql`select 1 / 0`), /division by zero/);
  await assert.rejects(app.ctx.db.transaction(accountId, (tx) => sql`select nope`.execute(tx)));
  const clients = await Promise.all(Array.from({ length: 10 }, () => app.ctx.db.pool.connect()));
  for (const client of clients) {
    const { rows } = await client.query(
      "select current_user = session_user as own, current_setting('daybook.account_id', true) as account",
    );
    assert.equal(rows[0].own, true);
    assert.ok(!rows[0].account, 'no account is left behind');
    client.release();
  }
});

test("A-4 R-ERR-09: every endpoint called with another account's key returns 403 or 404 and never a row", async () => {
  // An account with the older webhooks can use every operation.
  const [theirs, mine] = [await app.account(), await app.account({ webhooks: 'older' })];
  const company = (await theirs.send('POST /companies', { body: { name: 'secret-name' } })).body;
  const connectionId = await makeConnection(theirs.accountId, company.companyId);
  const foreign: Record<string, string> = {
    companyId: company.companyId,
    apiKeyId: theirs.apiKeyId,
    connectionId,
    ...(await seedUpload(app.ctx.db, { ...theirs, companyId: company.companyId, connectionId })),
    dataType: 'invoices',
    platformKey: 'sandbox',
    ...(await makeData(theirs.accountId, company.companyId)),
    ...(await makeWebhooks(theirs.accountId)),
    ...(await makeRules(theirs.accountId)),
    ...(await makePush(theirs.accountId, company.companyId)),
  };
  const { accountId, companyId } = { ...theirs, companyId: company.companyId };
  foreign.standingQueryId = (await seedStanding(app.ctx.db, { accountId, companyId })).standingQueryId;
  const { consumerId } = await seedStanding(app.ctx.db, { accountId: mine.accountId, companyId: randomUUID() });
  await sql`update consumer set name = 'own' where consumer_id = ${consumerId}`.execute(app.ctx.db.system);
  await sql`delete from standing_query where consumer_id = ${consumerId}`.execute(app.ctx.db.system);
  bodies.createStandingQuery = { name: 'x', consumerId, dataType: 'invoices', query: 'totalAmount>1' };
  const routes = apiRoutes({ baseUrl: '' } as Parameters<typeof apiRoutes>[0]);
  assert.ok(routes.length >= 9);
  const { secret: key } = await app.key(mine.accountId, { scopes });
  for (const route of routes) {
    // test/people/isolation.test.ts covers operations for people; open operations have no account.
    if (route.access !== undefined) continue;
    // Its response never ends; test/live covers it.
    if (route.operationId === 'watchAccount') continue;
    const path = route.path.replace(
      /\{(\w+)\}/g,
      (_, name: string) => foreign[name] ?? assert.fail(`This test has no ${name}: add one of the other account.`),
    );
    const body = route.body ? { body: bodies[route.operationId] ?? { name: 'x' } } : {};
    const query = route.operationId === 'search' ? '?q=secret' : '';
    const answer = await app.send(`${route.method} ${path}${query}`, { key, ...body });
    if (idsIn(route.path).length > 0)
      assert.equal(answer.status, 403, `${route.operationId} returned ${answer.status}`);
    // Its path names a platform and a data type, which all accounts have: the mapping is the caller's own.
    else if (route.path.startsWith('/mappings/'))
      assert.ok(answer.status < 300 || answer.status === 404, `${route.operationId} returned ${answer.status}`);
    else if (route.path.includes('{'))
      assert.ok([403, 404].includes(answer.status), `${route.operationId} returned ${answer.status}`);
    else assert.ok(answer.status < 300, `${route.operationId} returned ${answer.status}`);
    assert.doesNotMatch(
      answer.text,
      new RegExp(`secret-name|secret-note|${theirs.accountId}|${company.companyId}|${theirs.apiKeyId}`),
    );
  }
  assert.equal((await theirs.send(`GET /companies/${company.companyId}`)).body.name, 'secret-name');
});

/** The parameters of a path that identify a resource of one account. */
const idsIn = (path: string) =>
  [...path.matchAll(/\{(\w+)\}/g)]
    .map(([, name = '']) => name)
    .filter((name) => name === 'companyId' || pathResources[name]?.table !== undefined);

const mapping = { fields: [{ name: 'project', path: 'project', type: 'text' }] };

/** Bodies with which an operation reaches its resource check; the other operations accept a name or check first. */
const bodies: Record<string, object> = {
  passThrough: { method: 'GET', path: '/customers' },
  replaceSyncSettings: { settings: [] },
  replaceMapping: mapping,
  previewMapping: mapping,
  replaceChecks: { checks: [] },
  setApplication: { clientId: 'x', clientSecret: 'x' },
  replaceLinkSettings: {},
  resolvePush: { outcome: 'Failed' },
  createPushGroup: {
    connectionId: randomUUID(),
    onFailure: 'stop',
    steps: [{ key: 'a', dataType: 'customers', operation: 'delete', recordId: 'a' }],
  },
  createConsumer: { name: 'x', url: 'http://127.0.0.1:1/' },
  createRule: { type: 'company.created', notifiers: { webhook: 'http://127.0.0.1:1/' } },
  replaceRule: { type: 'company.created', notifiers: { webhook: 'http://127.0.0.1:1/' } },
  rotateConsumerSecret: {},
  testConsumer: {},
  resendMessage: {},
  recoverMessages: { since: '2026-01-01T00:00:00Z' },
  replayMessages: { since: '2026-01-01T00:00:00Z' },
};

/** Two accounts with at least one row in every tenant table. */
async function fillAll(): Promise<[string, string]> {
  // Jobs triggered by these changes would remove rows that the test needs.
  await app.ctx.jobs.pause();
  const ids: string[] = [];
  for (let i = 0; i < 2; i++) {
    const account = await app.account();
    const { body } = await account.send('POST /companies', {
      body: { name: 'a' },
      headers: { 'idempotency-key': 'k' },
    });
    const kept = await account.send('POST /companies', { body: { name: 'b' } });
    await makeConnection(account.accountId, kept.body.companyId);
    await makeData(account.accountId, kept.body.companyId);
    await account.send('GET /companies?query=name=a');
    for (const path of ['/profile', `/companies/${kept.body.companyId}`])
      await account.send(`PUT ${path}/syncSettings`, { body: { settings: [] } });
    await sql`insert into sync_schedule (account_id, company_id, data_type, schedule, next_at)
      values (${account.accountId}, ${kept.body.companyId}, 'invoices', 'daily', 'infinity')`.execute(
      app.ctx.db.system,
    );
    await makeWebhooks(account.accountId);
    await makeRules(account.accountId);
    await makePush(account.accountId, kept.body.companyId);
    await makeMigrationRows(app, account.accountId);
    await makeNotices(account.accountId, await makePeople(account.accountId));
    const connectionId = await makeConnection(account.accountId, kept.body.companyId);
    const ofConnection = { accountId: account.accountId, companyId: kept.body.companyId, connectionId };
    await makeOauthRows(app, ofConnection);
    await seedUpload(app.ctx.db, ofConnection);
    await seedStanding(app.ctx.db, ofConnection);
    await seedKept(app.ctx.db, ofConnection);
    await account.send('PUT /profile/linkSettings', { body: { displayName: 'a' } });
    await sql`insert into custom_mapping (account_id, platform_key, data_type, connection_id, version, fields, created_at)
      values (${account.accountId}, 'sandbox', 'invoices', ${connectionId}, 1, '[]', now())`.execute(app.ctx.db.system);
    await account.send('PUT /profile/checks', { body: { checks: [{ check: 'duplicate', level: 'hold' }] } });
    await account.send(`PATCH /companies/${kept.body.companyId}`, { body: { name: 'c' } });
    await account.send(`DELETE /companies/${body.companyId}`);
    await sql`insert into past_row values (${account.accountId}, 'push', ${account.accountId}, '9', ${randomUUID()}, null, '{}')`.execute(
      app.ctx.db.system,
    );
    await sql`insert into kept_list values (${account.accountId}, 'a', '{}', now())`.execute(app.ctx.db.system);
    await makeMoveRows(app, account.accountId);
    await sql`insert into platform_call (account_id, call_id, at, company_id, connection_id, purpose, method, host, path,
      duration_ms, bytes, waited_ms) values (${account.accountId}, ${randomUUID()}, now(), ${kept.body.companyId},
      ${kept.body.companyId}, 'sync', 'GET', 'a', '/', 1, 1, 0)`.execute(app.ctx.db.system);
    ids.push(account.accountId);
  }
  await app.ctx.requestLog?.flush();
  return [ids[0] ?? '', ids[1] ?? ''];
}

/** Creates a data set with a record and the rows that a sync leaves behind. */
async function makeData(accountId: string, companyId: string) {
  const set = await seedDataSet(app.ctx.db, { accountId, companyId });
  const { syncId } = await publish(app.ctx.db, set, [{ id: 'record-1', fields: { note: 'secret-note' } }]);
  await numberPublications(app.ctx, accountId);
  const place = { account_id: accountId, company_id: companyId, data_set_id: set.dataSetId };
  const seen = { ...place, page: 1, ids: ['1'] };
  await app.ctx.db.system.insertInto('seen_page').values(seen).execute();
  await sql`insert into sync (account_id, company_id, sync_id, data_set_id, connection_id, platform_key, data_type, trigger,
      status, requested_at)
    values (${accountId}, ${companyId}, ${syncId}, ${set.dataSetId}, ${set.connectionId}, 'sandbox', 'invoices', 'first',
      'Complete', now())`.execute(app.ctx.db.system);
  await seedTree(app.ctx.db, set);
  await seedPurgedProof(app.ctx.db, accountId);
  await sql`insert into check_run (account_id, company_id, run_id, data_set_id, connection_id, data_type, generation, sync_id,
      is_held, checked_at, found, results)
    values (${accountId}, ${companyId}, ${randomUUID()}, ${set.dataSetId}, ${set.connectionId}, 'invoices', 1, ${syncId}, false,
      now(), 0, '[]')`.execute(app.ctx.db.system);
  const { proofId } = await seedProof(app.ctx.db, { accountId, companyId });
  return { id: 'record-1', syncId, proofId, ...(await seedSnapshot(app.ctx.db, set, 'secret-name')) };
}

/** Inserts a consumer and a message in every state directly. */
async function makeWebhooks(
  accountId: string,
): Promise<{ consumerId: string; messageId: string; attemptId: string; redeliveryId: string }> {
  const [consumerId, messageId] = [randomUUID(), randomUUID()];
  const [attemptId, redeliveryId] = [randomUUID(), randomUUID()];
  await sql`with c as (insert into consumer (account_id, consumer_id, name, url, event_types, secret, created_at)
      values (${accountId}, ${consumerId}, 'secret-name', 'http://127.0.0.1:1/', '{push.*}', 'sealed', now())),
    m as (insert into message (account_id, message_id, event_type, recipients, created_at, body)
      values (${accountId}, ${messageId}, 'push.failed', 1, now(), '{}')),
    d as (insert into delivery (account_id, message_id, consumer_id, lane, due_at)
      values (${accountId}, ${messageId}, ${consumerId}, 0, 'infinity')),
    f as (insert into failure (account_id, message_id, consumer_id, reason, ended_at)
      values (${accountId}, ${messageId}, ${consumerId}, 'exhausted', now())),
    a as (insert into attempt (account_id, message_id, attempt_id, consumer_id, number, cause, outcome, started_at, duration_ms)
      values (${accountId}, ${messageId}, ${attemptId}, ${consumerId}, 1, 'e', 'f', now(), 1)),
    r as (insert into redelivery (account_id, redelivery_id, consumer_id, kind, since, until, status, requested_at, total, touched_at)
      values (${accountId}, ${redeliveryId}, ${consumerId}, 'replay', now(), now(), 'Complete', now(), 0, now())),
    l as (insert into message_log (account_id, epoch) values (${accountId}, 1)),
    t as (insert into message_total (account_id, filter_hash, day, epoch, through, total, counted_at)
      values (${accountId}, '', now(), 1, ${messageId}, 0, now()))
    insert into limit_reached (account_id, limit_window, resets_at) values (${accountId}, 'day', 'infinity')`.execute(
    app.ctx.db.system,
  );
  return { consumerId, messageId, attemptId, redeliveryId };
}

/** Inserts a push with an unknown outcome directly. */
async function makePush(accountId: string, companyId: string): Promise<{ pushId: string; pushGroupId: string }> {
  const [pushId, connectionId, pushGroupId] = [randomUUID(), randomUUID(), randomUUID()];
  await seedPushGroup(app.ctx.db, { accountId, companyId, connectionId, pushGroupId, error: 'secret-note' });
  await sql`with l as (insert into push_lane (account_id, company_id, connection_id, platform_key)
      values (${accountId}, ${companyId}, ${connectionId}, 'sandbox'))
    insert into push (account_id, company_id, push_id, connection_id, number, platform_key, data_type, operation, status,
      step, requested_at, timeout_minutes, times_out_at, status_code, error_message)
    values (${accountId}, ${companyId}, ${pushId}, ${connectionId}, 1, 'sandbox', 'invoices', 'create', 'TimedOut', 'unknown',
      now(), 60, now(), 504, 'secret-note')`.execute(app.ctx.db.system);
  return { pushId, pushGroupId };
}

/** Inserts a rule with an alert and all related rows directly. */
async function makeRules(accountId: string): Promise<{ ruleId: string; alertId: string }> {
  const [ruleId, alertId] = [randomUUID(), randomUUID()];
  await sql`with r as (insert into rule (account_id, rule_id, rule_type, webhook_url, created_at, changed_at)
      values (${accountId}, ${ruleId}, 'push.failed', 'http://127.0.0.1:1/secret-name', now(), now())),
    a as (insert into alert (account_id, alert_id, rule_id, event_id, rule_type, raised_at, body)
      values (${accountId}, ${alertId}, ${ruleId}, ${randomUUID()}, 'push.failed', now(), '{"Message":"secret-note","Data":{}}')),
    d as (insert into alert_delivery (account_id, alert_id, notifier, kind, target, due_at)
      values (${accountId}, ${alertId}, 0, 'webhook', 'http://127.0.0.1:1/secret-name', 'infinity')),
    p as (insert into webhook_profile (account_id, changed_at) values (${accountId}, now()))
    insert into event_log_use (account_id, api_key_id, endpoint, day, calls, first_at, last_at)
    values (${accountId}, ${randomUUID()}, 'GET /rules/alerts', now(), 1, now(), now())`.execute(app.ctx.db.system);
  return { ruleId, alertId };
}

/** Inserts a condition, a person who is told of it, and a chat address directly. */
async function makeNotices(accountId: string, { personId }: { personId: string }): Promise<void> {
  const conditionId = randomUUID();
  await sql`with c as (insert into notice_condition (account_id, condition_id, kind, subject, name, detail, page, since, opened_at)
      values (${accountId}, ${conditionId}, 'consumerFailing', '', 'secret-name', '', '/', now(), now())),
    h as (insert into notice_choice (account_id, person_id, kind, medium)
      values (${accountId}, ${personId}, 'consumerFailing', 'browser')),
    t as (insert into notice_chat (account_id, chat_id, name, url, shown_url, kinds, created_at)
      values (${accountId}, ${randomUUID()}, 'secret-name', 'sealed', 'secret-name', '{}', now()))
    insert into notice (account_id, condition_id, phase, medium, recipient_id)
    values (${accountId}, ${conditionId}, 'opened', 'browser', ${personId})`.execute(app.ctx.db.system);
}

/** Inserts a member and an invitation directly. */
async function makePeople(accountId: string): Promise<{ personId: string; invitationId: string }> {
  const [personId, invitationId] = [randomUUID(), randomUUID()];
  await sql`with p as (insert into person (person_id, email, name, created_at)
      values (${personId}, ${`${personId}@secret-name.test`}, 'secret-name', now()) returning person_id),
    m as (insert into member (account_id, person_id, role, joined_at)
      select ${accountId}, p.person_id, 'viewer', now() from p)
    insert into invitation (account_id, invitation_id, email, role, token_hash, invited_by, is_mailed, created_at, expires_at)
    values (${accountId}, ${invitationId}, 'secret-name@example.com', 'viewer', ${Buffer.from(invitationId)}, 'Ada', true, now(),
      'infinity')`.execute(app.ctx.db.system);
  return { personId, invitationId };
}

/** Inserts a connection with an error directly, because this test does not need the sandbox. */
async function makeConnection(accountId: string, companyId: string): Promise<string> {
  const [connectionId, at] = [randomUUID(), new Date()];
  const place = { account_id: accountId, company_id: companyId, connection_id: connectionId };
  await app.ctx.db.system
    .insertInto('connection')
    .values({
      ...place,
      platform_key: 'sandbox',
      source_type: 'Accounting',
      status: 'PendingAuth',
      credentials: null,
      created_at: at,
      linked_at: null,
      last_sync_at: null,
    })
    .execute();
  await app.ctx.db.system
    .insertInto('company_link')
    .values({ account_id: accountId, company_id: companyId, rotation: 1, rotated_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await app.ctx.db.system
    .insertInto('connection_error')
    .values({ ...place, at, code: 'test', message: 'test', resolved_at: null })
    .execute();
  return connectionId;
}
