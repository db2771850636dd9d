import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { askAllPerMinute } from '../src/http/access/path-owners.ts';
import { scopes } from '../src/http/access/principal.ts';
import { pathResources } from '../src/path-resources.ts';
import { apiRoutes } from '../src/routes.ts';
import { type TestAccount, useApp } from './harness.ts';
import { seedProof } from './proofs/seed-proof.ts';
import { seedPushGroup } from './push/seed-push-group.ts';
import { seedStanding } from './standing/seed-standing.ts';
import { seedUpload } from './uploads/seed-upload.ts';

/** Ownership checks for the ids in paths: on every route, for every parameter that identifies an account's resource. */
const app = useApp();

const idsIn = (path: string) =>
  [...path.matchAll(/\{(\w+)\}/g)]
    .map(([, name = '']) => name)
    .filter((name) => name === 'companyId' || pathResources[name]?.table !== undefined);

test("A-4 R-ERR-09: for each id of each path, another account's id returns 403, an unknown or malformed one a 404 that names the resource", async () => {
  const [theirs, mine] = [await app.account({ webhooks: 'older' }), await app.account({ webhooks: 'older' })];
  const [foreign, own] = [await makeEverything(theirs), await makeEverything(mine)];
  // Without the scope of an operation, nobody learns whose the resource is.
  const { secret: key } = await app.key(mine.accountId, { scopes });
  const routes = apiRoutes({ baseUrl: '' } as Parameters<typeof apiRoutes>[0]);
  let asked = 0;
  for (const route of routes) {
    for (const [, name = ''] of route.path.matchAll(/\{(\w+)\}/g))
      assert.ok(pathResources[name], `src/path-resources.ts has no entry for {${name}} of ${route.path}`);
    if (route.access !== undefined) continue;
    for (const name of idsIn(route.path)) {
      const { resource } = pathResources[name] ?? assert.fail(name);
      const ask = async (id: string, body: unknown) => {
        const filled: Record<string, string> = { ...own, [name]: id };
        const path = route.path.replace(/\{(\w+)\}/g, (_, other: string) => filled[other] ?? assert.fail(other));
        return app.send(`${route.method} ${path}`, { key, ...(route.body && body ? { body } : {}) });
      };
      asked++;
      const label = `${route.operationId} with another ${name}`;
      // Ownership is checked before the body.
      for (const body of [undefined, { name: 'x' }, { unknownField: 1 }]) {
        const others = await ask(foreign[name] ?? assert.fail(name), body);
        assert.deepEqual([others.status, others.body.code], [403, 'notYourResource'], `${label}: ${others.text}`);
        for (const id of [randomUUID(), 'x', '0'.repeat(600), '%20', `${randomUUID()}0`]) {
          const nobodys = await ask(id, body);
          assert.equal(nobodys.status, 404, `${label} "${id}": ${nobodys.text}`);
          assert.equal(nobodys.body.error, `Not found: there is no such ${resource}.`, `${label} "${id}"`);
        }
      }
    }
  }
  assert.ok(asked > 80, `only ${asked} ids were checked`);
});

test("A-4: another account's resource still returns 403 when a request is repeated with its Idempotency-Key", async () => {
  const [theirs, mine] = [await app.account(), await app.account()];
  const { consumerId } = await makeEverything(theirs);
  for (let i = 0; i < 2; i++) {
    const answer = await mine.send(`PATCH /webhooks/consumers/${consumerId}`, {
      body: { name: 'x' },
      headers: { 'idempotency-key': 'again' },
    });
    assert.equal(answer.status, 403, answer.text);
  }
});

