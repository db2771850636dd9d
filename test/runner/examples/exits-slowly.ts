import { test } from 'node:test';

test('passes', () => {
  // Registered last, so that it runs when everything else has said that it ends.
  setTimeout(() => process.on('exit', () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60_000)), 500);
});
