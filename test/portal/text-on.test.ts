import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textOn } from '../../portal/src/link/text-on.ts';

test('the text of a button can be read on the client’s colour', () => {
  const white = ['#000000', '#14705f', '#5b3fb3', '#b4235a', '#1f2937'];
  const black = ['#ffffff', '#ffe600', '#7fd1ae', '#f0a0a0'];
  assert.deepEqual(
    white.map(textOn),
    white.map(() => 'white'),
  );
  assert.deepEqual(
    black.map(textOn),
    black.map(() => 'black'),
  );
});
