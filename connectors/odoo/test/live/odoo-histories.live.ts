import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startCell } from '../../../../bench/start-cell.ts';
import type { ProvenStage } from '../../../../test/chaos/books/judge-proofs.ts';
import { makeChaosAccount, serveRole } from '../../../../test/chaos/sandbox-cell.ts';
import { openWithUndo } from '../../../../test/chaos/stage-parts.ts';
import { type Query, startTwoWorkers } from '../../../../test/chaos/two-workers.ts';
import { isQuick, tell } from '../../../../test/providers/figures.ts';
import { type HistoryTally, playOdooHistory } from './odoo-history.ts';

/** Random histories of books in a complete Odoo, whose syncs fail and whose workers are killed with -9. */
const histories = isQuick ? 2 : Number(process.env.PROVIDERS_HISTORIES ?? 12);
/** They wait most of their time: for Odoo, and for the leases of killed workers. */
const atOnce = 4;
const killEveryMs = 6000;

type Stage = ProvenStage & { killWorker(): Promise<number>; close(): Promise<void> };

const openStage = (): Promise<Stage> =>
  openWithUndo(async (undo) => {
    const cell = await startCell();
    undo.push(() => cell.stop());
    const env = {
      DAYBOOK_PROOFS: 'true',
      DAYBOOK_SELF_HOSTED_PLATFORMS: 'odoo',
      DAYBOOK_PROVIDER_ALLOWED_ADDRESSES: '127.0.0.0/8',
    };
    const api = await serveRole(cell, '', 'api', env);
    undo.push(() => api.kill());
    const query: Query = async <T>(text: string, values: unknown[] = []) =>
      (await cell.base.db.pool.query(text, values)).rows as T[];
    const killWorker = await startTwoWorkers(undo, { start: () => serveRole(cell, '', 'worker', env), query });
    return { account: await makeChaosAccount(cell, api.url), url: api.url, query, killWorker };
  });

const newTally = (): HistoryTally => ({
  ...{ histories: 0, syncs: 0, failedSyncs: 0, snapshots: 0, restated: 0, inOtherCurrency: 0, different: [] },
  ...{ bundlesVerified: 0, bundleRecords: 0, chainsVerified: 0, chainEntries: 0, proofsWrong: [] },
  ...{ forgeries: 0, forgeriesAccepted: [] },
});

test('P-BOOKS: snapshots of a changing Odoo tie with its tables of the same moment, restatements are what was changed in them, and bundles prove each state, while syncs fail and workers are killed', async () => {
  const stage = await openStage();
  const tally = newTally();
  const left = Array.from({ length: histories }, (_, at) => 20_261_119 + at);
  let kills = 0;
  let isOver = false;
  const killing = (async () => {
    for (; !isOver; await sleep(killEveryMs)) if ((await stage.killWorker()) > 0) kills++;
  })();
  try {
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (let seed = left.shift(); seed !== undefined; seed = left.shift())
          await playOdooHistory(stage, seed, tally);
      }),
    );
  } finally {
    isOver = true;
    await killing;
    await stage.close();
  }
  tell({
    ...{ histories: tally.histories, historiesKills: kills, historiesFailedSyncs: tally.failedSyncs },
    ...{ historiesSnapshots: tally.snapshots, historiesRestated: tally.restated },
    ...{ historiesInOtherCurrency: tally.inOtherCurrency, historiesDifferent: tally.different.length },
    ...{ historiesBundles: tally.bundlesVerified, historiesForgeries: tally.forgeries },
    ...{ historiesForgeriesAccepted: tally.forgeriesAccepted.length, historiesProofsWrong: tally.proofsWrong.length },
  });
  const { different, proofsWrong, forgeriesAccepted } = tally;
  assert.deepEqual(
    { different, proofsWrong, forgeriesAccepted },
    { different: [], proofsWrong: [], forgeriesAccepted: [] },
  );
  assert.equal(tally.histories, histories);
});
