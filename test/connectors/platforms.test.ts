import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { KeptRun } from '../../bench/publish/runs.ts';
import { currentPlatforms } from '../../dev/write-platforms.ts';
import { loadConnectors } from '../../src/connectors/load-connectors.ts';
import { barsOf } from '../providers/provider-runs.ts';

test('docs/platforms.md matches the connectors', async () => {
  const written = readFileSync(new URL('../../docs/platforms.md', import.meta.url), 'utf8');
  assert.ok(written === (await currentPlatforms()), 'docs/platforms.md is stale: run "npm run platforms"');
});

test('P-PLATFORMS: a run counts for what it has done, unless something has failed or its bars are not those of today', async () => {
  const [today = []] = [barsOf('hledger', false)];
  const bars = today.map(([figure, goal]) => ({ figure, goal, value: 0, holds: true }));
  const figures = {
    ...{ 'proof.platform': 'hledger', 'proof.live.version': 'hledger-web 1', 'proof.live.read': 'accounts' },
    ...{ 'proof.contract.read': 'accounts journalEntries', 'proof.contract.create': 'journalEntries' },
  };
  const run = { name: 'hledger', command: 'npm run providers -- hledger --json', at: '2026-01-02', figures, bars };
  const section = async (...runs: object[]) => {
    const text = await currentPlatforms(runs as KeptRun[]);
    return text.split('## hledger\n')[1]?.split('\n## ')[0] ?? '';
  };
  const shown = await section(run);
  assert.match(shown, /\| 1 \| live system \| hledger-web 1 \| 2026-01-02 \|/);
  assert.match(shown, /`accounts` \| live system \(1, 2\) \|/);
  assert.match(shown, /`journalEntries` \| contract server only \(2\) \| .* \(–\) \| .* \(–\) \| create \(2\) \|/);
  const nothing = /`accounts` \| no stored run \(–\) \|/;
  assert.match(await section({ ...run, bars: bars.slice(1) }), nothing);
  assert.match(await section({ ...run, bars: bars.slice(1) }), /Outdated, .*hledger --json` \(2026-01-02\)/);
  const failed = await section({ ...run, bars: bars.map((bar) => ({ ...bar, holds: false })) });
  assert.match(failed, nothing);
  assert.doesNotMatch(failed, /Outdated/);
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
