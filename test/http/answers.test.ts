import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { useApp } from '../harness.ts';

/** Responses of every operation in the OpenAPI document: lists use the envelope, and queued work returns 202. */
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

/** The change feed has no pages and no total: it continues without end from a bookmark. */
const feeds = ['listChanges', 'listCompanyChanges'];

test('A-13 R-SVC-06: no operation returns a bare array or a list without the envelope', () => {
  let lists = 0;
  for (const { operationId, responses } of operations) {
    for (const [status, { content }] of Object.entries(responses)) {
      const schema = resolve(content?.['application/json']?.schema);
      if (Number(status) >= 300) continue;
      assert.notEqual(schema.type, 'array', `${operationId} returns a bare array`);
      const names = Object.keys(schema.properties ?? {});
      // An object whose only member is a list of objects counts as a list, too.
      const records = names.filter((name) => resolve(resolve(schema.properties?.[name]).items).type === 'object');
      const isList =
        names.includes('results') ||
        (/^list/.test(operationId) && records.length > 0) ||
        (names.length === 1 && records.length === 1);
      // Sync settings and levels of checks are one document each, which is replaced as a whole.
      if (!isList || feeds.includes(operationId) || ['SyncSettings', 'CheckSettings'].includes(schema.title ?? ''))
        continue;
      lists++;
      for (const name of envelope) assert.ok(names.includes(name), `${operationId}: the list has no ${name}`);
    }
  }
  assert.ok(lists > 40, `${lists} lists`);
});

test('A-13: the list of platforms supports pages, filter, order and ETag like other lists', async () => {
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

/** POST operations that are finished when they respond: no job follows. */
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
    'createLinkUpload',
    'previewLinkUpload',
    'confirmLinkUpload',
  ],
  ...['proveSession', 'muteNotices', 'createNoticeChat', 'createOperatorNoticeChat'],
  ...[
    'signIn',
    'switchCell',
    'acceptInvitation',
    'startTotp',
    'inviteMember',
    'inviteAdministrator',
    'createClientAccount',
  ],
  ...['declareRuleIdUnused', 'requestMigration', 'rehearseClientMigration', 'applyClientMigration'],
  ...['rollbackClientMigration', 'receiveNotification', 'receiveAccountNotification'],
  ...[
    'previewMapping',
    'previewConnectionMapping',
    'createUpload',
    'previewUpload',
    'confirmUpload',
    'passThrough',
    'createPushGroup',
    'createStandingQuery',
  ],
  // The requirement demands 200 for a created push operation, even if the provider returned 202.
  'pushCreate',
]);
/** POST operations that only queue work. */
const queued = new Set([
  ...['requestAllData', 'requestData', 'confirmDeletions', 'testConsumer', 'resendMessage', 'retryMessages'],
  ...['recoverMessages', 'replayMessages', 'requestPasswordReset', 'createSnapshot'],
]);

test('A-10 R-ERR-03: every POST that only queues work returns 202, and every other POST another success status', () => {
  for (const { method, operationId, responses } of operations) {
    if (method !== 'POST') continue;
    assert.ok(
      done.has(operationId) || queued.has(operationId),
      `add ${operationId} to "done" or to "queued" in this test`,
    );
    // A dry run counts at once, and a snapshot of what is stored is taken at once, so these can also return 200 or 201.
    const successes = Object.keys(responses).filter((status) => Number(status) < 300);
    const isAccepted = successes.includes('202');
    assert.equal(isAccepted, queued.has(operationId), `${operationId} returns ${successes}`);
    if (isAccepted && !['recoverMessages', 'replayMessages', 'createSnapshot'].includes(operationId))
      assert.deepEqual(successes, ['202']);
  }
});
