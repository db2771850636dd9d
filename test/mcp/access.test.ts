import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitFor } from '../wait-for.ts';
import { connectAgent } from './connect-agent.ts';
import { useStage } from './use-stage.ts';

const { app, stage } = await useStage({ requestsAtOncePerCompany: 3, mcpHosts: ['daybook.internal'] });

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
const both = { accept: 'application/json, text/event-stream' };
const basic = (key: string) => `Basic ${Buffer.from(`${key}:`).toString('base64')}`;
const post = (headers: Record<string, string>, body: unknown = list) =>
  app.send('POST /mcp', { body, headers: { ...both, ...headers }, unchecked: true });

test('a key is accepted as Bearer and as Basic; without a valid key the response is 401, also with a session', async () => {
  const { key } = stage().account;
  for (const authorization of [`Bearer ${key}`, basic(key)])
    assert.equal((await post({ authorization })).status, 200, authorization.slice(0, 6));
  assert.equal((await post({})).status, 401);
  assert.equal((await post({ authorization: `Bearer ${key}x` })).status, 401);
  assert.equal((await post({ cookie: 'daybook_session=x' })).status, 401);
  // Elsewhere, the key must come as the requirements say.
  const elsewhere = await app.send('GET /companies', { headers: { authorization: `Bearer ${key}` } });
  assert.equal(elsewhere.status, 401);
});

test('pages of other sites and other host names are refused; the own ones and configured names are not', async () => {
  const authorization = `Bearer ${stage().account.key}`;
  const { port } = new URL(app.url);
  const asked = async (headers: Record<string, string>) => {
    const { request } = await import('node:http');
    return new Promise<number>((resolve, reject) => {
      const sent = request(
        {
          ...{ host: '127.0.0.1', port, path: '/mcp', method: 'POST' },
          headers: { ...both, authorization, 'content-type': 'application/json', ...headers },
        },
        (response) => resolve(response.resume().statusCode ?? 0),
      );
      sent.on('error', reject).end(JSON.stringify(list));
    });
  };
  assert.equal(await asked({}), 200);
  assert.equal(await asked({ origin: 'http://api.test', host: 'api.test' }), 200);
  assert.equal(await asked({ host: 'daybook.internal:8080' }), 200);
  assert.equal(await asked({ host: 'localhost:1' }), 200);
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://api.test.evil.example' },
    { host: 'evil.example' },
    { host: 'api.test.evil.example' },
  ])
    assert.equal(await asked(headers), 403, JSON.stringify(headers));
});

test('other methods, broken messages and subscriptions end at once, with an error of the protocol', async () => {
  const authorization = `Bearer ${stage().account.key}`;
  for (const method of ['GET', 'DELETE'])
    assert.equal((await app.send(`${method} /mcp`, { headers: { authorization, ...both } })).status, 405);
  const put = await app.send('PUT /mcp', { key: stage().account.key });
  assert.deepEqual([put.status, put.headers.get('allow')], [405, 'DELETE, GET, HEAD, POST']);
  assert.equal((await post({ authorization }, '{"jsonrpc":')).status, 400);
  assert.equal((await post({ authorization }, { nonsense: true })).status, 400);
  assert.equal((await post({ authorization, 'content-type': 'text/plain' }, 'x')).status, 415);
  const huge = await post({ authorization }, { ...list, params: { x: 'x'.repeat(1024 * 1024) } });
  assert.equal(huge.status, 413);
  const batch = (count: number) =>
    post(
      { authorization },
      Array.from({ length: count }, (_, id) => ({ ...list, id })),
    );
  assert.deepEqual([(await batch(10)).status, (await batch(11)).status], [200, 400]);
  const agent = await connectAgent(app.url, stage().account.key);
  await assert.rejects(agent.client.listen({ toolsListChanged: true }), /Subscription limit reached/);
  await agent.close();
});

test('a tool sees what its key sees: companies by tag, no other account, no webhooks without the scope', async () => {
  const { narrowKey, company, consumerId } = stage();
  const narrow = await connectAgent(app.url, narrowKey);
  assert.equal((await narrow.ask('find_companies')).total, 2);
  const other = (await stage().sql("select company_id from company where name = 'Quiet Mill'"))[0].company_id;
  assert.equal((await narrow.refused('describe_data', { companyId: other })).code, 'notYourResource');
  assert.equal((await narrow.refused('explain_consumer', { consumerId })).code, 'toolNotAllowed');

  const stranger = await app.account();
  const agent = await connectAgent(app.url, stranger.key);
  const { companyId } = company;
  assert.equal((await agent.ask('find_companies')).total, 0);
  for (const [tool, input] of Object.entries({
    describe_data: {},
    query_data: { dataType: 'invoices' },
    read_record: { dataType: 'invoices', id: 'x' },
    read_statement: { statement: 'trialBalance' },
    read_insight: { insight: 'cash' },
    read_restatements: { from: '2026-01-01' },
    list_changes: {},
    explain_syncs: {},
    check_push: {},
  }))
    assert.equal((await agent.refused(tool, { companyId, ...input })).code, 'notYourResource', tool);
  assert.equal((await agent.refused('explain_consumer', { consumerId })).code, 'notYourResource');
  await Promise.all([narrow.close(), agent.close()]);
});

