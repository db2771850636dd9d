import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startSandbox } from '@daybook/sandbox';
import { settableClock } from '../../src/base/clock.ts';
import { connectionStates, transitions } from '../../src/connections/states.ts';
import { enterState } from '../../src/connections/store.ts';
import { type TestAccount, useApp } from '../harness.ts';

const clock = settableClock(new Date());
const sandbox = await startSandbox();
const app = useApp({ clock, config: { sandboxUrl: sandbox.url } });
after(() => sandbox.stop());

const credentials = { company: 'acme-100', secret: 'sandbox-acme-100' };

async function connected(account: TestAccount, options: { link?: boolean } = {}) {
  const { companyId } = (await account.send('POST /companies', { body: { name: 'Acme' } })).body;
  const made = await account.send(`POST /companies/${companyId}/connections`, { body: { platformKey: 'sandbox' } });
  assert.equal(made.status, 200, made.text);
  const path = `/companies/${companyId}/connections/${made.body.connectionId}`;
  if (options.link)
    assert.equal((await account.send(`PUT ${path}/authorization`, { body: { credentials } })).status, 200);
  return { companyId, path, connection: made.body };
}

test('R-EP-13: platforms are listed with the data types that each supports', async () => {
  const account = await app.account();
  const { body } = await account.send('GET /platforms');
  const [platform] = body.results;
  assert.deepEqual([platform.platformKey, platform.sourceType], ['sandbox', 'Accounting']);
  assert.deepEqual(platform.dataTypes.invoices, { pull: true, push: ['create', 'update', 'delete'] });
  assert.equal(Object.keys(platform.dataTypes).length, 23);
  assert.deepEqual(
    platform.credentialFields.map((field: { name: string }) => field.name),
    ['company', 'secret'],
  );
});

test('R-EP-13: a connection is created, listed, read, unlinked, linked again and deleted', async () => {
  const account = await app.account();
  const { companyId, path, connection } = await connected(account);
  assert.deepEqual([connection.status, connection.platformName, connection.errors], ['PendingAuth', 'Sandbox', []]);
  assert.match(connection.linkUrl, /^http:\/\/api\.test\/link\/[\w-]{75}$/);
  const linked = await account.send(`PUT ${path}/authorization`, { body: { credentials } });
  assert.deepEqual([linked.status, linked.body.status], [200, 'Linked']);
  const list = await account.send(`GET /companies/${companyId}/connections?query=status=linked`);
  const { linkUrl: _, ...inList } = linked.body;
  assert.deepEqual([list.body.totalResults, list.body.results], [1, [inList]]);
  assert.equal((await account.send(`PATCH ${path}`, { body: { status: 'Unlinked' } })).body.status, 'Unlinked');
  assert.equal(
    (await account.send(`PATCH ${path}`, { body: { status: 'Unlinked' } })).status,
    200,
    'unlinking twice is not an error',
  );
  assert.equal((await account.send(`PUT ${path}/authorization`, { body: { credentials } })).body.status, 'Linked');
  assert.equal((await account.send(`DELETE ${path}`)).status, 204);
  assert.equal((await account.send(`GET ${path}`)).status, 404);
});

test("a change of a connection updates the company's dataConnections and the ETag of the list", async () => {
  const account = await app.account();
  const { companyId, path } = await connected(account);
  const before = await account.send('GET /companies');
  assert.deepEqual(
    before.body.results[0].dataConnections.map((one: { status: string }) => one.status),
    ['PendingAuth'],
  );
  await account.send(`PUT ${path}/authorization`, { body: { credentials } });
  const now = await account.send('GET /companies', { headers: { 'if-none-match': before.headers.get('etag') ?? '' } });
  assert.equal(now.status, 200);
  const [summary] = now.body.results[0].dataConnections;
  assert.deepEqual([summary.status, summary.platformKey, summary.platformName], ['Linked', 'sandbox', 'Sandbox']);
  await account.send(`DELETE ${path}`);
  assert.deepEqual((await account.send(`GET /companies/${companyId}`)).body.dataConnections, []);
});

test('credentials are stored encrypted, bound to their connection, and never shown or logged', async () => {
  const account = await app.account();
  const { path, connection } = await connected(account, { link: true });
  const row = await app.ctx.db.system
    .selectFrom('connection')
    .selectAll()
    .where('connection_id', '=', connection.connectionId)
    .executeTakeFirstOrThrow();
  assert.match(row.credentials ?? '', /^v1\.test\./);
  const place = `connection|${account.accountId}|${connection.connectionId}`;
  assert.deepEqual(JSON.parse(app.ctx.sealer.unseal(row.credentials ?? '', place)), credentials);
  assert.throws(() => app.ctx.sealer.unseal(row.credentials ?? '', `${place}x`));
  assert.ok(!(await account.send(`GET ${path}`)).text.includes(credentials.secret));
  assert.ok(!JSON.stringify(app.logLines).includes(credentials.secret));
});

