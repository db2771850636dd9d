import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { dataTypes } from '@daybook/connector-kit';
import { sql } from 'kysely';
import { newId } from '../../src/base/ids.ts';
import { apiRoutes } from '../../src/routes.ts';
import { publish, type Seeded, seedConnection, seedDataSet } from '../data/seed-publication.ts';
import { useApp } from '../harness.ts';
import { makePerson } from '../people/people.ts';
import { seedPushGroup } from '../push/seed-push-group.ts';
import { checkOrders, checkWalks, type Send, walked } from './check-walks.ts';

/**
 * Pages through every list of the API that has cursors while its rows are changed, created and deleted. A new list must
 * be added here: the last test compares with the routes.
 */
const app = useApp();
const system = () => app.ctx.db.system;

const rows = 7;
const ids = Array.from({ length: rows }, () => randomUUID()).sort();
const at = (n: number) => new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString();

async function accountWithCompany() {
  const account = await app.account({ webhooks: 'older' });
  const { body } = await account.send('POST /companies', { body: { name: 'Walked' } });
  return { ...account, companyId: body.companyId as string, get: (target: string) => account.send(`GET ${target}`) };
}

test('A-1, A-2: the pages of pushes show their state when page 1 was read', async () => {
  const { accountId, companyId, get } = await accountWithCompany();
  const add = (id: string, n: number) =>
    sql`insert into push (account_id, company_id, push_id, connection_id, number, platform_key, data_type,
      operation, status, step, requested_at, timeout_minutes, times_out_at, status_code)
    values (${accountId}, ${companyId}, ${id}, ${companyId}, ${n}, 'sandbox', 'invoices', 'create', 'Pending', 'waiting', ${at(n)}, 60, ${at(n)}, 202)`.execute(
      system(),
    );
  for (const [n, id] of ids.entries()) await add(id, n);
  await checkWalks('listPushes', {
    path: `/companies/${companyId}/push`,
    searches: ['', 'query=status=Pending', 'orderBy=-completed', 'orderBy=status'],
    send: get,
    async change() {
      for (const id of ids.slice(0, 4))
        await sql`update push set status = 'Success', step = 'known', status_code = 200, completed_at = now() where push_id = ${id}`.execute(
          system(),
        );
      await add(randomUUID(), 99);
    },
  });
});

test('A-1, A-2: the pages of data sets show their state when page 1 was read', async () => {
  const { accountId, companyId, get } = await accountWithCompany();
  const connectionId = await seedConnection(app.ctx.db, { accountId, companyId });
  const add = (dataType: string) => seedDataSet(app.ctx.db, { accountId, companyId, connectionId, dataType });
  const sets: Seeded[] = [];
  for (const { name } of dataTypes.slice(0, rows)) sets.push(await add(name));
  for (const [n, set] of sets.entries())
    await publish(
      app.ctx.db,
      set,
      Array.from({ length: n + 1 }, (_, id) => ({ id: String(id) })),
    );
  await checkWalks('listDataSets', {
    path: '/dataSets',
    searches: ['', 'query=totalRecords>1', 'orderBy=-totalRecords', 'orderBy=generation,dataType'],
    send: get,
    key: ({ dataType, generation, totalRecords }) => `${dataType} ${generation} ${totalRecords}`,
    async change() {
      for (const set of sets.slice(1, 5)) {
        await publish(app.ctx.db, set, [{ id: 'later' }]);
        await publish(app.ctx.db, set, [{ id: 'latest' }]);
      }
      await publish(app.ctx.db, await add(dataTypes[rows]?.name ?? ''), [{ id: 'new' }]);
    },
  });
});

