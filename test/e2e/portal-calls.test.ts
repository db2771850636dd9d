import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPortalCalls } from './portal-calls.ts';

test('the portal and the link page call the service only through operations of the SDK', () => {
  const { operations, unknown, pastTheSdk } = readPortalCalls();
  assert.deepEqual(unknown, []);
  assert.deepEqual(pastTheSdk, []);
  assert.ok(operations.length > 80, `${operations.length} operations are in use`);
});
