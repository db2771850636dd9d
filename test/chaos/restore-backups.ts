import { type Figures, holdBar, type Report } from '../../bench/report.ts';
import { findPrograms } from '../debian-cluster.ts';
import { restoreOnce, type Size } from './restores/restore-once.ts';
import { archiveTimeoutSeconds, openDump, openPgbackrest } from './restores/ways.ts';

/**
 * Rehearses the loss of the database: real traffic, a backup, more traffic, `kill -9` of the cluster and the deletion of
 * its directory; then a restore into a new cluster by pg_dump, and by pgBackRest to a chosen second. In the end clients
 * must have everything from before that moment, no push twice, and know what is missing.
 */
const full: Size = { companies: 6, beforeMs: 20_000, afterMs: 20_000, unarchivedMs: 4000, isBackedUpAgain: true };
const small: Size = { companies: 2, beforeMs: 1000, afterMs: 1000, unarchivedMs: 1000, isBackedUpAgain: false };

export async function restoreBackups({ quick }: { quick: boolean }): Promise<Report> {
  const bin = findPrograms();
  if (!bin) throw new Error('pg_dump and pg_restore are missing: install Debian\'s package "postgresql".');
  const size = quick ? small : full;
  const figures: Figures = {
    archiveTimeoutSeconds,
    ...(await restoreOnce(bin, { name: 'dump', openWay: openDump, size })),
    ...(await restoreOnce(bin, { name: 'pgbackrest', openWay: openPgbackrest, size })),
  };
  const none = [
    'check.findings',
    'writes.missingBeforeChosen',
    'pushes.twice',
    'pushes.wrongOutcome',
    'pushes.unfinished',
    'pushes.recordsUnreadable',
    'tokens.unchecked',
    'tokens.unreported',
    'tokens.wronglyReported',
    'messages.lostBeforeMark',
    'consumers.notTold',
    'bookmarks.oldRejected',
    'bookmarks.newAccepted',
  ];
  // Without these, the run would not have tried what it claims.
  const some = ['writes.lostAfterChosen', 'messages.lost', 'pushes.lostAfterChosen', 'pushes.lookedUp'];
  const bars = ['dump', 'pgbackrest'].flatMap((way) => [
    ...none.map((figure) => holdBar(figures, `${way}.${figure}`, '<= 0')),
    ...some.map((figure) => holdBar(figures, `${way}.${figure}`, '>= 1')),
    holdBar(figures, `${way}.tokens.stillLinked`, '>= 2'),
    holdBar(figures, `${way}.tokens.ofBackup`, '>= 3'),
    holdBar(figures, `${way}.consumers.markBeforeChosenSeconds`, '<= 30'),
    holdBar(figures, `${way}.rtoSeconds`, '<= 300'),
  ]);
  return {
    name: 'restore',
    figures,
    bars: [...bars, holdBar(figures, 'pgbackrest.rpoSeconds', `<= ${archiveTimeoutSeconds * 12}`)],
  };
}