test('A-1, A-2: the pages of syncs show their state when page 1 was read', async () => {
  const { accountId, companyId, get } = await accountWithCompany();
  const add = (id: string, n: number) =>
    sql`insert into sync (account_id, company_id, sync_id, data_set_id, connection_id, platform_key, data_type,
      trigger, status, requested_at) values (${accountId}, ${companyId}, ${id}, ${n}, ${companyId}, 'sandbox', 'invoices', 'manual', 'Queued', ${at(n)})`.execute(
      system(),
    );
  for (const [n, id] of ids.entries()) await add(id, n);
  await checkWalks('listSyncs', {
    path: `/companies/${companyId}/data/history`,
    searches: ['', 'query=status=Queued', 'orderBy=-completed'],
    send: get,
    async change() {
      for (const id of ids.slice(1, 5)) {
        await sql`update sync set status = 'Fetching', started_at = now() where sync_id = ${id}`.execute(system());
        await sql`update sync set status = 'Complete', completed_at = now() where sync_id = ${id}`.execute(system());
      }
      await add(randomUUID(), 99);
    },
  });
});

test('A-1, A-2: the pages of publications show their state when page 1 was read', async () => {
  const { accountId, companyId, get } = await accountWithCompany();
  const place = { accountId, companyId };
  const invoices = await seedDataSet(app.ctx.db, place);
  const bills = await seedDataSet(app.ctx.db, { ...place, connectionId: invoices.connectionId, dataType: 'bills' });
  const publishAll = async () => {
    for (const set of [invoices, bills, invoices]) await publish(app.ctx.db, set, [{ id: 'a', change: 'u' }]);
  };
  await publishAll();
  await publishAll();
  await checkWalks('listPublications', {
    path: `/companies/${companyId}/publications`,
    searches: ['', 'query=dataType=invoices', 'orderBy=generation', 'orderBy=-dataType'],
    send: get,
    async change() {
      await publishAll();
      await sql`update data_set set oldest_generation = 3 where data_set_id = ${invoices.dataSetId}`.execute(system());
    },
  });
});

test('A-1, A-2: the pages of purges show their state when page 1 was read', async () => {
  const { accountId, get } = await accountWithCompany();
  const add = (id: string, n: number) =>
    sql`insert into purge_receipt (account_id, company_id, requested_at) values (${accountId}, ${id}, ${at(n)})`.execute(
      system(),
    );
  for (const [n, id] of ids.entries()) await add(id, n);
  await checkWalks('listPurges', {
    path: '/purges',
    searches: ['', 'query=purged=null', 'orderBy=-purged'],
    send: get,
    async change() {
      for (const id of ids.slice(2, 6))
        await sql`update purge_receipt set purged_at = now(), erased = '{"company": 1}' where account_id = ${accountId} and company_id = ${id}`.execute(
          system(),
        );
      await add('00000000-0000-4000-8000-000000000000', 99);
    },
  });
});

test('A-1, A-2: the pages of connections show their state when page 1 was read', async () => {
  const { accountId, companyId, get } = await accountWithCompany();
  const add = (id: string, n: number) =>
    sql`insert into connection (account_id, company_id, connection_id, platform_key, source_type, status,
      created_at) values (${accountId}, ${companyId}, ${id}, 'sandbox', 'Banking', 'PendingAuth', ${at(n)})`.execute(
      system(),
    );
  for (const [n, id] of ids.entries()) await add(id, n);
  await checkWalks('listConnections', {
    path: `/companies/${companyId}/connections`,
    searches: ['', 'query=status=PendingAuth', 'orderBy=-lastSync'],
    send: get,
    async change() {
      for (const id of ids.slice(0, 3))
        await sql`update connection set status = 'Linked', last_sync_at = now() where connection_id = ${id}`.execute(
          system(),
        );
      await sql`delete from connection where connection_id = ${ids[5]}`.execute(system());
      await add('00000000-0000-4000-8000-000000000001', 99);
    },
  });
});

