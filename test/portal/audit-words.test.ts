import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { actionWords, fieldWords, isKnownAction } from '../../portal/src/pages/settings/audit/action-words.ts';
import { valueWords } from '../../portal/src/pages/settings/audit/value-words.ts';

const openapi: { paths: Record<string, Record<string, { operationId?: string }>> } = JSON.parse(
  readFileSync('docs/openapi.json', 'utf8'),
);

test('every operation that changes something has words of its own in the audit log', () => {
  const changes = Object.values(openapi.paths).flatMap((path) =>
    Object.entries(path).flatMap(([method, { operationId }]) => (method !== 'get' && operationId) || []),
  );
  assert.ok(changes.length > 60);
  assert.deepEqual(
    changes.filter((operation) => !isKnownAction(operation)),
    [],
  );
  for (const operation of changes) assert.doesNotMatch(actionWords(operation), /[a-z][A-Z]/, operation);
  assert.equal(actionWords('rotateConsumerSecret'), 'Rotated consumer secret');
  assert.equal(actionWords('createApiKey'), 'Created API key');
  assert.equal(actionWords('signIn'), 'Signed in');
  assert.equal(actionWords('recoverMessages'), 'Resent failed messages');
  assert.equal(actionWords('somethingNew'), 'Something new', 'an unknown operation is shown by its name');
});

test('fields and values are in words', () => {
  for (const [path, words] of [
    ['isOrdered', 'Ordered'],
    ['rateLimitPerSecond', 'Rate limit per second'],
    ['disableOn410', 'Disable on 410'],
    ['notifiers.emails.0', 'Notifiers › Emails 1'],
    ['url', 'URL'],
    ['companyId', 'Company ID'],
    ['hasTotp', 'TOTP'],
  ] as const)
    assert.equal(fieldWords(path), words);
  assert.deepEqual(['true', 'false', 'null', '[]', 'CRM'].map(valueWords), ['yes', 'no', 'none', 'none', 'CRM']);
  assert.doesNotMatch(valueWords('2026-11-17T22:02:37.123Z'), /T22|Z$/);
});
