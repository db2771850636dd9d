import { test } from 'node:test';

test('throws after its end', () => {
  setTimeout(() => {
    throw new Error('too late');
  }, 100);
});
