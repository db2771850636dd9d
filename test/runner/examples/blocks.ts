import { test } from 'node:test';

test('blocks the event loop', () => {
  for (;;);
});