test('A-1, A-2: the pages of calls to a platform show their state when page 1 was read', async () => {
  const { accountId, companyId, get } = await accountWithCompany();
  const own = [accountId, companyId, ids[0]];
  await sql`insert into connection (account_id, company_id, connection_id, platform_key, source_type, status, created_at)
    values (${sql.join(own)}, 'sandbox', 'Banking', 'Linked', now())`.execute(system());
  const add = (id: string) =>
    sql`insert into platform_call (account_id, company_id, connection_id, call_id, at, purpose, method, host, path,
      status, duration_ms, bytes, waited_ms)
      values (${sql.join(own)}, ${id}, now(), 'sync', 'GET', 'host', '/x', 200, 1, 1, 0)`.execute(system());
  for (const id of ids) await add(`0f${id.slice(2)}`);
  const path = `/companies/${companyId}/connections/${ids[0]}/calls`;
  const change = () => add('0f800000-0000-4000-8000-000000000000');
  await checkWalks('listCalls', { path, searches: ['', 'query=status=200', 'orderBy=-durationMs'], send: get, change });
});

test('A-1, A-2: the pages of consumers and redeliveries show their state when page 1 was read', async () => {
  const { accountId, get } = await accountWithCompany();
  const consumer = (id: string, n: number) =>
    sql`insert into consumer (account_id, consumer_id, name, url, event_types, secret, created_at)
    values (${accountId}, ${id}, ${`c${n}`}, 'https://example.com', '{"*"}', 's', ${at(n)})`.execute(system());
  const redelivery = (id: string, n: number) =>
    sql`insert into redelivery (account_id, redelivery_id, consumer_id, kind, since, until, status,
      requested_at, total, touched_at) values (${accountId}, ${id}, ${ids[0]}, 'recover', ${at(n)}, ${at(n)}, 'Complete', ${at(n)}, 0, now())`.execute(
      system(),
    );
  for (const [n, id] of ids.entries()) await Promise.all([consumer(id, n), redelivery(id, n)]);
  await checkWalks('listConsumers', {
    path: '/webhooks/consumers',
    searches: ['', 'orderBy=name', 'query=status=enabled'],
    send: get,
    async change() {
      await sql`update consumer set name = 'a', is_enabled = false where consumer_id = ${ids[6]}`.execute(system());
      await sql`delete from consumer where consumer_id = ${ids[3]}`.execute(system());
    },
  });
  await checkWalks('listRedeliveries', {
    path: '/webhooks/redeliveries',
    searches: ['', 'query=status=Complete'],
    send: get,
    change: () => sql`update redelivery set status = 'Cancelled' where redelivery_id = ${ids[2]}`.execute(system()),
  });
});

test('A-1, A-2: the pages of API keys and rules show their state when page 1 was read', async () => {
  const { accountId, get } = await accountWithCompany();
  const keys: string[] = [];
  for (let n = 0; n < 6; n++) keys.push((await app.key(accountId, { name: `k${n}` })).apiKeyId);
  await checkWalks('listApiKeys', {
    path: '/apiKeys',
    searches: ['', 'orderBy=-name', 'query=name~k'],
    send: get,
    change: () => sql`update api_key set deleted_at = now() where api_key_id = ${keys[4]}`.execute(system()),
  });
  const rule = (id: string, n: number) =>
    sql`insert into rule (account_id, rule_id, rule_type, webhook_url, emails, created_at, changed_at)
    values (${accountId}, ${id}, 'company.created', 'https://example.com', '{}', ${at(n)}, ${at(n)})`.execute(system());
  for (const [n, id] of ids.entries()) await rule(id, n);
  await checkWalks('listRules', {
    path: '/rules',
    searches: ['', 'orderBy=-created', 'query=type=company.created'],
    send: get,
    async change() {
      await sql`update rule set rule_type = 'company.deleted' where rule_id = ${ids[1]}`.execute(system());
      await sql`delete from rule where rule_id = ${ids[4]}`.execute(system());
    },
  });
});

