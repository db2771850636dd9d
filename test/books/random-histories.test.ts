import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startSandbox } from '../../sandbox/src/start-sandbox.ts';
import { controlSandbox } from '../../sandbox/test/control-sandbox.ts';
import { type BooksStage, playHistory } from '../chaos/books/play-history.ts';
import { newTally } from '../chaos/books/tally.ts';
import { useApp } from '../harness.ts';

/** A few histories of `npm run chaos -- books`, in one process and without kills. */
const sandbox = await startSandbox({ pageSizeMax: 40 });
after(() => sandbox.stop());
const app = useApp({ config: { sandboxUrl: sandbox.url, proofs: true } });
const seeds = [1, 2, 3];

test('P-BOOKS: snapshots of random books tie, restatements are what the platform changed, bundles prove each state, and nothing of a failed sync is visible', async (t) => {
  const stage: BooksStage = {
    ...{ account: await app.account(), url: app.url, sandboxUrl: sandbox.url, control: controlSandbox(sandbox.url) },
    query: async <T>(text: string, values: unknown[]) => (await app.ctx.db.pool.query(text, values)).rows as T[],
  };
  const tally = newTally();
  await Promise.all(seeds.map((seed) => playHistory(stage, seed, tally)));
  t.diagnostic(JSON.stringify(tally));
  const lists = Object.entries(tally).filter(([, value]) => Array.isArray(value));
  assert.ok(lists.length >= 6);
  for (const [name, texts] of lists) assert.deepEqual(texts, [], name);
  for (const figure of [
    'snapshotsTying',
    'restatementsCompared',
    'restatedRecords',
    'failedSyncs',
    'chainsVerified',
  ] as const)
    assert.ok(tally[figure] >= seeds.length, `${figure}: ${tally[figure]}`);
  assert.equal(tally.forgeries, 20 * seeds.length);
  assert.ok(tally.bundlesVerified >= 10 * seeds.length, `bundlesVerified: ${tally.bundlesVerified}`);
  assert.equal(tally.snapshotsTying + tally.snapshotsOfSeveralMoments, tally.snapshotsCompared);
});