test('R-BODY-03: a rejection by the platform answers 403, an outage 503, both with the platform as the service', async () => {
  const account = await app.account();
  const { path } = await connected(account);
  const wrong = await account.send(`PUT ${path}/authorization`, {
    body: { credentials: { ...credentials, secret: 'wrong' } },
  });
  assert.deepEqual([wrong.status, wrong.body.code, wrong.body.service], [403, 'downstreamForbidden', 'sandbox']);
  assert.ok(!wrong.text.includes('"wrong"'));
  const order = { match: { company: 'down-100' }, fault: { kind: 'status', status: 500 } };
  await fetch(`${sandbox.url}/control/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(order),
  });
  const down = await account.send(`PUT ${path}/authorization`, {
    body: { credentials: { company: 'down-100', secret: 'sandbox-down-100' } },
  });
  assert.deepEqual([down.status, down.body.code, down.body.service], [503, 'downstreamUnavailable', 'sandbox']);
  assert.equal((await account.send(`GET ${path}`)).body.status, 'PendingAuth', 'nothing has changed');
});

test('the error names an unknown platform, and missing or unknown credential fields', async () => {
  const account = await app.account();
  const { companyId, path } = await connected(account);
  const nowhere = await account.send(`POST /companies/${companyId}/connections`, { body: { platformKey: 'nowhere' } });
  assert.deepEqual([nowhere.status, nowhere.body.validation.errors[0].itemId], [400, 'platformKey']);
  const fields = await account.send(`PUT ${path}/authorization`, {
    body: { credentials: { company: 'acme-100', colour: 'red' } },
  });
  assert.deepEqual(
    [fields.status, fields.body.validation.errors.map((item: { itemId: string }) => item.itemId)],
    [400, ['credentials.secret', 'credentials.colour']],
  );
});

test('a company has at most one linked accounting connection, even if two are authorized at the same time', async () => {
  const account = await app.account();
  const { companyId, path } = await connected(account);
  const second = (await account.send(`POST /companies/${companyId}/connections`, { body: { platformKey: 'sandbox' } }))
    .body;
  const other = `/companies/${companyId}/connections/${second.connectionId}`;
  const answers = await Promise.all(
    [path, other].map((one) => account.send(`PUT ${one}/authorization`, { body: { credentials } })),
  );
  assert.deepEqual(answers.map((answer) => answer.status).sort(), [200, 409]);
  assert.equal(answers.find((answer) => answer.status === 409)?.body.code, 'secondConnection');
  const loser = answers[0]?.status === 409 ? path : other;
  const winner = loser === path ? other : path;
  await account.send(`PATCH ${winner}`, { body: { status: 'Unlinked' } });
  assert.equal((await account.send(`PUT ${loser}/authorization`, { body: { credentials } })).status, 200);
});

test('a connection makes only the allowed state transitions: every pair of states is tried', async () => {
  const account = await app.account();
  const { companyId, connection } = await connected(account);
  const place = { companyId, connectionId: connection.connectionId };
  for (const from of connectionStates) {
    for (const to of connectionStates) {
      await app.ctx.db.system
        .updateTable('connection')
        .set({ status: from })
        .where('connection_id', '=', place.connectionId)
        .execute();
      const entered = await app.ctx.db.transaction(account.accountId, (tx) =>
        enterState(tx, place, { state: to, at: new Date() }),
      );
      assert.equal(entered, transitions[from].includes(to), `${from} → ${to}`);
    }
  }
});

test('a connection that waits for authorization cannot be unlinked', async () => {
  const account = await app.account();
  const { path } = await connected(account);
  const answer = await account.send(`PATCH ${path}`, { body: { status: 'Unlinked' } });
  assert.deepEqual([answer.status, answer.body.code], [409, 'wrongState']);
});

test("another account's connection cannot be accessed, even under a company of one's own", async () => {
  const [mine, theirs] = [await app.account(), await app.account()];
  const { path, connection } = await connected(theirs);
  assert.equal((await mine.send(`GET ${path}`)).status, 403);
  const { companyId } = (await mine.send('POST /companies', { body: { name: 'x' } })).body;
  for (const request of ['GET', 'DELETE']) {
    assert.equal(
      (await mine.send(`${request} /companies/${companyId}/connections/${connection.connectionId}`)).status,
      403,
    );
  }
});

test('R-LIMIT-11: each linked company raises the daily request limit by the base limit of the account', async () => {
  const account = await app.account();
  const policy = async () =>
    /"day";q=(\d+)/.exec((await account.send('GET /companies')).headers.get('ratelimit-policy') ?? '')?.[1];
  assert.equal(await policy(), '1000000');
  await connected(account, { link: true });
  await connected(account, { link: true });
  await connected(account);
  clock.advanceMs(60_000);
  assert.equal(await policy(), '3000000');
});

test('deleting a company also erases its connections', async () => {
  const account = await app.account();
  const { companyId } = await connected(account, { link: true });
  await app.ctx.db.system.deleteFrom('company').where('company_id', '=', companyId).execute();
  assert.deepEqual(
    await app.ctx.db.system.selectFrom('connection').selectAll().where('company_id', '=', companyId).execute(),
    [],
  );
});

test('companies can be filtered by the state of their connections', async () => {
  const account = await app.account();
  const make = async (name: string) => (await account.send('POST /companies', { body: { name } })).body.companyId;
  const [waiting, bare] = [await make('waiting'), await make('bare')];
  const body = { platformKey: 'sandbox' };
  assert.equal((await account.send(`POST /companies/${waiting}/connections`, { body })).status, 200);
  const find = async (query: string) => {
    const page = await account.send(`GET /companies?query=${encodeURIComponent(query)}`);
    return page.body.results.map((company: { companyId: string }) => company.companyId);
  };
  assert.deepEqual(await find('dataConnections.status=PendingAuth'), [waiting]);
  assert.deepEqual(await find('dataConnections.status=Linked'), []);
  assert.deepEqual(await find('name=bare && dataConnections.platformKey=null'), []);
  assert.deepEqual(await find('dataConnections.status=PendingAuth || name=bare'), [waiting, bare].sort());
});
