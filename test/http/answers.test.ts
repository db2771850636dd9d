import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { useApp } from '../harness.ts';

/** What every operation of the OpenAPI document answers: lists in the envelope, work that is only queued with 202. */
const app = useApp({ config: { sandboxUrl: 'http://127.0.0.1:9' } });

type Schema = { $ref?: string; type?: string; title?: string; properties?: Record<string, Schema>; items?: Schema };
type Operation = {
  operationId: string;
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
};
type Document = { paths: Record<string, Record<string, Operation>>; components: { schemas: Record<string, Schema> } };
const document: Document = JSON.parse(readFileSync('docs/openapi.json', 'utf8'));
const resolve = (schema: Schema = {}): Schema =>
  schema.$ref ? resolve(document.components.schemas[schema.$ref.split('/').at(-1) ?? '']) : schema;

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
);
const envelope = ['results', 'pageNumber', 'pageSize', 'totalResults', '_links'];

/** Settings are one document, replaced as a whole. The change feed has no pages and no total: it goes on for ever, from a bookmark. */
const feeds = ['listChanges', 'listCompanyChanges'];

test('A-13 R-SVC-06: no operation answers a bare array or a list without the envelope', () => {
  let lists = 0;
  for (const { operationId, responses } of operations) {
    for (const [status, { content }] of Object.entries(responses)) {
      const schema = resolve(content?.['application/json']?.schema);
      if (Number(status) >= 300) continue;
      assert.notEqual(schema.type, 'array', `${operationId} answers a bare array`);
      const names = Object.keys(schema.properties ?? {});
      // One member that is a list of objects, and nothing else of its own: that is a list.
      const records = names.filter((name) => resolve(resolve(schema.properties?.[name]).items).type === 'object');
      const isList =
        names.includes('results') ||
        (/^list/.test(operationId) && records.length > 0) ||
        (names.length === 1 && records.length === 1);
      if (!isList || feeds.includes(operationId) || schema.title === 'SyncSettings') continue;
      lists++;
      for (const name of envelope) assert.ok(names.includes(name), `${operationId}: the list has no ${name}`);
    }
  }
  assert.ok(lists > 40, `${lists} lists`);
});

test('A-13: platforms are a list like others: pages, filter, order, ETag', async () => {
  const account = await app.account();
  const { body, headers } = await account.send('GET /platforms');
  assert.deepEqual([body.pageNumber, body.pageSize, body.totalResults], [1, 100, body.results.length]);
  assert.equal(body._links.self.href, 'http://api.test/platforms');
  assert.equal(body._links.next, undefined);
  const etag = headers.get('etag') ?? '';
  assert.equal((await account.send('GET /platforms', { headers: { 'if-none-match': etag } })).status, 304);
  const found = await account.send('GET /platforms?query=name~SAND&orderBy=-name&pageSize=1');
  assert.deepEqual([found.body.totalResults, found.body.results[0].platformKey], [1, 'sandbox']);
  assert.equal((await account.send('GET /platforms?query=sourceType=Banking')).body.totalResults, 0);
  assert.deepEqual((await account.send('GET /platforms?page=2')).body.results, []);
});

/** POSTs that are done when they are answered: they make, change or decide something, and nobody works on it afterwards. */
const done = new Set([
  ...['createCompany', 'createConnection', 'createApiKey', 'createConsumer', 'createRule', 'rotateConsumerSecret'],
  ...[
    'enableConsumer',
    'disableConsumer',
    'cancelSync',
    'cancelRedelivery',
    'resolvePush',
    'rotateLink',
    'linkPlatform',
  ],
  'proveSession',
  ...['signIn', 'acceptInvitation', 'startTotp', 'inviteMember', 'inviteAdministrator', 'createClientAccount'],
  ...['declareRuleIdUnused', 'requestMigration', 'rehearseClientMigration', 'applyClientMigration'],
  ...['rollbackClientMigration', 'receiveNotification', 'receiveAccountNotification'],
  // The requirement's own: 200 for a push operation that was created, even if the provider answered 202.
  'pushCreate',
]);
/** POSTs that only queue work. */
const queued = new Set([
  ...['requestAllData', 'requestData', 'confirmDeletions', 'testConsumer', 'resendMessage', 'retryMessages'],
  ...['recoverMessages', 'replayMessages', 'requestPasswordReset'],
]);

test('A-10 R-ERR-03: every POST that only queues work answers 202, and every other one another success', () => {
  for (const { method, operationId, responses } of operations) {
    if (method !== 'POST') continue;
    assert.ok(
      done.has(operationId) || queued.has(operationId),
      `is ${operationId} done when it answers, or only queued?`,
    );
    // Counting by a dry run is done at once.
    const successes = Object.keys(responses).filter((status) => Number(status) < 300);
    const isAccepted = successes.includes('202');
    assert.equal(isAccepted, queued.has(operationId), `${operationId} answers ${successes}`);
    if (isAccepted && !['recoverMessages', 'replayMessages'].includes(operationId))
      assert.deepEqual(successes, ['202']);
  }
});
