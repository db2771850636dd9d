import { test } from 'node:test';

test('exits', () => process.exit(0));