test('A-1, A-2: the pages of alerts show their state when page 1 was read', async () => {
  const { accountId, get } = await accountWithCompany();
  const ruleId = randomUUID();
  await sql`insert into rule (account_id, rule_id, rule_type, webhook_url, emails, created_at, changed_at)
    values (${accountId}, ${ruleId}, 'company.created', 'https://example.com', '{}', now(), now())`.execute(system());
  const alert = (id: string, n: number) =>
    sql`insert into alert (account_id, alert_id, rule_id, event_id, rule_type, raised_at, body)
    values (${accountId}, ${id}, ${ruleId}, ${id}, 'company.created', ${at(n)}, '{"Message":"m","Data":{}}')`.execute(
      system(),
    );
  for (const [n, id] of ids.entries()) await alert(id, n);
  // Committed after page 1 was read, with an id in the middle of the list.
  const late = '80000000-0000-4000-8000-000000000000';
  await checkWalks('listAlerts', {
    path: '/rules/alerts',
    searches: ['', 'orderBy=raisedOn'],
    send: get,
    change: () => alert(late, 3),
  });
  await checkWalks('listAlertsOfRule', {
    path: `/rules/${ruleId}/alerts`,
    searches: ['', 'orderBy=raisedOn'],
    send: get,
    change: () => alert('80000000-0000-4000-8000-000000000001', 3),
  });
});

test('A-1: attempts can be ordered by every field, also by a number that can be absent', async () => {
  const { accountId, get } = await accountWithCompany();
  const messageId = newId(app.ctx.clock);
  await sql`insert into message (account_id, message_id, event_type, recipients, is_test, created_at, body)
    values (${accountId}, ${messageId}, 'company.created', 1, false, now(), '{}')`.execute(system());
  await checkOrders(`/webhooks/messages/${messageId}/attempts`, get);
});

test("A-1, A-2: the pages of team, invitations, sessions, audit trail and the operator's lists show their state when page 1 was read", async () => {
  const account = await app.account();
  const administrator = await makePerson(app, {
    accountId: account.accountId,
    role: 'administrator',
    isOperator: true,
  });
  const browser = await administrator.signIn();
  const people: { personId: string }[] = [];
  for (let n = 0; n < 5; n++) people.push(await makePerson(app, { accountId: account.accountId, role: 'viewer' }));
  for (let n = 0; n < 4; n++) await administrator.signIn();
  const send: Send = (target) => browser.send(`GET ${target}`);
  await checkWalks('listMembers', {
    path: '/team',
    searches: ['', 'orderBy=-email', 'query=role=viewer'],
    send,
    change: () => sql`delete from member where person_id = ${people[2]?.personId}`.execute(system()),
  });
  const invite = (n: number) =>
    sql`insert into invitation (account_id, invitation_id, email, role, invited_by, is_mailed, created_at, expires_at, token_hash)
    values (${account.accountId}, ${randomUUID()}, ${`i${n}@example.com`}, 'viewer', 'test', false, now(), now() + interval '1 day', ${Buffer.from(randomUUID())})`.execute(
      system(),
    );
  for (let n = 0; n < 5; n++) await invite(n);
  await checkWalks('listInvitations', {
    path: '/team/invitations',
    searches: ['', 'orderBy=email'],
    send,
    change: () => sql`delete from invitation where email = 'i1@example.com'`.execute(system()),
  });
  const audit = (id: string, n: number) =>
    sql`insert into audit (account_id, audit_id, at, actor_kind, actor_name, operation, subject_kind)
    values (${account.accountId}, ${id}, ${at(n)}, 'service', 'test', 'op', 'company')`.execute(system());
  for (const [n, id] of ids.entries()) await audit(id, n);
  await checkWalks('listAudit', {
    path: '/audit',
    searches: ['query=operation=op', 'query=operation=op&orderBy=at'],
    send,
    change: () => audit('80000000-0000-4000-8000-000000000000', 3),
  });
  const request = (id: string) =>
    sql`with c as (insert into request_log_count as c (account_id, day, total) values (${account.accountId}, now(), 1)
        on conflict (account_id, day) do update set total = c.total + 1)
      insert into request_log (account_id, request_id, actor_kind, actor_name, method, operation, path, status, duration_ms, bytes)
      values (${account.accountId}, ${id}, 'key', 'test', 'GET', 'op', '/x', 200, 1, 1)`.execute(system());
  for (const id of ids) await request(`0f${id.slice(2)}`);
  await checkWalks('listRequests', {
    path: '/requests',
    searches: ['query=operation=op', 'query=operation=op&orderBy=-status'],
    send,
    change: () => request('0f800000-0000-4000-8000-000000000000'),
  });
  await checkWalks('listSessions', {
    path: '/session/all',
    searches: [''],
    send,
    change: () =>
      sql`delete from session where session_id in (select session_id from session order by created_at desc limit 1)`.execute(
        system(),
      ),
  });
  for (let n = 0; n < 5; n++) await app.account({ name: `Client ${n}`, webhooks: 'older' });
  const rename = () =>
    sql`update account set name = 'A client', plan = 'free' where name = 'Client 4'`.execute(system());
  await checkWalks('listClientAccounts', {
    path: '/operator/accounts',
    searches: ['', 'orderBy=name', 'query=name~Client'],
    send,
    change: rename,
  });
  await checkWalks('listClientMigrations', {
    path: '/operator/migrations',
    searches: ['', 'orderBy=-name'],
    send,
    change: () => sql`update account set name = 'B client' where name = 'Client 3'`.execute(system()),
  });
});

