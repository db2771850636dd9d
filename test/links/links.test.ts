import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startSandbox } from '@daybook/sandbox';
import { controlSandbox } from '../../sandbox/test/control-sandbox.ts';
import { type TestAccount, useApp } from '../harness.ts';
import { waitFor } from '../wait-for.ts';

/** Operations of the link page: what the owner of a company, who has nothing but the link, can do. */
const sandbox = await startSandbox();
const app = useApp({ config: { sandboxUrl: sandbox.url, syncAttemptsMax: 1 } });
const control = controlSandbox(sandbox.url);
after(() => sandbox.stop());

const credentialsOf = (company: string) => ({ company, secret: `sandbox-${company}` });

async function companyWithLink(account: TestAccount, name: string) {
  const { companyId, redirect } = (await account.send('POST /companies', { body: { name } })).body;
  const token = redirect.split('/').at(-1);
  return {
    companyId,
    token,
    look: () => app.send(`GET /links/${token}`),
    progress: () => app.send(`GET /links/${token}/progress`),
    link: (body: object) => app.send(`POST /links/${token}/connections`, { body }),
    unlink: (connectionId: string) => app.send(`DELETE /links/${token}/connections/${connectionId}`),
    connections: async () => (await account.send(`GET /companies/${companyId}/connections`)).body.results,
  };
}

test('R-EP-20: the page shows who requests data, what will be read and the available platforms, and nothing else of the account', async () => {
  const account = await app.account({ name: 'Acme Lending' });
  const company = await companyWithLink(account, 'Bakery Sunrise');
  const { body, headers, text } = await company.look();
  assert.equal(body.companyName, 'Bakery Sunrise');
  assert.equal(body.accountName, 'Acme Lending');
  assert.equal(body.returnUrl, undefined);
  assert.deepEqual(body.connections, []);
  const [platform] = body.platforms;
  assert.equal(platform.platformKey, 'sandbox');
  assert.equal(platform.authorization, 'credentials');
  assert.deepEqual(
    platform.credentialFields.map((field: { name: string }) => field.name),
    ['company', 'secret'],
  );
  assert.ok(platform.dataTypes.includes('invoices'));
  assert.deepEqual(
    body.reads.find((one: { dataType: string }) => one.dataType === 'billCreditNotes').name,
    'Bill credit notes',
  );
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.equal(headers.get('referrer-policy'), 'no-referrer');
  assert.ok(!text.includes(account.accountId) && !text.includes(company.companyId));
});

test('R-EP-20: when the owner connects, the credentials are checked, the connection is linked and the first syncs run', async () => {
  const account = await app.account();
  const company = await companyWithLink(account, 'Owner 100');
  const answer = await company.link({ platformKey: 'sandbox', credentials: credentialsOf('owner-100') });
  assert.equal(answer.status, 200, answer.text);
  const { kind, status, connectionId, returnUrl } = answer.body;
  assert.deepEqual({ kind, status, returnUrl }, { kind: 'linked', status: 'Linked', returnUrl: undefined });
  const [connection] = await company.connections();
  assert.deepEqual([connection.connectionId, connection.status], [connectionId, 'Linked']);
  await waitFor(async () => {
    const { body } = await account.send(`GET /companies/${company.companyId}/dataStatus`);
    return body.invoices.status === 'Complete';
  }, 30_000);
  const trail = await app.ctx.db.system
    .selectFrom('audit')
    .select(['operation', 'company_id', 'subject_id'])
    .where('account_id', '=', account.accountId)
    .where('operation', '=', 'linkPlatform')
    .execute();
  assert.deepEqual(trail, [{ operation: 'linkPlatform', company_id: company.companyId, subject_id: connectionId }]);
  const [seen] = (await company.look()).body.connections;
  assert.equal(seen.message, 'Sandbox is connected.');
});

