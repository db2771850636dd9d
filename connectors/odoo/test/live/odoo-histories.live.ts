import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startCell } from '../../../../bench/start-cell.ts';
import { newProofTally } from '../../../../test/chaos/books/tally.ts';
import { serveWithWorkers } from '../../../../test/chaos/serve-with-workers.ts';
import { openWithUndo } from '../../../../test/chaos/stage-parts.ts';
import { isQuick, tell } from '../../../../test/providers/figures.ts';
import { type HistoryTally, playOdooHistory } from './odoo-history.ts';

/** Random histories of books in a complete Odoo, whose syncs fail and whose workers are killed with -9. */
const histories = isQuick ? 2 : Number(process.env.PROVIDERS_HISTORIES ?? 12);
/** They wait most of their time: for Odoo, and for the leases of killed workers. */
const atOnce = 4;
const killEveryMs = 6000;

const openStage = () =>
  openWithUndo(async (undo) => {
    const cell = await startCell();
    undo.push(() => cell.stop());
    const env = { DAYBOOK_SELF_HOSTED_PLATFORMS: 'odoo', DAYBOOK_PROVIDER_ALLOWED_ADDRESSES: '127.0.0.0/8' };
    return serveWithWorkers(undo, cell, { env });
  });

const newTally = (): HistoryTally => ({
  ...{ histories: 0, syncs: 0, failedSyncs: 0, snapshots: 0, restated: 0, inOtherCurrency: 0, different: [] },
  ...newProofTally(),
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