test("A-4: the search of all accounts for a message is rate limited; the caller's own messages are always found", async () => {
  const [theirs, mine] = [await app.account(), await app.account()];
  const [foreign, own] = [await makeEverything(theirs), await makeEverything(mine)];
  const ask = async (id = '') => (await mine.send(`GET /webhooks/messages/${id}`)).status;
  assert.equal(await ask(foreign.messageId), 403);
  for (let i = 0; i < askAllPerMinute; i++) assert.equal(await ask(randomUUID()), 404);
  // The limit is per minute of the process, so it may reset once during this loop.
  const seen = new Set<number>();
  for (let i = 0; i <= 2 * askAllPerMinute && !seen.has(404); i++) seen.add(await ask(foreign.messageId));
  assert.ok(seen.has(404), 'other accounts are no longer searched');
  assert.equal(await ask(own.messageId), 200);
  assert.equal((await theirs.send(`GET /webhooks/messages/${own.messageId}`)).status, 403, 'others still get 403');
});

/** Inserts a resource for each kind of path parameter directly and returns their ids. */
async function makeEverything(account: TestAccount): Promise<Record<string, string>> {
  const { companyId } = (await account.send('POST /companies', { body: { name: 'a' } })).body;
  const made: Record<string, string> = { companyId, dataType: 'invoices', platformKey: 'sandbox', id: 'record-1' };
  for (const name of Object.keys(pathResources)) made[name] ??= randomUUID();
  made.apiKeyId = (await app.key(account.accountId)).apiKeyId;
  const { accountId } = account;
  const { connectionId, syncId, pushId, consumerId, messageId, redeliveryId, ruleId, alertId, snapshotId } = made;
  await seedStanding(app.ctx.db, { accountId, companyId, standingQueryId: made.standingQueryId ?? '' });
  await seedProof(app.ctx.db, { accountId, companyId, proofId: made.proofId ?? '' });
  await seedPushGroup(app.ctx.db, {
    accountId,
    companyId,
    connectionId: connectionId ?? '',
    pushGroupId: made.pushGroupId ?? '',
  });
  await sql`with n as (insert into connection (account_id, company_id, connection_id, platform_key, source_type, status, created_at)
      values (${accountId}, ${companyId}, ${connectionId}, 'sandbox', 'Accounting', 'PendingAuth', now())),
    s as (insert into sync (account_id, company_id, sync_id, data_set_id, connection_id, platform_key, data_type, trigger, status, requested_at)
      values (${accountId}, ${companyId}, ${syncId}, 1, ${connectionId}, 'sandbox', 'invoices', 'first', 'Complete', now())),
    p as (insert into push (account_id, company_id, push_id, connection_id, number, platform_key, data_type, operation, status,
        step, requested_at, timeout_minutes, times_out_at, status_code)
      values (${accountId}, ${companyId}, ${pushId}, ${connectionId}, 1, 'sandbox', 'invoices', 'create', 'TimedOut', 'unknown',
        now(), 60, now(), 504)),
    c as (insert into consumer (account_id, consumer_id, name, url, event_types, secret, created_at)
      values (${accountId}, ${consumerId}, 'a', 'http://127.0.0.1:1/', '{push.*}', 'sealed', now())),
    m as (insert into message (account_id, message_id, event_type, recipients, created_at, body)
      values (${accountId}, ${messageId}, 'push.failed', 1, now(), '{}')),
    h as (insert into company_snapshot (account_id, company_id, snapshot_id, requested_at, taken_at, kept_until)
      values (${accountId}, ${companyId}, ${snapshotId}, now(), now(), now() + interval '1 day')),
    r as (insert into redelivery (account_id, redelivery_id, consumer_id, kind, since, until, status, requested_at, total, touched_at)
      values (${accountId}, ${redeliveryId}, ${consumerId}, 'replay', now(), now(), 'Complete', now(), 0, now())),
    u as (insert into rule (account_id, rule_id, rule_type, webhook_url, created_at, changed_at)
      values (${accountId}, ${ruleId}, 'push.failed', 'http://127.0.0.1:1/', now(), now()))
    insert into alert (account_id, alert_id, rule_id, event_id, rule_type, raised_at, body)
      values (${accountId}, ${alertId}, ${ruleId}, ${randomUUID()}, 'push.failed', now(), '{"Message":"","Data":{}}')`.execute(
    app.ctx.db.system,
  );
  const place = { accountId, companyId, connectionId: connectionId ?? '' };
  return { ...made, ...(await seedUpload(app.ctx.db, place)) };
}
