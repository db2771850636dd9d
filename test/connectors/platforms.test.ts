import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { currentPlatforms } from '../../dev/write-platforms.ts';
import { loadConnectors } from '../../src/connectors/load-connectors.ts';

test('docs/platforms.md matches the connectors', async () => {
  const written = readFileSync(new URL('../../docs/platforms.md', import.meta.url), 'utf8');
  assert.ok(written === (await currentPlatforms()), 'docs/platforms.md is stale: run "npm run platforms"');
});

const all = (await loadConnectors([])).map(({ sample }) => sample);

test('every secret credential is marked as secret', () => {
  const open = all.flatMap(({ platform, credentialFields }) =>
    credentialFields
      .filter(({ name, secret }) => /password|secret|key|token/i.test(name) && !secret)
      .map(({ name }) => `${platform.key}.${name}`),
  );
  assert.deepEqual(open, []);
});

test('a platform whose address comes from a client is called through the egress guard', () => {
  for (const { platform, credentialFields, hostFrom } of all) {
    const isGiven = credentialFields.some(({ name }) => /url|host|server|address/i.test(name));
    assert.equal(hostFrom, isGiven ? 'credentials' : 'operator', platform.key);
  }
});
