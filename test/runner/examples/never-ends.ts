import { test } from 'node:test';

test('passes before', () => {});
test('never ends', () => new Promise(() => setInterval(() => {}, 1000)));
