import assert from 'node:assert/strict';
import { after, test } from 'node:test';

after(() => {
  throw new Error('the hook fails');
});
test('passes', () => {});
test('fails', () => assert.equal(1, 2));
test('is skipped', { skip: 'for a reason' }, () => {});
test('contains', async (t) => {
  await t.test('a failed one', () => assert.equal(3, 4));
});
