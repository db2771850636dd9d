import { createServer } from 'node:net';
import { test } from 'node:test';

test('leaves a server open', () => {
  createServer().listen(0);
});