test('A-17: while syncs fail, the page shows what could not be read, until it has been read', async () => {
  const account = await app.account();
  const company = await companyWithLink(account, 'Failing');
  const refuse = (type: string, status: number) =>
    control.fault({ match: { company: 'failing-100', type }, fault: { kind: 'status', status } });
  await refuse('customers', 403);
  await refuse('bills', 500);
  const linked = await company.link({ platformKey: 'sandbox', credentials: credentialsOf('failing-100') });
  assert.equal(linked.status, 200, linked.text);
  const states = async () => (await account.send(`GET /companies/${company.companyId}/dataStatus`)).body;
  await waitFor(async () => {
    const { invoices, bills, customers } = await states();
    return customers.status === 'PermissionsError' && bills.status === 'FetchError' && invoices.status === 'Complete';
  }, 30_000);
  const [failing] = (await company.look()).body.connections;
  assert.equal(failing.status, 'Linked');
  assert.deepEqual(failing.failedReads, [
    { dataType: 'bills', name: 'Bills', reason: 'failure' },
    { dataType: 'customers', name: 'Customers', reason: 'permission' },
  ]);
  assert.equal(failing.message, 'Sandbox is connected, but some data could not be read: bills, customers.');

  await control.clearFaults();
  for (const type of ['customers', 'bills'])
    assert.equal((await account.send(`POST /companies/${company.companyId}/data/queue/${type}`)).status, 202);
  await waitFor(async () => {
    const { customers, bills } = await states();
    return customers.status === 'Complete' && bills.status === 'Complete';
  }, 30_000);
  const [well] = (await company.look()).body.connections;
  assert.deepEqual([well.failedReads, well.message], [[], 'Sandbox is connected.']);
});

test('wrong credentials are rejected in plain words, nothing is linked, and the next attempt reuses the connection', async () => {
  const account = await app.account();
  const company = await companyWithLink(account, 'Wrong');
  const wrong = await company.link({ platformKey: 'sandbox', credentials: { company: 'wrong-100', secret: 'no' } });
  assert.deepEqual([wrong.status, wrong.body.code], [403, 'linkCredentialsRefused']);
  assert.match(
    wrong.body.error,
    /^Sandbox did not accept what you entered \(.+\)\. Check your input and try again; nothing was saved\.$/,
  );
  assert.equal((await company.connections())[0].status, 'PendingAuth');
  const missing = await company.link({ platformKey: 'sandbox', credentials: {} });
  assert.equal(missing.status, 400);
  assert.match(missing.body.validation.errors[0].itemId, /^credentials\./);
  assert.equal((await company.link({ platformKey: 'nothing', credentials: {} })).status, 400);
  const right = await company.link({ platformKey: 'sandbox', credentials: credentialsOf('wrong-100') });
  assert.equal(right.status, 200, right.text);
  const connections = await company.connections();
  assert.deepEqual([connections.length, connections[0].status], [1, 'Linked']);
});

test('a platform that does not respond is reported as such', async () => {
  const account = await app.account();
  const company = await companyWithLink(account, 'Down');
  await control.fault({ match: { company: 'down-100' }, fault: { kind: 'status', status: 503 } });
  const answer = await company.link({ platformKey: 'sandbox', credentials: credentialsOf('down-100') });
  await control.clearFaults();
  assert.deepEqual([answer.status, answer.body.code], [503, 'linkPlatformUnavailable']);
  assert.match(answer.body.error, /^Sandbox is not responding right now/);
});

test('a company cannot be connected to a second accounting system: 409 with advice', async () => {
  const account = await app.account();
  const company = await companyWithLink(account, 'Twice');
  assert.equal((await company.link({ platformKey: 'sandbox', credentials: credentialsOf('twice-100') })).status, 200);
  const again = await company.link({ platformKey: 'sandbox', credentials: credentialsOf('twice-100') });
  assert.deepEqual([again.status, again.body.code], [409, 'linkedAlready']);
  assert.match(again.body.error, /already connected to Sandbox\. .+, disconnect this one first/);
});

test('when the owner withdraws from a connection that is no longer linked, its credentials are deleted too', async () => {
  const account = await app.account();
  for (const status of ['Deauthorized', 'Unlinked'] as const) {
    const company = await companyWithLink(account, status);
    const credentials = credentialsOf(`${status.toLowerCase()}-100`);
    const { connectionId } = (await company.link({ platformKey: 'sandbox', credentials })).body;
    const { system } = app.ctx.db;
    await system.updateTable('connection').set({ status }).where('connection_id', '=', connectionId).execute();
    assert.equal((await company.unlink(connectionId)).status, 204);
    const row = await system
      .selectFrom('connection')
      .select(['credentials', 'status'])
      .where('connection_id', '=', connectionId)
      .executeTakeFirstOrThrow();
    assert.deepEqual(row, { credentials: null, status });
  }
});