test('a key needs the scope "read"; ids cannot lead to another operation', async () => {
  const { accountId } = stage().account;
  const { secret } = await app.key(accountId, { scopes: ['webhooks'] });
  const refused = await post({ authorization: `Bearer ${secret}` });
  assert.deepEqual([refused.status, refused.body.code], [403, 'scopeMissing']);
  const agent = await connectAgent(app.url, stage().readOnlyKey);
  for (const companyId of ['../apiKeys', '..%2fapiKeys', '?', '/', 'a/b', '%00'])
    assert.equal((await agent.refused('describe_data', { companyId })).code, 'notFound', companyId);
  await agent.close();
});

test('every call is in the audit log, once, with the key, the company, its arguments and the outcome', async () => {
  const { accountId } = stage().account;
  const { secret, apiKeyId } = await app.key(accountId, { name: 'audited', scopes: ['read'] });
  const { companyId } = stage().company;
  const agent = await connectAgent(app.url, secret);
  await agent.ask('find_companies', { name: 'x'.repeat(200) });
  await agent.ask('query_data', { companyId, dataType: 'invoices', query: 'status=Paid', limit: 1 });
  await agent.refused('query_data', { companyId, dataType: 'invoices', query: 'nothing=1' });
  await agent.refused('query_data', { companyId, dataType: 'nothing', '\ud83d\0': '\0' });
  await agent.refused('no_such_tool', { companyId });
  await agent.refused('send_push', { companyId, confirmationToken: 'secret', record: { note: 'x' } });
  await agent.tools();
  const rows = await stage().sql('select * from audit where actor_id = $1 order by audit_id', [apiKeyId]);
  assert.deepEqual(
    rows.map((row) => [row.operation, row.subject_kind, row.subject_id, row.company_id, row.after.outcome]),
    [
      ['callTool', 'tool', 'find_companies', null, 'ok'],
      ['callTool', 'tool', 'query_data', companyId, 'ok'],
      ['callTool', 'tool', 'query_data', companyId, 'fieldUnknown'],
      ['callTool', 'tool', 'query_data', companyId, 'inputInvalid'],
      ['callTool', 'tool', 'no_such_tool', companyId, 'toolUnknown'],
      ['callTool', 'tool', 'send_push', companyId, 'toolNotAllowed'],
    ],
  );
  const [, paid] = rows;
  assert.deepEqual(paid.after.arguments, { companyId, dataType: 'invoices', query: 'status=Paid', limit: 1 });
  assert.deepEqual([paid.actor_kind, paid.actor_name, paid.address], ['key', 'audited', '127.0.0.1']);
  const { confirmationToken, record } = rows[5].after.arguments;
  assert.equal(confirmationToken, '[masked]');
  assert.deepEqual(record.fields, ['note']);
  await agent.close();
});

test('no result leaves the server if its audit entry cannot be written', async () => {
  const { readOnlyKey } = stage();
  const agent = await connectAgent(app.url, readOnlyKey);
  await stage().sql("alter table audit add constraint refuse_tools check (operation <> 'callTool') not valid");
  try {
    await assert.rejects(agent.ask('find_companies'), (error: Error) => !/Harbour/.test(error.message));
  } finally {
    await stage().sql('alter table audit drop constraint refuse_tools');
  }
  assert.ok((await agent.ask('find_companies')).total > 0);
  await agent.close();
});

test('the operations of a tool count as requests, are logged with their status, and free their slots', async () => {
  const { accountId } = stage().account;
  const { secret, apiKeyId } = await app.key(accountId, { name: 'logged' });
  const { companyId } = stage().company;
  const agent = await connectAgent(app.url, secret);
  // More than the company has slots at once.
  for (let i = 0; i < 6; i++) await agent.ask('describe_data', { companyId });
  await agent.refused('describe_data', { companyId: 'x' });
  const rows = async () =>
    stage().sql(
      `select operation, status, code, count(*)::int, min(bytes)::int >= 0 as counted, min(address) as address
       from request_log where actor_id = $1 group by 1, 2, 3 order by 1, 2`,
      [apiKeyId],
    );
  await waitFor(async () => (await rows()).some(({ status }) => status === 404));
  const logged = await rows();
  const of = (operation: string, status: number) =>
    logged.find((row) => row.operation === operation && row.status === status);
  assert.equal(of('getDataStatus', 200)?.count, 6);
  assert.equal(of('listConnections', 200)?.count, 6);
  assert.deepEqual([of('getDataStatus', 404)?.count, of('getDataStatus', 404)?.code], [1, 'notFound']);
  assert.ok(of('callMcp', 200)?.count >= 7);
  assert.ok(logged.every((row) => row.counted && row.address === '127.0.0.1'));
  assert.ok(
    logged.every((row) => row.code === null || row.code === 'notFound'),
    JSON.stringify(logged),
  );
  await agent.close();
});