test('A-1: the pages of push groups show their state when page 1 was read', async () => {
  const { accountId, companyId, get } = await accountWithCompany();
  const add = (pushGroupId: string) =>
    seedPushGroup(app.ctx.db, { accountId, companyId, connectionId: companyId, pushGroupId });
  for (const id of ids) await add(id);
  await checkWalks('listPushGroups', {
    path: `/companies/${companyId}/pushGroups`,
    searches: ['', 'query=status=Failed', 'orderBy=-completed', 'orderBy=status'],
    send: get,
    async change() {
      for (const id of ids.slice(0, 4))
        await sql`update push_group set status = 'Undone', completed_at = now() where group_id = ${id}`.execute(
          system(),
        );
      await add(randomUUID());
    },
  });
});

test('A-1: every list with cursors is tested here, or its rows belong to one published state', () => {
  const published = /^list(Record|Records|RecordVersions)|OfConnection$/;
  const elsewhere: Record<string, string> = {
    listCompanies: 'consistent-walk.test.ts',
    listSnapshots: 'lists-of-company.test.ts',
    listUploads: 'lists-of-company.test.ts',
    listStandingQueries: 'lists-of-company.test.ts',
    listMappings: 'lists-of-company.test.ts',
    listConnectionMappings: 'lists-of-company.test.ts',
    listQualityRuns: 'lists-of-company.test.ts',
    listMessages: 'open: messages never change, but a filter by status follows their deliveries',
    listAttempts: 'attempts never change, like alerts',
    listEventTypes: 'a constant',
    listPlatforms: 'a setting of the process',
    listProofs: 'test/proofs/proofs.test.ts',
    listRestatedRecords: 'test/restatements/restatements.test.ts',
  };
  const lists = apiRoutes({ baseUrl: '' } as Parameters<typeof apiRoutes>[0])
    .filter((route) => (route.query as { properties?: { cursor?: unknown } } | undefined)?.properties?.cursor)
    .filter((route) => !route.path.includes('/data/') || route.path.endsWith('/history'))
    .map((route) => route.operationId);
  assert.ok(lists.length >= 18, String(lists.length));
  assert.deepEqual(
    lists.filter((name) => !walked.has(name) && !(name in elsewhere) && !published.test(name)),
    [],
  );
});