test('when the owner withdraws, the connection is deauthorized and its credentials deleted; the same link connects it again', async () => {
  const account = await app.account();
  const company = await companyWithLink(account, 'Back');
  const { connectionId } = (await company.link({ platformKey: 'sandbox', credentials: credentialsOf('back-100') }))
    .body;
  assert.equal((await company.unlink(connectionId)).status, 204);
  const [connection] = await company.connections();
  assert.equal(connection.status, 'Deauthorized');
  assert.match(connection.errors[0].message, /owner has withdrawn/);
  const row = await app.ctx.db.system
    .selectFrom('connection')
    .select('credentials')
    .where('connection_id', '=', connectionId)
    .executeTakeFirstOrThrow();
  assert.equal(row.credentials, null);
  const refused = await account.send(`POST /companies/${company.companyId}/data/queue/invoices`);
  assert.equal(refused.status, 403);
  assert.equal(
    (await company.look()).body.connections[0].message,
    'Sandbox no longer accepts the authorization. Connect it again to continue.',
  );
  const again = await company.link({ platformKey: 'sandbox', credentials: credentialsOf('back-100') });
  assert.equal(again.body.connectionId, connectionId);
  assert.equal((await company.connections())[0].status, 'Linked');
});

test("a connection's own link opens the same company and names the connection", async () => {
  const account = await app.account();
  const company = await companyWithLink(account, 'Own link');
  const made = await account.send(`POST /companies/${company.companyId}/connections`, {
    body: { platformKey: 'sandbox' },
  });
  const token = made.body.linkUrl.split('/').at(-1);
  const { body } = await app.send(`GET /links/${token}`);
  assert.equal(body.companyName, 'Own link');
  assert.equal(body.connectionId, made.body.connectionId);
  const answer = await app.send(`POST /links/${token}/connections`, {
    body: { platformKey: 'sandbox', credentials: credentialsOf('ownlink-100') },
  });
  assert.equal(answer.body.connectionId, made.body.connectionId);
});

test('the return URL is the one that the account has set, and no other', async () => {
  const account = await app.account();
  const set = (body: object) => account.send('PUT /profile/linkSettings', { body });
  for (const returnUrl of [
    'javascript:alert(1)',
    'ftp://client.example/',
    '//client.example/',
    'https://a:b@client.example/',
  ])
    assert.equal((await set({ returnUrl })).status, 400, returnUrl);
  const settings = { returnUrl: 'https://client.example/linked?from=daybook', displayName: 'Acme' };
  assert.deepEqual((await set(settings)).body, settings);
  assert.deepEqual((await account.send('GET /profile/linkSettings')).body, settings);
  const company = await companyWithLink(account, 'Return');
  const shown = (await company.look()).body;
  assert.equal(shown.accountName, 'Acme');
  assert.equal(shown.returnUrl, `https://client.example/linked?from=daybook&companyId=${company.companyId}`);
  const order = { platformKey: 'sandbox', credentials: credentialsOf('return-100'), state: 'a&b=c' };
  const { body } = await company.link(order);
  const back = new URL(body.returnUrl);
  assert.equal(back.origin, 'https://client.example');
  assert.deepEqual(Object.fromEntries(back.searchParams), {
    from: 'daybook',
    companyId: company.companyId,
    connectionId: body.connectionId,
    status: 'linked',
    state: 'a&b=c',
  });
  assert.deepEqual((await set({})).body, {});
  assert.equal((await company.look()).body.returnUrl, undefined);
  const { secret } = await app.key(account.accountId, { scopes: ['read'] });
  assert.equal((await app.send('PUT /profile/linkSettings', { key: secret, body: {} })).status, 403);
});

test("the link page shows the account's logo and color; only images and colors are accepted", async () => {
  const account = await app.account();
  const set = (body: object) => account.send('PUT /profile/linkSettings', { body });
  const logo = `data:image/png;base64,${Buffer.from('not checked further').toString('base64')}`;
  for (const wrong of [
    { color: 'red' },
    { color: '#12345' },
    { color: '#123456;background:url(x)' },
    { logo: 'https://client.example/logo.png' },
    { logo: 'data:text/html;base64,PGI+' },
    { logo: `data:image/png;base64,${'A'.repeat(45_000)}` },
  ])
    assert.equal((await set(wrong)).status, 400, JSON.stringify(wrong).slice(0, 60));
  assert.deepEqual((await set({ logo, color: '#5b3fb3' })).body, { logo, color: '#5b3fb3' });
  const company = await companyWithLink(account, 'Branded');
  const { body } = await company.look();
  assert.deepEqual([body.logo, body.color], [logo, '#5b3fb3']);
  await set({});
  assert.equal('logo' in (await company.look()).body, false);
});

test('a link that is unknown or of a deleted company is reported, and a link reaches only its own company', async () => {
  const unknown = await app.send(`GET /links/${'x'.repeat(32)}`);
  assert.deepEqual([unknown.status, unknown.body.code], [404, 'companyLinkUnknown']);
  assert.equal((await app.send('GET /links/short')).status, 404);
  const account = await app.account();
  const company = await companyWithLink(account, 'Deleted');
  await account.send(`DELETE /companies/${company.companyId}`);
  assert.equal((await company.look()).status, 404);
  const other = await companyWithLink(await app.account(), 'Other');
  const mine = await companyWithLink(await app.account(), 'Mine');
  const { connectionId } = (await other.link({ platformKey: 'sandbox', credentials: credentialsOf('other-100') })).body;
  assert.equal((await mine.unlink(connectionId)).status, 404, "a link reaches its own company's connections only");
});

test('a link that is used too often is rejected for a while', async () => {
  const account = await app.account();
  const company = await companyWithLink(account, 'Flood');
  let last = 0;
  for (let i = 0; i < 40 && last !== 429; i++)
    last = (await company.link({ platformKey: 'nothing', credentials: {} })).status;
  assert.equal(last, 429);
  const answer = await company.link({ platformKey: 'nothing', credentials: {} });
  assert.ok(Number(answer.headers.get('retry-after')) > 0);
  assert.equal((await company.look()).status, 200, 'reading has a limit of its own');
});

type ReadType = { dataType: string; state: string; records: number; total?: number };

test('R-EP-20: while the first syncs run, the owner sees how many records were read of how many, and nothing else', async () => {
  const account = await app.account({ name: 'Acme Lending' });
  const company = await companyWithLink(account, 'Watched');
  assert.deepEqual((await company.progress()).body, { isComplete: false, connections: [] });
  // The second page of the invoices comes late.
  const match = { company: 'watched-2500', type: 'invoices' };
  await control.fault({ match, skip: 1, times: 1, fault: { kind: 'slow', ms: 5000 } });
  const linked = await company.link({ platformKey: 'sandbox', credentials: credentialsOf('watched-2500') });
  const { connectionId } = linked.body;
  const seen = async () => {
    const answer = await company.progress();
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    assert.ok(!answer.text.includes(account.accountId) && !answer.text.includes(company.companyId));
    const [connection, ...others] = answer.body.connections;
    assert.deepEqual(others, []);
    assert.deepEqual(Object.keys(connection), ['connectionId', 'isComplete', 'dataTypes']);
    assert.equal(answer.body.isComplete, connection.isComplete);
    assert.equal(connection.connectionId, connectionId);
    const types = connection.dataTypes as ReadType[];
    const known = ['dataType', 'name', 'state', 'records', 'total'];
    for (const type of types)
      assert.deepEqual(
        Object.keys(type).filter((key) => !known.includes(key)),
        [],
      );
    return {
      isComplete: connection.isComplete as boolean,
      of: (name: string) => types.find((one) => one.dataType === name),
    };
  };
  await waitFor(async () => (await seen()).of('invoices')?.records === 1000, 30_000);
  const during = await seen();
  assert.deepEqual([during.isComplete, during.of('invoices')?.total], [false, 2500]);
  await waitFor(async () => (await seen()).of('customers')?.state === 'read', 30_000);
  assert.equal((await seen()).isComplete, false);
  await waitFor(async () => (await seen()).isComplete, 60_000);
  const { records, total, state } = (await seen()).of('invoices') ?? {};
  assert.deepEqual({ state, records, total }, { state: 'read', records: 2500, total: undefined });
});
